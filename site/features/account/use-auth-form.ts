import { useState } from 'react';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { ApiError, isSignedOut } from '#site/client/api-error.ts';
import { challengeOf, takeChallenge } from '#site/client/challenge.ts';
import { safeRedirect } from '#site/client/safe-redirect.ts';
import type { SessionUser } from '#site/client/stored-values.ts';
import { signIn } from '#site/stores/session.ts';
import { type Message, useForm } from '#site/ui/form.tsx';
import { fulfilIntent } from './fulfil-intent.ts';

/** Pause between the two messages for a registered address (spec §9). */
const SWITCH_MS = 1_500;
const EMPTY = { name: '', email: '', password: '' };

/** Signs in, does what the guest asked for and goes to the redirect target. Never resolves, so the form stays busy until the page unloads. */
export async function enter(grant: { user: SessionUser; token: string }, query: URLSearchParams) {
  signIn(grant.user, grant.token);
  const target = (await fulfilIntent()) ?? query.get('redirect');
  location.assign(safeRedirect(target, location.origin));
  return new Promise<never>(() => {});
}

/** State of the form for sign-in and sign-up; `challenge` is set once a code is needed. */
export function useAuthForm(query: URLSearchParams) {
  const [mode, setMode] = useState<AuthMode>('sign-in');
  const [challenge, setChallenge] = useState(takeChallenge);
  const form = useForm(EMPTY, arrivalMessage(query));
  const { values, set, say, fail, refuse, send } = form;

  const switchTo = (next: AuthMode) => {
    setMode(next);
    set(EMPTY);
    say();
  };

  const credentials = { email: values.email.trim(), password: values.password };
  const open = async () => {
    const json = { ...credentials, name: values.name.trim() };
    const grant = await dataOf(({ auth }) =>
      mode === 'sign-up' ? auth.register.$post({ json }) : auth.login.$post({ json: credentials }),
    );
    await enter(grant, query);
  };
  const submit = () =>
    send(open, (cause) => {
      const received = challengeOf(cause);
      if (received) {
        set(EMPTY);
        setChallenge(received);
      } else if (mode === 'sign-up' && cause instanceof ApiError && cause.status === 409) {
        fail(AUTH_TEXTS.taken);
        setTimeout(() => {
          setMode('sign-in');
          fail(AUTH_TEXTS.takenThenLogin);
        }, SWITCH_MS);
      } else {
        // Here a 401 means a wrong password, not an ended session.
        refuse(authErrorText(cause, mode), isSignedOut(cause) ? null : cause);
      }
    });

  const mailLink = async () => {
    const json = { email: credentials.email };
    await bodyOf((api) => api.auth['forgot-password'].$post({ json }));
    say({ text: AUTH_TEXTS.mailSent, tone: 'green' });
  };
  const forgot = () => {
    if (!credentials.email) return fail(AUTH_TEXTS.emailMissing, 'email');
    void send(mailLink, AUTH_TEXTS.mailFailed);
  };

  /** Returns from the second step to the first. */
  const startAgain = (why?: string) => {
    setChallenge(null);
    say(why ? { text: why, tone: 'red' } : null);
  };

  return { ...form, mode, switchTo, submit, forgot, challenge, startAgain };
}

/** The message on arrival from a failed social sign-in or a finished password reset. */
function arrivalMessage(query: URLSearchParams): Message | null {
  if (query.has('error')) return { text: AUTH_TEXTS.oauth, tone: 'red' };
  return query.get('reset') === 'done' ? { text: AUTH_TEXTS.resetDone, tone: 'green' } : null;
}

type AuthMode = 'sign-in' | 'sign-up';

/** Texts of sign-in and sign-up (spec §8). */
export const AUTH_TEXTS = {
  badCredentials:
    'Invalid email or password. Please check your credentials or sign up for a new account.',
  registrationFailed: 'Registration failed. Please try again.',
  taken: 'This email is already registered. Switching to login mode...',
  takenThenLogin: 'This email is already registered. Please login with your password.',
  unavailable: 'Service temporarily unavailable. Please try again in a few moments.',
  other: 'An error occurred. Please try again.',
  oauth: 'OAuth login failed. Please try again.',
  emailMissing: 'Please enter your email address',
  mailSent: 'Password reset email sent! Please check your inbox.',
  mailFailed: 'Failed to send reset email. Please try again.',
  resetDone: 'Password reset successful! Please login with your new password.',
  loginFailed: 'Login failed',
  signUpFailed: 'Registration failed',
} as const;

/** The text for a failed submit. The form itself handles 409 at sign-up. */
export function authErrorText(fault: unknown, mode: AuthMode): string {
  if (!(fault instanceof ApiError))
    return (fault instanceof Error && fault.message) || AUTH_TEXTS.other;
  if (fault.status === 401) {
    return mode === 'sign-in' ? AUTH_TEXTS.badCredentials : AUTH_TEXTS.registrationFailed;
  }
  if (fault.status === 503) return AUTH_TEXTS.unavailable;
  if (fault.serverText) return fault.serverText;
  if (fault.status === 200) {
    return mode === 'sign-in' ? AUTH_TEXTS.loginFailed : AUTH_TEXTS.signUpFailed;
  }
  return AUTH_TEXTS.other;
}
