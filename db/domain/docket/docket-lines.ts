/*
 * Reads shopping lists in plain lines: "2 L milk" asks for 2,000 mL of milk, "24 loo rolls" for 24 rolls, "2 weet-bix" for two packs of the
 * commonest size.
 */
import { centsFromDecimal } from '../money.ts';
import { type BaseUnit, measureUnit, unitPattern } from '../pack/pack-size-units.ts';
import { CONTAINERS } from '../search/query-grammar.ts';

/** Further lines are ignored. */
export const MOST_LINES = 40;
/** Characters; longer lines are cut. */
const LONGEST_LINE = 80;

export interface DocketLine {
  /** The line as typed. */
  text: string;
  /** The search query: 'rice'; empty where the line names no thing. */
  query: string;
  /** Number of packs of `size`. */
  packs: number;
  /** Size of a pack, or a loose amount, in base units; null for the commonest size. */
  size: { amount: number; unit: BaseUnit } | null;
}

const NUMBER = '(\\d{1,4}(?:\\.\\d{1,3})?)';
const MARK = /^(?:[-*•–]\s+|\d{1,2}[.)]\s+|\[[ x]?\]\s*)/i;
const FILLER = /^(?:(?:any|some|a|an|of|the)\s+)+/i;
const TIMES = /^(\d{1,2})\s?[x×]\s?(?=\S)/i;
const MEASURE = new RegExp(
  `(?<![\\d.])${NUMBER}\\s?-?\\s?(${unitPattern({ counted: false, strengths: false })})(?![a-z\\d])`,
  'i',
);
/** '24 pack' counts the pieces of a pack; '2 packs' counts packs. */
const PIECES_A_PACK = /\b(\d{1,3})\s?-?(?:pack|pk)\b/i;
/** '2 packs of', never '2 pack'. */
const PACKS = new RegExp(
  String.raw`^(\d{1,2})\s+(?!pack\s)(?:${CONTAINERS}|tins?|cans?|blocks?)\s+(?:of\s+)?(?=\S)`,
  'i',
);
const DOZEN = /^(?:(\d)\s+|a\s+|(half)\s+(?:a\s+)?)?dozen\s+/i;
const LEADING_COUNT = /^(\d{1,3})\s+(?=\p{L})/u;
/** Things counted one by one: '12 eggs' are not 12 cartons. */
const PIECES =
  /\b(?:eggs|rolls|wipes|nappies|tablets|capsules|caps|pods|tea\s?bags|tissues|sheets|liners|pads|batteries|sticks|sachets)\b/i;

/** Reads at most 40 lines of a list, separated by line breaks, semicolons or commas. */
export function readLines(list: string): DocketLine[] {
  return splitLines(list).map(readLine);
}

const PAID = /\s*\$\s?(\d{1,6}(?:,\d{3})*(?:\.\d{1,2})?)\s*$|\s+(\d{1,6}\.\d\d)\s*$/;

/** Reads at most 40 lines of a typed receipt with the prices paid: 'Weet-Bix 1.2 kg $5.50', '2 L milk 3.50'. */
export function readPaidLines(list: string) {
  return splitLines(list).map((text) => {
    const [end = '', marked, bare] = PAID.exec(text) ?? [];
    const paidCents = centsFromDecimal((marked ?? bare ?? '').replaceAll(',', ''));
    return { ...readLine(text.slice(0, text.length - end.length)), text, paidCents };
  });
}

function splitLines(list: string): string[] {
  return list
    .split(/[\n;]|,(?!\d{3}\b)/)
    .map((text) => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_LINE))
    .filter((text) => /\p{L}/u.test(text))
    .slice(0, MOST_LINES);
}

function readLine(text: string): DocketLine {
  let rest = text
    .replace(MARK, '')
    .replace(FILLER, '')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '');
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found)
      rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.trim();
    return found;
  };
  const line = (packs: number, size: DocketLine['size']): DocketLine => ({
    text,
    query: rest.replace(/\s+/g, ' ').replace(FILLER, '').trim(),
    packs: Math.max(1, packs),
    size,
  });
  const each = (count: number) => ({ amount: count, unit: 'each' as const });

  const packs = Number((take(TIMES) ?? take(PACKS))?.[1] ?? 1);
  const measure = take(MEASURE);
  const unit = measureUnit(measure?.[2] ?? '');
  const amount = Math.round(Number(measure?.[1]) * (unit?.factor ?? 0) * 1e6) / 1e6;
  if (unit && amount > 0) return line(packs, { amount, unit: unit.base });
  const pieces = Number(take(PIECES_A_PACK)?.[1] ?? 0);
  if (pieces > 0) return line(packs, each(pieces));
  const dozen = take(DOZEN);
  if (dozen) return line(packs, each(dozen[2] ? 6 : 12 * Number(dozen[1] ?? 1)));
  if (packs > 1) return line(packs, null);
  const count = Number(take(LEADING_COUNT)?.[1] ?? 0);
  return PIECES.test(rest) && count > 0 ? line(1, each(count)) : line(count, null);
}
