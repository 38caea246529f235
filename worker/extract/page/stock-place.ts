import { type Element, seenTextOf } from './document.ts';
import { labelOf, labelsAround, parentOf } from './region.ts';

const OPTION =
  /(?:^|[\s_-])(?:sizes?|swatch(?:es)?|colou?rs?|variants?|variations?|options?|größen?|groessen?|tailles?|tallas?|taglie?|maat|maten|tamanhos?|storlek|størrelse|rozmiary?|velikosti?|farbe?n?|coul?eurs?|colore?s)(?:$|[\s_-])/i;
const BADGE = /badge[\w-]*(?:sold|stock)|(?:sold|stock)[\w-]*badge/i;

const BRANCH =
  /\bin[- ]?store\b|\bout of stock (?:at|in) \p{L}|\bclick (?:&|and) collect\b|\bpick[- ]?up\b|\b(?:un|not )available for delivery\b/iu;

/** True within an option: one size or colour that is sold out says nothing of the others. */
export function isOfOption(element: Element): boolean {
  let up: Element | null = element;
  for (let level = 0; up && level < 3; up = parentOf(up), level += 1)
    if (OPTION.test(labelOf(up)) || up.name === 'label') return true;
  return false;
}

/**
 * True for the badge of sold-out things: templates print it on every page, and style sheets show it on some. Beside a live
 * buy button it says nothing.
 */
export function isSoldOutBadge(element: Element): boolean {
  return BADGE.test(labelsAround(element));
}

/** True for a text about a branch or a way of delivery, which says nothing of what can be ordered. */
export function isOfBranch(text: string): boolean {
  return BRANCH.test(text) && !/online/i.test(text);
}

/** Words beside "sold out" where it is said of the product; more make a remark of it: "Sold out everywhere else, glad I got one". */
const WORDS_BESIDE = 5;
const LONGEST_ROW = 120;
const OUT_PHRASE = /(?:currently |temporarily )?(?:out of stock|sold out|(?:un|not )available)/gi;
const OF_ALL = /online|availab|stock|status|delivery|web/i;

/** True for a short statement that is no row of a list of stores or sizes: "Geelong" beside it, "M". */
export function isOfProduct(element: Element, text: string): boolean {
  if ((text.match(/\p{L}{2,}/gu)?.length ?? 0) > 3 + WORDS_BESIDE) return false;
  for (
    let up: Element | null = element, level = 0;
    up && level < 3;
    up = parentOf(up), level += 1
  ) {
    if (up.name !== 'li' && up.name !== 'tr') continue;
    const row = seenTextOf(up, LONGEST_ROW).replace(OUT_PHRASE, '');
    return !/\p{L}/u.test(row) || OF_ALL.test(row);
  }
  return true;
}
