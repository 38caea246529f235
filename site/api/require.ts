import { PublicError } from '#domain/errors.ts';
import type { Caller } from './route.ts';

/** The signed-in caller of a route whose access is 'user' or 'operator'. */
export function signedIn(caller: Caller | null): Caller {
  if (!caller) throw new PublicError(401, 'sign-in-required', 'Please sign in.');
  return caller;
}

/** The value that is there. Throws PublicError 404: what is not yours is answered like what does not exist. */
export function found<T>(value: T | null | undefined | false, what: string): T {
  if (value === null || value === undefined || value === false) {
    throw new PublicError(404, 'not-found', `This ${what} does not exist.`);
  }
  return value;
}
