/* The second step of a sign-in: what the server gave for it, carried from /auth/callback to /login. */
import { ApiError } from './api-error.ts';

const KEY = 'priceroo-challenge';

/** The challenge of a sign-in that needs a code; null for any other failure. */
export function challengeOf(fault: unknown): string | null {
  if (!(fault instanceof ApiError) || fault.code !== 'second-factor-needed') return null;
  const challenge: unknown = Reflect.get(Object(fault.cause), 'challenge');
  return typeof challenge === 'string' ? challenge : null;
}

/** Keeps a challenge for the next page of this tab. */
export function keepChallenge(challenge: string): void {
  sessionStorage.setItem(KEY, challenge);
}

/** The challenge that the page before has kept, once. */
export function takeChallenge(): string | null {
  const challenge = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return challenge;
}
