import type { Element } from './document.ts';
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
