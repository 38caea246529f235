import { type Kind, phrasesOf, tagsOf, tagWhole } from '../lexicon/lexicon.ts';
import { wordsThatMean } from '../lexicon/synonyms.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { remembered } from '../remembered.ts';
import { parseQuery } from '../search/parse-query.ts';
import { freeOf } from '../search/query-grammar.ts';
import { typedOf } from '../search/query-type.ts';
import { sizeWishOf } from '../search/size-wish.ts';
import rules from './measures.json' with { type: 'json' };
import { AT_LEAST, AT_MOST, type Need } from './needs.ts';
import { phrasesIn } from './noun-phrase.ts';

/*
 * What a need asks of goods: the rules of each field, with their source, in measures.json. A rule of figures has a least and a most figure
 * for each unit of the need (`least`, `most`), or for needs up to a figure (`steps`). A rule of words has words that
 * names or specifications have, and words that break the need.
 */

/** A condition on the name and specifications of goods; words as regular expressions. */
export interface Condition {
  unit?: string;
  facts?: readonly string[];
  least?: number | undefined;
  most?: number | undefined;
  /** Any stated figure may meet it, instead of the least: a phone states memory and storage. */
  isAny?: boolean;
  has?: string;
  /** Words that break it where `has` is not stated: single for queen. */
  others?: string | undefined;
  lacks?: string;
  /** Goods that state nothing break it. */
  strict?: boolean;
}

interface Rule extends Condition {
  /** Product types, as a regular expression. */
  of: string;
  need: string;
  when?: string;
  steps?: readonly (readonly number[])[];
  says: string;
  source: string;
}

/** What a need asks of goods of a type. */
export interface Asked {
  /** The need as the shopper said it. */
  words: string;
  condition: Condition;
  /** '2–3.9 kW', or what words state. */
  text: string;
  source: string;
}

/** What a condition says of goods: unknown where nothing states it. */
export type Check = 'passes' | 'breaks' | 'unknown';

/** A need by its text, and what goods say of it. */
export interface Checked {
  text: string;
  check: Check;
}

/** How many needs goods are known to meet. */
export const passesOf = ({ checks }: { checks: readonly Checked[] }): number =>
  checks.filter((each) => each.check === 'passes').length;

export interface Described {
  name: string;
  brand?: string | null;
  facts: Readonly<Record<string, string>>;
}

const RULES = rules as readonly Rule[];
const DESCRIBING: ReadonlySet<Kind> = new Set([
  ...(['description', 'claim', 'colour', 'material', 'edition', 'brand', 'line'] as const),
]);
const PLAIN: ReadonlySet<string> = new Set(phrasesOf('plain'));
const EXCLUSIVE = phrasesOf('exclusive').map((words) => words.split(' '));
/** The words of a text of which goods have one: 'queen' of 'a bed, queen'. */
export const exclusiveIn = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => EXCLUSIVE.flat().includes(word));
/** Smaller units, with their share of the larger one. */
const SMALLER: Readonly<Record<string, readonly [unit: string, share: number]>> = {
  ...{ w: ['kw', 0.001], ml: ['l', 0.001], g: ['kg', 0.001] },
};
const UNIT_TEXTS: Readonly<Record<string, string>> = {
  ...{ kw: 'kW', l: 'L', kg: 'kg', gb: 'GB', inch: 'inches', m2: 'm²' },
};
const AS_ASKED = 'As shops state it';

const pattern = remembered((words) => new RegExp(words, 'i'));

/** The first row of a table that names one of the types as a whole ("dishwasher"), else as its last words ("stick vacuum"). */
export function rowFor<Row extends { of: string }>(
  rows: readonly Row[],
  type: string,
): Row | undefined {
  const types = type.split(', ');
  const named = (start: string) =>
    rows.find(({ of }) => types.some((each) => pattern(`${start}(?:${of})s?$`).test(each)));
  return named('^') ?? named('\\b');
}

/**
 * What a question asks of goods of a type, else of their category: its needs by their rules, sizes as stated, and the words that describe the thing. Words of the
 * purpose are needs where some of the goods state them ("reflux"); others tell no goods apart. Needs without a rule are left out.
 */
