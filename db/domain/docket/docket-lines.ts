/*
 * A shopping list in plain lines, and what each line asks for: "2 L milk" is 2,000 mL of milk, "24 loo rolls" 24 rolls, "2 weet-bix" two
 * packs of the size that most shops have.
 */
import { centsFromDecimal } from '../money.ts';
import { type BaseUnit, measureUnit, unitPattern } from '../pack/pack-size-units.ts';

/** What is read of a list: more lines are left out. */
export const MOST_LINES = 40;
/** Characters of a line that are read. */
const LONGEST_LINE = 80;

export interface DocketLine {
  /** As it was typed. */
  text: string;
  /** The words for a search: 'rice'; empty when the line names no thing. */
  query: string;
  /** How many of `size`. */
  packs: number;
  /** One pack, or a loose amount, in base units; null: of the size that most shops have. */
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
/** '24 pack' says how many pieces a pack has, '2 packs' how many packs. */
const PIECES_A_PACK = /\b(\d{1,3})\s?-?(?:pack|pk)\b/i;
const CONTAINERS =
  /^(\d{1,2})\s+(?:packs|packets?|boxes|box|tins?|cans?|jars?|bottles?|bags?|cartons?|loaves|tubs?|blocks?)\s+(?:of\s+)?(?=\S)/i;
const DOZEN = /^(?:(\d)\s+|a\s+|(half)\s+(?:a\s+)?)?dozen\s+/i;
const LEADING_COUNT = /^(\d{1,3})\s+(?=\p{L})/u;
/** Things that are counted one by one: '12 eggs' is no 12 cartons. */
const PIECES =
  /\b(?:eggs|rolls|wipes|nappies|tablets|capsules|caps|pods|tea\s?bags|tissues|sheets|liners|pads|batteries|sticks|sachets)\b/i;

/** The lines of a list, at most 40: parted by line breaks, semicolons and commas. */
export function readLines(list: string): DocketLine[] {
  return splitLines(list).map(readLine);
}

const PAID = /\s*\$\s?(\d{1,6}(?:,\d{3})*(?:\.\d{1,2})?)\s*$|\s+(\d{1,6}\.\d\d)\s*$/;

/** The lines of a receipt as somebody types them: 'Weet-Bix 1.2 kg $5.50', '2 L milk 3.50', with what was paid; at most 40. */
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

  const packs = Number((take(TIMES) ?? take(CONTAINERS))?.[1] ?? 1);
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
