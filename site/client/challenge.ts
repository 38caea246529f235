/* The challenge of a second factor, passed from /auth/callback to /login. */
import { ApiError } from './api-error.ts';

const KEY = 'priceroo-challenge';

/** The challenge in the failure of a sign-in that needs a code; null for any other failure. */
export function challengeOf(fault: unknown): string | null {
  if (!(fault instanceof ApiError) || fault.code !== 'second-factor-needed') return null;
  const challenge: unknown = Reflect.get(Object(fault.cause), 'challenge');
  return typeof challenge === 'string' ? challenge : null;
}

/** Stores a challenge for the next page in this tab. */
export function keepChallenge(challenge: string): void {
  sessionStorage.setItem(KEY, challenge);
}

/** Returns and deletes the challenge that the previous page stored. */
export function takeChallenge(): string | null {
  const challenge = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return challenge;
}
