import { PublicError } from '#domain/errors.ts';

/**
 * Refuses input with text that Postgres cannot hold: a NUL character or half a surrogate pair, in any string or key.
 * Throws PublicError 400.
 */
export function requireStorableText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new PublicError(400, 'invalid-input', 'The request has characters that no text has.');
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      requireStorableText(key);
      requireStorableText(item);
    }
  }
}
