import { type Element, type PageDocument, seenTextOf } from '../../page/document.ts';
import { parentOf, regionOf } from '../../page/region.ts';
import type { Candidate } from '../../values/candidate.ts';

/** Stars stand with the heading; further down they are single reviews and other products. */
const BELOW_HEADING = 80;
const ABOVE_HEADING = 30;
const LONGEST_TEXT = 60;
const STARS = /(\d(?:[.,]\d{1,2})?)\s*(?:out of|von|sur)\s*5(?![\d.,])|(\d[.,]\d)\s?\/\s?5(?!\d)/i;
const COUNT =
  /(\d{1,3}(?:[,.]\d{3})+|\d+)\s*(?:customer |verified |global |product )?(?:reviews?|ratings?|(?:kunden|sterne)?bewertungen|avis)(?!\p{L})/iu;

/** The stars printed at the heading ("4.6 out of 5", 128 reviews); null without a count, or where nobody rated. */
export function readPrintedRating(
  page: PageDocument,
  headingOrder: number,
  isForeign: (element: Element) => boolean,
): Candidate['rating'] {
  const near = page.elements.slice(
    Math.max(0, headingOrder - ABOVE_HEADING),
    headingOrder + BELOW_HEADING,
  );
  for (const element of near) {
    const value = starsIn(element);
    if (value === null || value <= 0 || value > 5) continue;
    const region = regionOf(element);
    if (region === 'hidden' || region === 'chrome' || isForeign(element)) continue;
    const count = countAround(element);
    if (count !== null) return { value, count };
  }
  return null;
}

function starsIn({ attribs, children }: Element): number | null {
  const own = children.map((child) => (child.type === 'text' ? child.data : ' ')).join('');
  for (const text of [attribs['aria-label'], attribs['title'], attribs['alt'], own]) {
    const stars = text && text.length <= LONGEST_TEXT * 4 ? STARS.exec(text) : null;
    if (stars) return Number((stars[1] ?? stars[2] ?? '').replace(',', '.'));
  }
  return null;
}

/** The number of reviews in the small block that holds the stars. */
function countAround(element: Element): number | null {
  for (
    let up: Element | null = element, level = 0;
    up && level < 4;
    up = parentOf(up), level += 1
  ) {
    const text = `${up.attribs['aria-label'] ?? ''} ${seenTextOf(up, LONGEST_TEXT * 4)}`;
    if (text.length > LONGEST_TEXT * 3) return null;
    const count = COUNT.exec(text)?.[1]?.replace(/[,.]/g, '');
    if (count) return Number(count) > 0 ? Number(count) : null;
  }
  return null;
}
