/* What a name says that a thing is: its last word before size, colour and accessories ("milk chocolate" is chocolate). */
import { plainText } from './plain-text.ts';

/** What follows is no longer the thing itself. */
const AFTER =
  /[,|(/:;]|\s[-–—]\s|\sw\/|\b(?:with|for|in|by|from|suits?|fits?|compatible|mens|womens|kids|unisex)\b/;

/** Words at the end that say how much, how large or which colour; any word with a digit does too. */
const DETAIL =
  /\d|^(?:x|k?g|mg|m?l|[cm]?m|[gt]b|k?w|v|inch|litres?|packs?|pk|size|black|white|silver|gr[ae]y|graphite|charcoal|blue|navy|red|green|pink|beige)$/;

/** A watch has a case of its own. */
const OWN_CASE = /\b(?:aluminium|titanium|steel|ceramic) case\b/;

/** Goods that are sold beside what they are named after, in the singular. */
export const BESIDE: readonly string[] = [
  ...['case', 'cover', 'protector', 'sleeve', 'pouch', 'bag', 'backpack', 'strap', 'band', 'lace'],
  ...['charger', 'cable', 'adapter', 'adaptor', 'battery', 'remote', 'stylus', 'pen', 'tripod'],
  ...['dock', 'stand', 'mount', 'bracket', 'arm', 'holder', 'lid', 'jug', 'liner', 'topper'],
  ...['part', 'spare', 'filter', 'hose', 'bit', 'peg', 'pole', 'descaler', 'thermometer'],
  ...['refill', 'cartridge', 'ink', 'paper', 'cookbook'],
];

/** The word that says what a thing of this name is, in the singular; null where the name has none. */
export function headOf(name: string): string | null {
  const [thing = ''] = plainText(name).replace(OWN_CASE, '').split(AFTER);
  const words = thing.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const head = words.findLast((word) => !DETAIL.test(word));
  return head === undefined ? null : singularOf(head);
}

/** A word as it stands for one thing, as far as its ending tells. */
export function singularOf(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/(?<=[^s])s$/, '');
}
