import type { Element } from '../../page/document.ts';
import { labelsAround, parentOf } from '../../page/region.ts';

const SWATCH = /(?:^|[\s_-])(?:swatch(?:es)?|colou?r-?options?)(?:$|[\s_-])/i;

/** True for what chooses a colour, and is named by it. */
export function isSwatch(element: Element): boolean {
  return SWATCH.test(labelsAround(element));
}

const COLOURS = new RegExp(`${SWATCH.source}|(?:^|[\\s_-])colou?rs(?:$|[\\s_-])`, 'i');

/** True for a link that chooses a colour: a dozen of them would make one product look like many. */
export function isOfColour(link: Element): boolean {
  for (let up: Element | null = link, level = 0; up && level < 3; up = parentOf(up), level += 1)
    if (COLOURS.test(up.attribs['class'] ?? '')) return true;
  return false;
}