export function askedOf(
  needs: readonly Need[],
  types: readonly string[],
  asked = '',
  goods: readonly Described[] = [],
): Asked[] {
  const { terms, thing, purpose } = parseQuery(asked);
  const byRule = needs.flatMap((need) => askedBy(need, types));
  const said = byRule.map(({ words }) => words.toLowerCase());
  const described = terms.flatMap((term): Asked[] => {
    const words = typedOf(term);
    const kinds = tagWhole(tokensOf(words), DESCRIBING).map(({ kind }) => kind);
    const isNoun = thing.includes(term) && !kinds[0];
    // The brand of a TV that a soundbar is for is none of the soundbar.
    const isOther = purpose.includes(term) && kinds.includes('brand');
    const isSaid = isNoun || isOther || said.some((each) => each.includes(words));
    if (
      isSaid ||
      PLAIN.has(words) ||
      /^\d{1,2}$/.test(words) ||
      sizeWishOf(words) ||
      tagsOf(words, 'size')[0]
    )
      return [];
    const [ruled] = askedBy({ kind: 'use', words, amount: null }, types);
    if (ruled) return [ruled];
    const condition = exclusively(words) ?? stating(term);
    const [stated, isOfSome] = sharesOf(condition, goods);
    // That none states an edition or a claim a shopper must know.
    const isTold = isOfSome || kinds.some((kind) => kind !== 'description');
    const isNeed = isTold && (purpose.includes(term) || stated < goods.length);
    return isNeed ? [asStated(words, condition)] : [];
  });
  // Of a wish without a rule the words that tell goods apart, its whole phrases first.
  const wished = needs
    .filter(({ kind, words }) => kind === 'use' && !said.includes(words.toLowerCase()))
    .flatMap(({ words }) => phrasesIn(words).flatMap(({ text }) => wishedBy(text, goods)));
  return [...byRule, ...described, ...wished];
}

/** Words as a need without a rule of their own. */
const asStated = (words: string, condition: Condition): Asked => ({
  ...{ words, condition, text: words, source: AS_ASKED },
});

/** What a phrase asks of goods: that they state it, else what of its terms some of them state. */
function wishedBy(phrase: string, goods: readonly Described[]): Asked[] {
  const terms = tagsOf(phrase, ...DESCRIBING, 'hint', 'ingredient');
  const parts = terms.map(({ start, end }) => phrase.slice(start, end));
  // Of '14 place settings' the number is the need.
  const asked = [phrase, ...(/\d/.test(phrase) ? [] : parts)].flatMap((words): Asked[] => {
    const condition = exclusively(words) ?? stating([words, ...wordsThatMean(words)]);
    const [stated, isOfSome] = sharesOf(condition, goods);
    const isNeed = isOfSome && stated < goods.length && !PLAIN.has(words);
    return isNeed ? [asStated(words, condition)] : [];
  });
  return asked[0]?.words === phrase ? asked.slice(0, 1) : asked;
}

/** How many goods are known to meet a condition, and whether it tells any apart: words that all goods state, or none, do not. */
function sharesOf(condition: Condition, goods: readonly Described[]) {
  const checks = goods.map((one) => check(condition, one));
  const stated = checks.filter((each) => each === 'passes').length;
  return [stated, stated > 0 || checks.includes('breaks')] as const;
}

/** That goods state the word of which they have one ("queen" of "queen bed"), and no other in its place; null for most words. */
function exclusively(words: string): Condition | null {
  const typed = words.split(/[ -]/);
  const group = EXCLUSIVE.find((each) => each.some((word) => typed.includes(word))) ?? [];
  const [own, others] = [true, false].map((isOwn) =>
    stating(group.filter((word) => typed.includes(word) === isOwn)),
  );
  return own && group[0] ? { ...own, others: others?.has } : null;
}

