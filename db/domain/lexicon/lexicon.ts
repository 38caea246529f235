/*
 * The lexicon: the words that search, categories, names and matching know, in one table (lexicon.json), and `tag`, which finds them in a text.
 *
 * A section of the table has a kind, and a category where its terms belong to one: "type Groceries", "colour". Each row is a term:
 *
 *   phrase = synonym, synonym < kind-of, kind-of        'sultanas = raisins < dried fruit'
 *
 * Phrases are compared in the singular, with "and" as "&"; '#' stands for any number.
 */
import { once } from '../remembered.ts';
import table from './lexicon.json' with { type: 'json' };
import { type Token, tokensOf } from './tokens.ts';

/**
 * What a term says of goods. Of a text, the kinds from `type` to `hint` say what the goods are, the others describe them:
 *
 *   type        a product type: 'coffee machine'
 *   ingredient  goods that are also flavours, scents or colours: 'coconut'
 *   hint        ambiguous words: 'iron', 'ball'
 *   aisle       a shelf that names no product type: 'dairy'
 *   brand, line a make, or a line of a make of several kinds of goods, of one category: 'voltaren', 'galaxy buds'
 *   compound    a product type named after another of its department, for head nouns: 'peanut butter'
 *   size        an amount and its unit; no row of the table
 *   unit        a unit of measure
 *   accessory   a head noun of goods that go with another thing: 'case'
 *   fruit, seasoning  of which other goods taste
 *   purpose     an occasion or ailment; its kinds are the product types that it takes: 'camping trip < tent, sleeping bag'
 *   hobby       likewise what suits who loves it: 'baking < stand mixer'
 *   plain       words that describe no goods; no tags
 *   exclusive   words of which goods have one: 'wired wireless'; no tags
 *   term        further words with synonyms
 */
export type Kind =
  | 'type'
  | 'ingredient'
  | 'hint'
  | 'aisle'
  | 'brand'
  | 'line'
  | 'compound'
  | 'colour'
  | 'material'
  | 'size'
  | 'unit'
  | 'description'
  | 'edition'
  | 'condition'
  | 'audience'
  | 'claim'
  | 'packaging'
  | 'accessory'
  | 'fruit'
  | 'seasoning'
  | 'purpose'
  | 'hobby'
  | 'plain'
  | 'exclusive'
  | 'term';

/** Kinds of terms that say what goods are, the surest first. */
export const GRADES = ['type', 'ingredient', 'hint'] as const;
export const GRADED: ReadonlySet<Kind> = new Set(GRADES);

/** A term found in a text. */
export interface Tag {
  kind: Kind;
  /** The canonical phrase, as the table writes it; of a size the amount and its unit: '2 l'. */
  phrase: string;
  /** Our category of the term; null for none. */
  category: string | null;
  /** UTF-16 offsets in the text, `end` exclusive. */
  start: number;
  end: number;
}

/** A row of the table. */
export interface Term {
  kind: Kind;
  category: string | null;
  phrase: string;
  synonyms: readonly string[];
  /** More general terms: almonds are nuts. */
  kindOf: readonly string[];
}

export const TERMS: readonly Term[] = Object.entries(table).flatMap(([section, rows]) => {
  const [, kind = '', category] = /^(\S+)(?: (.+))?$/.exec(section) ?? [];
  return rows.map((row): Term => {
    const [terms = '', general] = row.split(' < ');
    const [phrase = '', same] = terms.split(' = ');
    return {
      kind: kind as Kind,
      category: category ?? null,
      phrase,
      synonyms: same?.split(', ') ?? [],
      kindOf: general?.split(', ') ?? [],
    };
  });
});

/** The node of a phrase's words so far: the next words, and the terms that end here. */
interface Node {
  next: Map<string, Node>;
  /** Of this phrase, and of synonyms of this phrase. */
  own: Term[];
  others: Term[];
}

const newNode = (): Node => ({ next: new Map(), own: [], others: [] });

const UNTAGGED: ReadonlySet<Kind> = new Set(['unit', 'plain', 'exclusive']);

/** The node before the first word of a phrase. */
const root = once(() => {
  const first = newNode();
  const terms = TERMS.filter(({ kind }) => !UNTAGGED.has(kind));
  for (const term of terms) for (const phrase of namesOf(term)) add(first, phrase, term);
  // Shoppers write the two words of goods as one, unless it is a word of its own: 'airconditioner'.
  for (const term of terms.filter(({ kind }) => GRADED.has(kind)))
    for (const phrase of namesOf(term).filter((each) => TWO_WORDS.test(each))) {
      const joined = phrase.replace(' ', '');
      if (!keysOfTable(joined).some((key) => first.next.has(key))) add(first, joined, term);
    }
  return first;
});

const TWO_WORDS = /^\p{L}{3,} \p{L}{3,}$/u;
const namesOf = ({ phrase, synonyms }: Term): string[] => [phrase, ...synonyms];

function add(first: Node, phrase: string, term: Term): void {
  let node = first;
  for (const key of phrase.split(' ').flatMap(keysOfTable)) {
    const next = node.next.get(key) ?? newNode();
    node.next.set(key, next);
    node = next;
  }
  const terms = phrase === term.phrase ? node.own : node.others;
  if (!terms.includes(term)) terms.push(term);
}

