/*
 * The head noun of a product name, which says what the product is. In English it is the last word before size, colour, and what the
 * product comes with or is made for: milk chocolate is chocolate, a case for an iPhone is a case.
 */
import { departmentOf } from '../categories/category.ts';
import { headNoun, tokensOf } from '../categories/head-noun.ts';
import { GRADED, phrasesOf, TERMS } from '../lexicon/lexicon.ts';
import { isOnlyColour } from '../lexicon/synonyms.ts';
import { phraseKey, singularOf } from '../lexicon/tokens.ts';
import { once } from '../remembered.ts';
import { plainText } from '../text/plain-text.ts';
import { unwantedIn, withoutUnwanted } from './query-grammar.ts';

/** Ends the part of a name that names the thing. */
const AFTER =
  /[,|(/:;]|\s[-–—]\s|\sw\/|(?<!-)\b(?:with|for|in|by|from|suits?|fits?|compatible|mens|womens|kids|unisex)\b/;

/** Words of amount, size or form that may follow the head noun, and any word with a digit. */
const DETAIL =
  /\d|^(?:x|k?g|mg|m?l|[cm]?m|[gt]b|k?w|v|inch|litres?|packs?|pk|size|sets?|kits?|bundles?|combo|pieces?|block|slices?|blend|tog|tub|tin|jar|pouch|sachets?|carton|cask|tray|original|classic|regular|natural|assorted|large|small|medium|king|queen|double|single)$/;

/** Fruits and nuts, in the singular. Other goods taste of them. */
export const FRUITS: ReadonlySet<string> = new Set(phrasesOf('fruit'));

/** The case of a watch is part of it. */
const OWN_CASE = /\b(?:aluminium|titanium|steel|ceramic) case\b/;

/** Head nouns of goods that go with another thing, in the singular. */
export const ACCESSORY_NOUNS: readonly string[] = phrasesOf('accessory');

/** Head nouns that stay although a name also has a thing that they go with: a game for an Xbox. */
const OF_PLATFORMS: ReadonlySet<string> = new Set([...ACCESSORY_NOUNS, 'game']);

const COLOURS: ReadonlySet<string> = new Set(phrasesOf('colour'));

/** An amount: '18l' of "1.18L", 'l' of "2 L". */
const AMOUNT = /\d ?(?:k?g|m?l|[cm]?m|litres?)$/;

/** Whether a word of a name describes its goods. "Cream" is a colour behind goods and their amount: "Kettle 1.7L Cream". */
function isDetail(word: string, at: number, words: readonly string[]): boolean {
  if (DETAIL.test(word) || isOnlyColour(word)) return true;
  const before = words.slice(0, at).join(' ');
  return COLOURS.has(word) && AMOUNT.test(before) && headNoun(before) !== null;
}

/**
 * Product types named after others: peanut butter is not butter. Beside the rows of the lexicon, types of another department than their
 * last word: a camp oven is no oven.
 */
const compounds = once((): ReadonlySet<string> => {
  const goods = TERMS.filter(({ kind }) => GRADED.has(kind)).map(({ kind, phrase, category }) => ({
    ...{ kind, key: phraseKey(phrase), department: departmentOf(category ?? '') },
  }));
  const byKey = Map.groupBy(goods, ({ key }) => key);
  const ofOthers = goods.filter(({ kind, key, department }) => {
    const last = key.split(' ').at(-1) ?? '';
    if (kind !== 'type' || ACCESSORY_NOUNS.includes(last)) return false;
    return byKey.get(last)?.every((noun) => noun.department !== department);
  });
  return new Set([...phrasesOf('compound').map(phraseKey), ...ofOthers.map(({ key }) => key)]);
});

/** The head noun of a name, in the singular, or the compound that ends with it ('peanut butter'); null where the name has none. */
export function headOf(name: string): string | null {
  const [thing = ''] = withoutUnwanted(plainText(name)).replace(OWN_CASE, '').split(AFTER);
  const words = thing.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const last = words.findLastIndex((word, at) => !isDetail(word, at, words));
  if (last < 0) return null;
  const singular = words.slice(0, last + 1).map(singularOf);
  const ends = [3, 2].map((length) => singular.slice(-length).join(' '));
  return ends.find((end) => compounds().has(end)) ?? singular.at(-1) ?? null;
}

/** Head nouns that are product types of the lexicon. */
export const knownHeads = once((): readonly string[] =>
  phrasesOf('type')
    .map(phraseKey)
    .filter((type) => headOf(type) === type),
);

const FLAVOUR = String.raw`(?:(?:balsamic|black|cracked|sea|smoked|sour|sweet) )?[\p{L}'’]+`;
/** Two flavours, which may not be the thing: 'Pizza Slices Ham & Pineapple', 'Fruit & Nut Chocolate', 'Chips Lime & Cracked Pepper'. */
const PAIR = new RegExp(`${FLAVOUR} & ${FLAVOUR}`, 'giu');

const VOLUME = /\d ?(?:m?l|litres?)\b/i;

/**
 * What a product of this name is: the noun that our categories find in it, so that chips with barbecue flavour are chips, else its last
 * word. An accessory keeps its last word. One of a pair is the thing only if no other word is; an unwanted substance, and a fruit or nut
 * of a pair or by the litre, never is.
 */
export function headNounOf(name: string, brand: string | null): string | null {
  const last = headOf(name);
  if (last !== null && OF_PLATFORMS.has(last.split(' ').at(-1) ?? '')) return last;
  const known = (text: string) => {
    const noun = headNoun(text, brand);
    return noun?.phrase && noun.category ? { head: headOf(noun.phrase) } : null;
  };
  const noun = known(name);
  const word = noun?.head?.split(' ').at(-1) ?? null;
  const paired = tokensOf((name.match(PAIR) ?? []).join(' '));
  const isOfPair = word !== null && paired.includes(word);
  const isUnwanted = word !== null && unwantedIn(name).split(' ').includes(word);
  const unpaired = isOfPair ? known(name.replace(PAIR, ' ')) : null;
  const wanted = isUnwanted ? (known(withoutUnwanted(name)) ?? { head: last }) : null;
  const { head } = unpaired ?? wanted ?? noun ?? { head: last };
  return head !== null && FRUITS.has(head) && (isOfPair || VOLUME.test(name)) ? null : head;
}
