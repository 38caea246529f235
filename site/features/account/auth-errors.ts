import { ApiError } from '#site/client/api-error.ts';

export type AuthMode = 'sign-in' | 'sign-up';

/** Spec §8: what each failure of sign-in and sign-up says. */
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

/** The message for a failed submit. 409 at sign-up is handled by the screen, which also switches its mode. */
export function authErrorText(fault: unknown, mode: AuthMode): string {
  if (!(fault instanceof ApiError)) return AUTH_TEXTS.other;
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
