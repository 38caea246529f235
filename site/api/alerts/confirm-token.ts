import { readLink, signLink } from '#db/runtime/signed-link.ts';
import { PublicError } from '#domain/errors.ts';

/** The token of a mailed link that confirms an address for the alerts of one person. */
export function confirmToken(secret: string, userId: string, email: string): string {
  return signLink(secret, 'confirm-address', `${userId} ${email}`);
}

/** Whose alerts a token confirms, and to what address. Throws PublicError 400 when it is not ours. */
export function readConfirmToken(secret: string, token: string): { userId: string; email: string } {
  const [userId, email] = readLink(secret, 'confirm-address', token).split(' ');
  if (!userId || !email) {
    throw new PublicError(400, 'invalid-link', 'This link is invalid or incomplete.');
  }
  return { userId, email };
}
