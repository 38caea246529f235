import { type Kind, tag } from '../lexicon/lexicon.ts';
import { sameAs } from '../lexicon/synonyms.ts';
import { remembered } from '../remembered.ts';
import type { ParsedQuery } from '../search/parse-query.ts';
import { typedOf } from '../search/query-type.ts';
import rules from './measures.json' with { type: 'json' };
import type { Need } from './question.ts';

/*
 * What a need asks of goods: the rules of each field, with their source, in measures.json. A rule of figures has a least and a most figure
 * for each unit of the need (`least`, `most`), fixed ones (`fixed`), or for needs up to a figure (`steps`). A rule of words has words that
 * names or specifications have, and words that break the need.
 */

/** A condition on the name and specifications of goods; words as regular expressions. */
export interface Condition {
  unit?: string;
  facts?: readonly string[];
  least?: number | undefined;
  most?: number | undefined;
  has?: string;
  lacks?: string;
  /** Goods that state nothing break it. */
  strict?: boolean;
}

interface Rule extends Condition {
  /** Product types, as a regular expression. */
  of: string;
  need: string;
  when?: string;
  fixed?: boolean;
  /** The words of the need are those that names or specifications have. */
  asked?: boolean;
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

export interface Described {
  name: string;
  facts: Readonly<Record<string, string>>;
}

const RULES = rules as readonly Rule[];
const SIZES: ReadonlySet<Kind> = new Set(['size']);
/** Smaller units, with their share of the larger one. */
const SMALLER: Readonly<Record<string, readonly [unit: string, share: number]>> = {
  ...{ w: ['kw', 0.001], ml: ['l', 0.001], g: ['kg', 0.001] },
};
const UNIT_TEXTS: Readonly<Record<string, string>> = {
  ...{ kw: 'kW', l: 'L', kg: 'kg', gb: 'GB', inch: 'inches', m2: 'm²' },
};

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

/** What the needs of a question ask of goods of a type; needs without a rule are left out. */
export function askedOf(needs: readonly Need[], type: string): Asked[] {
  return needs.flatMap((need) => {
    const { kind, words, amount } = need;
    const ofNeed = RULES.filter(
      ({ need, when = '', unit, fixed }) =>
        need === kind &&
        pattern(when).test(words) &&
        (unit === undefined || amount !== null || fixed),
    );
    const rule = rowFor(ofNeed, type);
    return rule ? [{ words, source: rule.source, ...conditionOf(rule, need) }] : [];
  });
}

function conditionOf(rule: Rule, { amount, words }: Need): Pick<Asked, 'condition' | 'text'> {
  if (rule.asked) return { condition: { has: statedAs(words), strict: true }, text: words };
  if (rule.unit === undefined) return { condition: rule, text: rule.says };
  const factor = rule.fixed ? 1 : (amount ?? 1);
  const [, ...range] = rule.steps?.find(([upTo = 0]) => (amount ?? 0) <= upTo) ?? [];
  const [least, most] = rule.steps
    ? range
    : [rule.least, rule.most].map((each) => each && Math.round(each * factor * 10) / 10);
  const figures = most === undefined ? `${least} or more` : `${least ?? 0}–${most}`;
  const text = `${rule.says} ${figures} ${UNIT_TEXTS[rule.unit] ?? ''}`.trim();
  return { condition: { ...rule, least, most }, text };
}

/** The words of a purpose that some of the goods state, as needs: "reflux" of a baby formula. Other words tell no goods apart. */
export function purposesOf(
  purpose: ParsedQuery['purpose'],
  needs: readonly Need[],
  goods: readonly Described[],
): Asked[] {
  return purpose.flatMap((term) => {
    const words = typedOf(term);
    const condition = stating(term);
    const isNeed = needs.some((need) => need.words.toLowerCase().includes(words));
    const isStated = goods.some((one) => check(condition, one) === 'passes');
    return isStated && !isNeed
      ? [{ words, condition, text: words, source: 'As shops state it' }]
      : [];
  });
}

/** That goods state a term of a query in any of its forms and numbers. */
export function stating(term: ParsedQuery['terms'][number]): Condition {
  const stems = term.map((each) => {
    const stem = each.replace(/(?<=\p{L}{3})(?:ie|y|e)?s?$|\*$/u, '');
    return stem.split(/[\s-]/).map(RegExp.escape).join('[\\s-]?');
  });
  return { has: `\\b(?:${stems.join('|')})` };
}

/** 'gluten free' and its synonyms as names and specifications state them. */
function statedAs(words: string): string {
  const [, substance] = /^(\w+)[\s-]?free$/i.exec(words) ?? [];
  const forms = [words, ...sameAs(words)].map((each) => {
    const parts = each.split(/[\s-]+/).map((part) => RegExp.escape(part));
    return `\\b${parts.join('[\\s-]?')}\\b(?!: ?no)`;
  });
  if (!substance) return forms.join('|');
  const [short = ''] = substance;
  return `${forms.join('|')}|\\bno (?:added )?${substance}|\\b${substance}: ?(?:none|no|free)|\\b${short}f\\b`;
}

/** Checks goods by their specifications, else their name. */
export function check(condition: Condition, goods: Described): Check {
  const { unit, has, lacks, strict, least = 0, most = Number.POSITIVE_INFINITY } = condition;
  if (unit === undefined) {
    const stated = Object.entries(goods.facts).map(([fact, value]) => `${fact}: ${value}`);
    const text = [goods.name, ...stated].join(' | ');
    if (lacks && pattern(lacks).test(text)) return 'breaks';
    if (has && pattern(has).test(text)) return 'passes';
    return strict ? 'breaks' : 'unknown';
  }
  const figure = figureOf(condition, goods);
  if (figure === null) return 'unknown';
  return figure >= least && figure <= most ? 'passes' : 'breaks';
}

/** The figure that a condition reads, in its unit; of several (memory and storage) the least. Null where none is stated. */
export function figureOf({ unit = '', facts: named = [] }: Condition, { name, facts }: Described) {
  const [, own = ''] =
    Object.entries(facts).find(([fact]) => named.includes(fact.trim().toLowerCase())) ?? [];
  const [stated = /^\s*(\d+(?:\.\d+)?)/.exec(own)?.[1]] = figuresOf(own, unit);
  if (stated !== undefined) return Number(stated);
  const figures = figuresOf(name, unit);
  // 'SPF50', '4-burner'
  const beside = pattern(`\\b${unit}\\s?(\\d+)|(\\d+)[\\s-]?${unit}s?\\b`).exec(name);
  return figures[0] !== undefined ? Math.min(...figures) : beside && Number(beside[1] ?? beside[2]);
}

function figuresOf(text: string, unit: string): number[] {
  return tag(text, SIZES).flatMap(({ phrase }) => {
    const [amount = '', stated = ''] = phrase.split(' ');
    const [larger, share] = SMALLER[stated] ?? [stated, 1];
    return stated === unit ? Number(amount) : larger === unit ? Number(amount) * share : [];
  });
}
