import { bytesOfText, textOfBytes } from '../fetch/page-body.ts';
import { onlyHeading } from './page-sketch.ts';
import type { PageMarkup } from './shown-markup.ts';

/** How far behind the heading a product's own price stands, in characters of shown markup. */
const AT_HEADING_CHARS = 4_000;
/** What is this far from it is another article's: twice as far as a "was" of its own would be looked for. */
const OWN_CHARS = 4_000;

/**
 * Of the places that print a product's price, given in shown markup, those that may be its own: other articles of the page may
 * cost the same. All of them, unless the page prints the product's name only in its heading, and the price right behind it.
 */
export function ownPricePlaces(
  places: readonly number[],
  name: string | null,
  markup: PageMarkup,
): readonly number[] {
  if (places.length < 2 || !name) return places;
  const heading = onlyHeading(markup);
  const isPlain = heading !== null && textOfPlain(textOfBytes(heading)) === name;
  // The page's title says it once more.
  if (!isPlain || markup.text.split(bytesOfText(name), 4).length > 3) return places;
  const headed = markup.headings[0] ?? 0;
  const own = places.find((at) => at > headed && at - headed < AT_HEADING_CHARS);
  if (own === undefined) return places;
  return places.filter((at) => Math.abs(at - own) < OWN_CHARS);
}

/** The text of an element that holds no other. */
function textOfPlain(markup: string): string | null {
  return /^<[^<>]*>([^<>&]*)<[^<>]*>$/.exec(markup)?.[1]?.trim() ?? null;
}
