import { type Kind, tag } from '../lexicon/lexicon.ts';
import { sameAs } from '../lexicon/synonyms.ts';
import rules from './measures.json' with { type: 'json' };
import type { Need } from './question.ts';

/*
 * What a need asks of goods: the rules of each field, with their source, in measures.json. A rule of figures has a least and a most figure
 * for each unit of the need (`least`, `most`), fixed ones (`fixed`), or for needs up to a figure (`steps`). A rule of words has words that
 * names or specifications have, and words that break the need.
 */

/** A condition on the name and specifications of goods. */
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

/** A need, and what it asks of goods of a type. */
export interface Asked {
  need: Need;
  condition: Condition;
  /** '2–3.9 kW', or what words state. */
  text: string;
  says: string;
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
  w: ['kw', 0.001],
  ml: ['l', 0.001],
  g: ['kg', 0.001],
};
const UNIT_TEXTS: Readonly<Record<string, string>> = {
  ...{ kw: 'kW', l: 'L', kg: 'kg', gb: 'GB', inch: 'inches', m2: 'm²' },
};

/** The first row of a table that names one of the types as a whole ("dishwasher"), else as its last words ("stick vacuum"). */
export function rowFor<Row extends { of: string }>(
  rows: readonly Row[],
  type: string,
): Row | undefined {
  const types = type.split(', ');
  const named = (pattern: (of: string) => string) =>
    rows.find(({ of }) => types.some((each) => new RegExp(pattern(of), 'i').test(each)));
  return named((of) => `^(?:${of})s?$`) ?? named((of) => `\\b(?:${of})s?$`);
}

/** What the needs of a question ask of goods of a type; needs without a rule are left out. */
export function askedOf(needs: readonly Need[], type: string): Asked[] {
  return needs.flatMap((need) => {
    const rules = RULES.filter(
      (each) =>
        each.need === need.kind &&
        (!each.when || new RegExp(each.when, 'i').test(need.words)) &&
        (each.unit === undefined || need.amount !== null || each.fixed),
    );
    const rule = rowFor(rules, type);
    return rule ? [{ need, ...conditionOf(rule, need), says: rule.says, source: rule.source }] : [];
  });
}

function conditionOf(rule: Rule, { amount, words }: Need): Pick<Asked, 'condition' | 'text'> {
  const { unit, has, lacks, facts } = rule;
  if (rule.asked) return { condition: { has: statedAs(words), strict: true }, text: words };
  if (unit === undefined) return { condition: { ...rule }, text: rule.says };
  const factor = rule.fixed ? 1 : (amount ?? 1);
  const [, low, high] = rule.steps?.find(([upTo = 0]) => (amount ?? 0) <= upTo) ?? [];
  const times = (figure?: number) =>
    figure === undefined ? undefined : Math.round(figure * factor * 10) / 10;
  const [least, most] = rule.steps ? [low, high] : [times(rule.least), times(rule.most)];
  const range = most === undefined ? `${least} or more` : `${least ?? 0}–${most}`;
  const text = `${rule.says} ${range} ${UNIT_TEXTS[unit] ?? ''}`;
  const condition = { unit, least, most, ...(facts && { facts }), ...(has && { has, lacks }) };
  return { condition: condition as Condition, text: text.trim() };
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
export function check(condition: Condition, { name, facts }: Described): Check {
  if (condition.unit === undefined) {
    const stated = Object.entries(facts).map(([fact, value]) => `${fact}: ${value}`);
    const text = [name, ...stated].join(' | ');
    if (condition.lacks && new RegExp(condition.lacks, 'i').test(text)) return 'breaks';
    if (condition.has && new RegExp(condition.has, 'i').test(text)) return 'passes';
    return condition.strict ? 'breaks' : 'unknown';
  }
  const figure = figureOf(condition, { name, facts });
  if (figure === null) return 'unknown';
  const { least = 0, most = Number.POSITIVE_INFINITY } = condition;
  return figure >= least && figure <= most ? 'passes' : 'breaks';
}

/** The figure that a condition reads, in its unit; of several (memory and storage) the least. Null where none is stated. */
export function figureOf({ unit = '', facts: named = [] }: Condition, { name, facts }: Described) {
  const own = Object.entries(facts).find(([fact]) => named.includes(fact.trim().toLowerCase()));
  const stated = own ? [...figuresOf(own[1], unit), ...numberIn(own[1])] : [];
  const spf = new RegExp(`\\b${unit}\\s?(\\d+)|(\\d+)[\\s-]?${unit}s?\\b`, 'i').exec(name);
  const figures = stated[0] === undefined ? figuresOf(name, unit) : stated.slice(0, 1);
  if (figures[0] !== undefined) return Math.min(...figures);
  return spf ? Number(spf[1] ?? spf[2]) : null;
}

const numberIn = (text: string) => (/^\s*(\d+(?:\.\d+)?)/.exec(text) ?? []).slice(1, 2).map(Number);

function figuresOf(text: string, unit: string): number[] {
  return tag(text, SIZES).flatMap(({ phrase }) => {
    const [amount = '', stated = ''] = phrase.split(' ');
    const [larger, share] = SMALLER[stated] ?? ['', 1];
    if (stated === unit) return Number(amount);
    return larger === unit ? Number(amount) * share : [];
  });
}
