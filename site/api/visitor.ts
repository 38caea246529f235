import { createHmac } from 'node:crypto';

/**
 * Who counts as one visitor: the person, else the address, as a keyed hash that changes daily. Nothing stored
 * leads back to an address.
 */
export function visitorOf(secret: string, who: string, at: Date): string {
  const day = at.toISOString().slice(0, 10);
  return createHmac('sha256', secret)
    .update(`visitor:${day}:${who}`)
    .digest('base64url')
    .slice(0, 22);
}
