import { createHmac, timingSafeEqual } from 'node:crypto';
import { PublicError } from '#domain/errors.ts';

/** What a link in a mail does; a token for one purpose is invalid for another. */
export type LinkPurpose = 'confirm-address' | 'end-alert' | 'confirm-newsletter' | 'end-newsletter';

/** A signed token that carries `subject`. It does not expire: unsubscribing must always work. */
export function signLink(secret: string, purpose: LinkPurpose, subject: string): string {
  const payload = Buffer.from(subject).toString('base64url');
  return `${payload}.${signature(secret, purpose, payload)}`;
}

/** The subject of a token. Throws PublicError 400 when its signature is wrong, or for another purpose. */
export function readLink(secret: string, purpose: LinkPurpose, token: string): string {
  const [payload = '', given = ''] = token.split('.');
  const expected = signature(secret, purpose, payload);
  const isOurs =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!isOurs) throw new PublicError(400, 'invalid-link', 'This link is invalid or incomplete.');
  return Buffer.from(payload, 'base64url').toString();
}

function signature(secret: string, purpose: LinkPurpose, payload: string): string {
  return createHmac('sha256', secret).update(`${purpose}.${payload}`).digest('base64url');
}
