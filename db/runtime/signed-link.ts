import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { PublicError } from '#domain/errors.ts';

/** The purpose of a signed token; a token is invalid for any other purpose. */
export type LinkPurpose =
  | 'confirm-address'
  | 'end-alert'
  | 'end-pass'
  | 'end-search'
  | 'confirm-newsletter'
  | 'end-newsletter'
  | 'favorites-feed'
  | 'session';

/** A signed token that carries `subject`. It does not expire, because unsubscribing must always work. */
export function signLink(secret: string, purpose: LinkPurpose, subject: string): string {
  const payload = Buffer.from(subject).toString('base64url');
  return `${payload}.${signature(secret, purpose, payload)}`;
}

/** The subject of a token. Throws PublicError 400 when the signature is wrong or for another purpose. */
export function readLink(secret: string, purpose: LinkPurpose, token: string): string {
  const [payload = '', given = ''] = token.split('.');
  const expected = signature(secret, purpose, payload);
  if (!isSameSecret(given, expected))
    throw new PublicError(400, 'invalid-link', 'This link is invalid or incomplete.');
  return Buffer.from(payload, 'base64url').toString();
}

/** Compares two secrets in constant time, by bytes because a character may take several. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function signature(secret: string, purpose: LinkPurpose, payload: string): string {
  return createHmac('sha256', secret).update(`${purpose}.${payload}`).digest('base64url');
}

/**
 * Encrypts a secret in a stored row (AES-256-GCM), for the mail with this key alone, or the row that the key names: operators read the
 * row, only the sent mail contains the secret.
 */
export function seal(secret: string, mailKey: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey(secret), iv).setAAD(Buffer.from(mailKey));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return `sealed.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/**
 * Decrypts what was sealed for the mail with this key. Everything else stays as it is, because names of products and people
 * may contain the same marker or a piece of another mail.
 */
export function unseal(secret: string, mailKey: string, text: string): string {
  return text.replaceAll(/\bsealed\.([\w-]{40,})/g, (whole, packed: string) => {
    const bytes = Buffer.from(packed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', sealKey(secret), bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(mailKey)).setAuthTag(bytes.subarray(12, 28));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
    } catch {
      return whole;
    }
  });
}

/** The error of a reset mail whose link `unseal` left closed. */
export const CLOSED_LINK =
  'The link cannot be decrypted: BETTER_AUTH_SECRET has changed, or an earlier version wrote this mail.';

function sealKey(secret: string): Buffer {
  return createHmac('sha256', secret).update('mail-seal').digest();
}
