import { isMadeOf, tagsOf, withoutTags } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { NAMING, phrasesIn } from './noun-phrase.ts';

/* The two sides of a comparison: 'finish or fairy dishwasher tablets'. */

const COMPARED = [
  /\b(?:compare|comparing|difference between|(?:paying|paying extra|extra|more) for)\s+(.+?)\s+(?:and|with|to|vs\.?|versus|or|over)\s+(.+)/i,
  /^(.+?)\s+(?:vs\.?|versus)\s+(.+)/i,
  /^\s*(?:is|are)\s+(.+?)\s+(?:as good as|better than)\s+(.+)/i,
  /^(.+?)\s+or\s+(?!bigger|larger|more|less|smaller|better|under|similar|so\b|above)(.+)/i,
];
/** Words for the model without an edition. */
const USUAL = /\b(?:base|normal|standard|regular|ordinary|basic|plain)\s+/gi;

/** The two sides of a comparison, without what both are for; null where the text compares nothing. */
export function sidesOf(text: string): string[] | null {
  for (const [nth, compared] of COMPARED.entries()) {
    const [, left = '', right = ''] = compared.exec(text) ?? [];
    const [a, b] = [phrasesIn(left).at(-1)?.text, phrasesIn(right)[0]?.text];
    if (!a || !b) continue;
    // "iPhone 16 or 17"
    const isModel =
      /^\d+$/.test(b) && tagsOf(a, 'type', 'line').some(({ phrase }) => /#/.test(phrase));
    const sides = [a, isModel ? a.replace(/\d+(?!.*\d)/, b) : b];
    const isNamed =
      sides.some((side) => tagsOf(side, ...NAMING)[0]) &&
      !sides.some((side) => isAmountAlone(side) || isLookAlone(side));
    if (nth < 3 || (isNamed && !/\b(?:not|no|without|except)\b|n't\b/i.test(left))) return sides;
  }
  return null;
}

/** Whether words are a colour or material alone: 'cream' of 'black or cream'. */
const isLookAlone = (words: string): boolean =>
  isMadeOf(words, 'colour') || isMadeOf(words, 'material');

/** Whether words are an amount alone: '65 inch'. */
const isAmountAlone = (words: string): boolean => /^[\d\s]*$/.test(withoutTags(words, 'size'));

/**
 * Sides of which a name alone gets the noun of the other and what follows it, else the noun of the text: 'finish' of 'finish vs fairy
 * dishwasher tablets', 'bosch' of 'bosch or makita for a drill'.
 */
export function sidesWithNoun(sides: readonly string[], text: string): string[] {
  const nounOf = (words: string) => tagsOf(words, 'type').at(-1);
  const bare = sides.map((side) => side.replace(USUAL, ''));
  return bare.map((side, nth) => {
    const other = bare[1 - nth] ?? '';
    const [size] = tagsOf(other, 'size').slice(-1);
    // "hisense vs tcl 65 inch"
    if (!bare.some(nounOf) && size && !tagsOf(side, 'size')[0])
      return `${side} ${other.slice(size.start, size.end)}`;
    // "tv samsung or lg"
    const isBehind = (nounOf(other)?.end ?? other.length) < other.length;
    if (isBehind && !/\s/.test(side) && !nounOf(side)) return other.replace(/\S+$/, side);
    const from = bare.some(nounOf) ? other : text;
    const noun = nounOf(from);
    // OLED names no football.
    const [hint] = tagsOf(side, 'hint');
    const isOther = hint !== undefined && hint.category !== noun?.category;
    const isNamed = nounOf(side) !== undefined || isOther || tokensOf(side).length > 1;
    return isNamed || !noun
      ? side
      : `${side} ${withoutTags(phrasesIn(from.slice(noun.start))[0]?.text ?? '', 'brand', 'line')}`.trim();
  });
}
