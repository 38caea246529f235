import { useState } from 'react';
import { ApiError, errorText } from '#site/client/api-error.ts';
import { forgotPassword, login, register } from '#site/client/calls/auth.ts';
import { safeRedirect } from '#site/client/safe-redirect.ts';
import { signIn } from '#site/stores/session.ts';
import { AUTH_TEXTS, type AuthMode, authErrorText } from './auth-errors.ts';

/** The pause between the two messages of a taken address (spec §9). */
const SWITCH_MS = 1_500;
const EMPTY = { name: '', email: '', password: '' };

export type AuthMessage = { text: string; tone: 'red' | 'green' } | null;

/** Sign-in and sign-up in one form: its fields, its mode, what it says. */
export function useAuthForm(query: URLSearchParams) {
  const [mode, setMode] = useState<AuthMode>('sign-in');
  const [fields, setFields] = useState(EMPTY);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<AuthMessage>(arrivalMessage(query));

  const fail = (text: string) => setMessage({ text, tone: 'red' });

  const switchTo = (next: AuthMode) => {
    setMode(next);
    setFields(EMPTY);
    setMessage(null);
  };

  const submit = async () => {
    setBusy(true);
    setMessage(null);
    try {
      const { email, password, name } = fields;
      if (mode === 'sign-up') await register(email.trim(), password, name.trim());
      const grant = await login(email.trim(), password);
      signIn(grant.user, grant.token);
      location.assign(safeRedirect(query.get('redirect'), location.origin));
    } catch (fault) {
      setBusy(false);
      if (mode === 'sign-up' && fault instanceof ApiError && fault.status === 409) {
        fail(AUTH_TEXTS.taken);
        setTimeout(() => {
          setMode('sign-in');
          fail(AUTH_TEXTS.takenThenLogin);
        }, SWITCH_MS);
      } else {
        fail(authErrorText(fault, mode));
      }
    }
  };

  const forgot = async () => {
    if (!fields.email.trim()) {
      fail(AUTH_TEXTS.emailMissing);
      return;
    }
    setBusy(true);
    try {
      await forgotPassword(fields.email.trim());
      setMessage({ text: AUTH_TEXTS.mailSent, tone: 'green' });
    } catch (fault) {
      fail(errorText(fault, AUTH_TEXTS.mailFailed));
    } finally {
      setBusy(false);
    }
  };

  return { mode, fields, setFields, isBusy, message, switchTo, submit, forgot };
}

/** What brought the shopper here: a failed social sign-in, or a finished reset. */
function arrivalMessage(query: URLSearchParams): AuthMessage {
  if (query.has('error')) return { text: AUTH_TEXTS.oauth, tone: 'red' };
  return query.get('reset') === 'done' ? { text: AUTH_TEXTS.resetDone, tone: 'green' } : null;
}