/** The keys of a word of the table, whose '#' stands for digits. */
function keysOfTable(word: string): string[] {
  return tokensOf(word.replaceAll('#', '0')).map(({ key, pattern }) =>
    word.includes('#') ? pattern : key,
  );
}

export interface TagOptions {
  /** Leaves out terms that end within the first `from` tokens: a brand. */
  from?: number;
  /** Without synonyms. */
  isOwn?: boolean;
}

interface Found {
  end: number;
  terms: Term[];
}

/** The terms of the longest phrase that begins at a token, and the token behind it; null for none of these kinds. */
function longestAt(
  tokens: readonly Token[],
  from: number,
  isWanted: (term: Term) => boolean,
  { from: least = 0, isOwn = false }: TagOptions,
) {
  let found: Found | null = null;
  const walk = (node: Node, at: number): void => {
    const own = node.own.filter(isWanted);
    const terms = own[0] || isOwn ? own : node.others.filter(isWanted);
    if (terms[0] && at > (found?.end ?? Math.max(from, least))) found = { end: at, terms };
    const token = tokens[at];
    if (!token) return;
    for (const key of new Set([token.key, token.pattern])) {
      const next = node.next.get(key);
      if (next) walk(next, at + 1);
    }
  };
  walk(root(), from);
  return found as Found | null;
}

/**
 * The terms of these kinds in a text, in order: at each word the longest phrase, which later ones do not overlap. A phrase with several
 * rows ('kettle' of groceries and of appliances) has several tags of the same place.
 */
export function tag(text: string, kinds?: ReadonlySet<Kind>): Tag[] {
  return tagTokens(tokensOf(text), kinds);
}

/** As `tag`, for some kinds. */
export const tagsOf = (text: string, ...kinds: Kind[]): Tag[] => tag(text, new Set(kinds));

/** The tags of a phrase that is one term as a whole; empty for others. */
export function tagWhole(
  tokens: readonly Token[],
  kinds?: ReadonlySet<Kind>,
  options?: TagOptions,
): Tag[] {
  const tags = tagTokens(tokens, kinds, options);
  const [first, last] = [tokens[0]?.start, tokens.at(-1)?.end];
  return tags.filter(({ start, end }) => start === first && end === last);
}

/** As `tag`, for the tokens of a text. */
export function tagTokens(
  tokens: readonly Token[],
  kinds?: ReadonlySet<Kind>,
  options: TagOptions = {},
): Tag[] {
  const isWanted = ({ kind }: Term) => kinds === undefined || kinds.has(kind);
  const tags: Tag[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { start = 0, end = 0 } = tokens[at] ?? {};
    const found = longestAt(tokens, at, isWanted, options);
    const size = kinds === undefined || kinds.has('size') ? sizeAt(tokens, at) : null;
    if (size && size.next >= (found?.end ?? 0)) {
      const last = tokens[size.next - 1]?.end ?? end;
      const { phrase } = size;
      tags.push({ kind: 'size', phrase, category: null, start, end: last });
      at = size.next;
    } else if (found) {
      const last = tokens[found.end - 1]?.end ?? end;
      for (const { kind, phrase, category } of found.terms)
        tags.push({ kind, phrase, category, start, end: last });
      at = found.end;
    } else at += 1;
  }
  return tags;
}

const AMOUNT = /^(\d+(?:[.,]\d+)*)([a-z]*)$/;

/** The amount and unit at a token, joined ('2l') or apart ('2 litres'), and the token behind them; null for none. */
function sizeAt(tokens: readonly Token[], at: number): { phrase: string; next: number } | null {
  const [, amount, joined = ''] = AMOUNT.exec(tokens[at]?.key ?? '') ?? [];
  if (!amount) return null;
  const unit = unitOf(joined || (tokens[at + 1]?.key ?? ''));
  if (!unit) return null;
  const number = amount.replace(/,(?=\d{3}\b)/g, '').replace(',', '.');
  return { phrase: `${Number(number)} ${unit}`, next: joined ? at + 1 : at + 2 };
}

const UNITS = new Map(
  TERMS.filter(({ kind }) => kind === 'unit').flatMap(({ phrase, synonyms }) =>
    [phrase, ...synonyms].flatMap((word) =>
      tokensOf(word).map(({ key }): [string, string] => [key, phrase]),
    ),
  ),
);

/** The canonical unit that a word names ('l' for 'Litres'); null for none. */
export function unitOf(word: string): string | null {
  return UNITS.get(tokensOf(word)[0]?.key ?? '') ?? null;
}

export const phrasesOf = (kind: Kind): string[] =>
  TERMS.flatMap((term) => (term.kind === kind ? term.phrase : []));

/** A text without its terms of these kinds. */
export const withoutTags = (text: string, ...kinds: Kind[]): string =>
  tagsOf(text, ...kinds).reduceRight(
    (left, { start, end }) => left.slice(0, start) + left.slice(end),
    text,
  );

/** Whether a text is made of terms of these kinds alone. */
export const isMadeOf = (text: string, ...kinds: Kind[]): boolean =>
  withoutTags(text, ...kinds).trim() === '';
