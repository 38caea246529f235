import { createHash } from 'node:crypto';
import { textOfAllThings } from '#domain/search/text-rules.ts';

let digest: string | undefined;

/** A digest of the rules that make search texts. renew-search-texts.ts renews texts made by other rules. */
export function textRules(): string {
  digest ??= createHash('sha256').update(textOfAllThings()).digest('base64url').slice(0, 16);
  return digest;
}
