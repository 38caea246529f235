/*
 * What a name says that a thing is. In English that is its last word, before size, colour and what it comes with or is
 * made for: milk chocolate is chocolate, a case for an iPhone is a case.
 */
import { headNoun } from '../categories/head-noun.ts';
import { singularOf } from '../categories/singular.ts';
import { plainText } from '../text/plain-text.ts';
import { withoutUnwanted } from './query-grammar.ts';
import { compoundOf } from './vocabulary.ts';

/** What follows is no longer the thing itself. */
const AFTER =
  /[,|(/:;]|\s[-–—]\s|\sw\/|\b(?:with|for|in|by|from|suits?|fits?|compatible|mens|womens|kids|unisex)\b/;

/** Words at the end that say how much, how large, in what form or which colour; any word with a digit does too. */
const DETAIL =
  /\d|^(?:x|k?g|mg|m?l|[cm]?m|[gt]b|k?w|v|inch|litres?|packs?|pk|size|sets?|kits?|bundles?|combo|pieces?|block|slices?|blend|tub|tin|jar|pouch|sachets?|carton|cask|tray|original|classic|regular|natural|assorted|large|small|medium|king|queen|double|single|black|white|silver|gr[ae]y|graphite|charcoal|blue|navy|red|green|pink|beige)$/;

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

/**
 * What a thing of this name is, in the singular: its last word, or the compound that the word ends ('peanut butter'); null where the
 * name has none.
 */
export function headOf(name: string): string | null {
  const [thing = ''] = withoutUnwanted(plainText(name)).replace(OWN_CASE, '').split(AFTER);
  const words = thing.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const last = words.findLastIndex((word) => !DETAIL.test(word));
  if (last < 0) return null;
  const singular = words.slice(0, last + 1).map(singularOf);
  return compoundOf(singular) ?? singular.at(-1) ?? null;
}

/**
 * What a product of this name is: its head noun where our categories know it, so that chips with barbecue flavour are chips, else the
 * last word. What goes with a thing stays what it is.
 */
export function thingOf(name: string, brand: string | null): string | null {
  const last = headOf(name);
  if (last !== null && BESIDE.includes(last.split(' ').at(-1) ?? '')) return last;
  const noun = headNoun(name, brand);
  return noun?.phrase && noun.category ? headOf(noun.phrase) : last;
}
