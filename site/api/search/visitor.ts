import { createHmac } from 'node:crypto';

/**
 * Who counts as one visitor: the person, else the address, as a hash keyed with the server's secret and the day.
 * Without the secret it does not lead back to them, and one day's visitor is not known again on another; who holds
 * the secret can still test whether a guessed person or address was here on a day.
 */
export function visitorOf(secret: string, who: string, at: Date): string {
  const day = at.toISOString().slice(0, 10);
  return createHmac('sha256', secret)
    .update(`visitor:${day}:${who}`)
    .digest('base64url')
    .slice(0, 22);
}