function askedBy({ kind, words, amount }: Need, types: readonly string[]): Asked[] {
  if (kind === 'diet') {
    const condition = { ...stating([words, ...wordsThatMean(words)]), strict: true };
    return [{ words, condition, text: words, source: 'Only what the maker states counts' }];
  }
  const [size] = measuresIn(words);
  if (kind === 'size' && size) {
    const [least = 0, most] = AT_MOST.test(words)
      ? [0, 1]
      : AT_LEAST.test(words)
        ? [1]
        : [0.95, 1.05];
    const range = { least: size.amount * least, most: most && size.amount * most };
    const condition = { unit: size.unit, isAny: true, ...range };
    return [asStated(words, condition)];
  }
  const ofNeed = RULES.filter(
    ({ need, when = '', unit }) =>
      need === kind && pattern(when).test(words) && (unit === undefined || amount !== null),
  );
  const [rule] = types.flatMap((type) => rowFor(ofNeed, type) ?? []);
  if (!rule) return [];
  const { source, says, unit } = rule;
  if (unit === undefined || amount === null)
    return [{ words, condition: rule, text: says, source }];
  const step = rule.steps?.find(([upTo = 0]) => amount <= upTo)?.slice(1);
  const [least = 0, most] = step ?? [rule.least, rule.most].map((each) => each && each * amount);
  const digits = kind === 'age' ? 1 : 10;
  const [from, to] = [least, most].map((each) => each && Math.round(each * digits) / digits);
  const figures = `${says} ${from}${to === undefined ? '' : `–${to}`} ${UNIT_TEXTS[unit] ?? ''}`;
  const text = `${figures.trim()}${to === undefined ? ' or more' : ''}`;
  return [{ words, condition: { ...rule, least, most }, text, source }];
}

/** That goods state one of these phrases as whole words, in any number; one with '*' as a beginning. */
export function stating(phrases: readonly string[]): Condition {
  const forms = phrases.map((each) => {
    const stem = each.replace(/(?<=\p{L}{3})(?:ie|y|e)?s?$|\*$/u, '');
    const ending = each.endsWith('*') ? '' : String.raw`(?:ies?|y|es?|s)?\b`;
    return (
      stem
        .split(/[\s-]+/)
        .map(RegExp.escape)
        .join(String.raw`[\s-]?`) + ending
    );
  });
  return { has: String.raw`(?<!\bnot? )\b(?:${forms.join('|')})` };
}

/** What goods state, with unwanted substances as 'sugar free'. */
function statedIn({ name, facts, brand = '' }: Described): string {
  const stated = Object.entries(facts).map(([fact, value]) => {
    if (!/^(?:no|none)$/i.test(value)) return `${fact}: ${value}`;
    return `${/free$/i.test(fact) ? 'not' : 'no'} ${fact}`;
  });
  return freeOf([brand, name, ...stated].join(' | '));
}

/** Checks goods by their specifications, else their name. */
export function check(condition: Condition, goods: Described): Check {
  const {
    unit,
    has,
    others,
    lacks,
    strict,
    isAny,
    least = 0,
    most = Number.POSITIVE_INFINITY,
  } = condition;
  const text = statedIn(goods);
  if (lacks && pattern(lacks).test(text)) return 'breaks';
  if (unit === undefined) {
    if (has && pattern(has).test(text)) return 'passes';
    return strict || (others && pattern(others).test(text)) ? 'breaks' : 'unknown';
  }
  const figures = figuresOf(condition, goods);
  if (figures[0] === undefined) return 'unknown';
  const read = isAny ? figures : [Math.min(...figures)];
  return read.some((figure) => figure >= least && figure <= most) ? 'passes' : 'breaks';
}

/** The figures that goods state in a condition's unit: in the named specification, else in the name. */
export function figuresOf({ unit = '', facts: named }: Condition, { name, facts }: Described) {
  const own = Object.entries(facts).find(([fact]) => named?.includes(fact.trim().toLowerCase()));
  const stated = own && (amountsIn(own[1], unit)[0] ?? Number.parseFloat(own[1]));
  if (stated) return [stated];
  return amountsIn(named ? name : [name, ...Object.values(facts)].join(' | '), unit);
}

function amountsIn(text: string, unit: string): number[] {
  const amounts = measuresIn(text).flatMap((each) =>
    unit.split('|').includes(each.unit) ? each.amount : [],
  );
  // 'SPF50', '4-burner'
  const beside = pattern(`\\b(?:${unit})\\s?(\\d+)|(\\d+(?:\\.\\d+)?)[\\s-]?(?:${unit})s?\\b`).exec(
    text,
  );
  return amounts[0] === undefined && beside ? [Number(beside[1] ?? beside[2])] : amounts;
}

/** The sizes in a text, in the larger unit: '500 g' is 0.5 kg. */
const measuresIn = (text: string) =>
  tagsOf(text, 'size').map(({ phrase }) => {
    const [amount = '', stated = ''] = phrase.split(' ');
    const [unit, share] = SMALLER[stated] ?? [stated, 1];
    return { amount: Number(amount) * share, unit };
  });
