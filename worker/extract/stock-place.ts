import type { Element } from './document.ts';
import { labelOf, parentOf } from './region.ts';

const OPTION =
  /(?:^|[\s_-])(?:sizes?|swatch(?:es)?|colou?rs?|variants?|variations?|options?)(?:$|[\s_-])/i;
const BADGE = /badge[\w-]*(?:sold|stock)|(?:sold|stock)[\w-]*badge/i;

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
  return BADGE.test(labelOf(element));
}
