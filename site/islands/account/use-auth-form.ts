import { useState } from 'react';
import { ApiError, errorText, isSignedOut } from '#site/client/api-error.ts';
import { forgotPassword, login, register } from '#site/client/calls/auth.ts';
import { safeRedirect } from '#site/client/safe-redirect.ts';
import { signIn } from '#site/stores/session.ts';
import { AUTH_TEXTS, type AuthMode, authErrorText } from './auth-errors.ts';
import type { Message } from './FormMessage.tsx';

/** The pause between the two messages of a taken address (spec §9). */
const SWITCH_MS = 1_500;
const EMPTY = { name: '', email: '', password: '' };

/** Sign-in and sign-up in one form: its fields, its mode, what it says. */
export function useAuthForm(query: URLSearchParams) {
  const [mode, setMode] = useState<AuthMode>('sign-in');
  const [fields, setFields] = useState(EMPTY);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message | null>(arrivalMessage(query));
  const [emailFault, setEmailFault] = useState<string | null>(null);

  // A 401 here is a wrong password, not the end of a session.
  const fail = (text: string, fault?: unknown) =>
    setMessage({ text, tone: 'red', fault: isSignedOut(fault) ? undefined : fault });

  const switchTo = (next: AuthMode) => {
    setMode(next);
    setFields(EMPTY);
    setMessage(null);
    setEmailFault(null);
  };

  const submit = async () => {
    setBusy(true);
    setMessage(null);
    setEmailFault(null);
    try {
      const { email, password, name } = fields;
      const grant =
        mode === 'sign-up'
          ? await register(email.trim(), password, name.trim())
          : await login(email.trim(), password);
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
        fail(authErrorText(fault, mode), fault);
      }
    }
  };

  /** Answers whether there was an address to write to. */
  const forgot = async (): Promise<boolean> => {
    setMessage(null);
    if (!fields.email.trim()) {
      setEmailFault(AUTH_TEXTS.emailMissing);
      return false;
    }
    setEmailFault(null);
    setBusy(true);
    try {
      await forgotPassword(fields.email.trim());
      setMessage({ text: AUTH_TEXTS.mailSent, tone: 'green' });
    } catch (fault) {
      fail(errorText(fault, AUTH_TEXTS.mailFailed), fault);
    } finally {
      setBusy(false);
    }
    return true;
  };

  return { mode, fields, setFields, isBusy, message, emailFault, switchTo, submit, forgot };
}

/** What brought the shopper here: a failed social sign-in, or a finished reset. */
function arrivalMessage(query: URLSearchParams): Message | null {
  if (query.has('error')) return { text: AUTH_TEXTS.oauth, tone: 'red' };
  return query.get('reset') === 'done' ? { text: AUTH_TEXTS.resetDone, tone: 'green' } : null;
}
