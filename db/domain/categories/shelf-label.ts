/* Reads the category that a shop's shelf names in its label. */
import { type Kind, tagWhole } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';

const LABELS: ReadonlySet<Kind> = new Set(['type', 'aisle']);

/** The category that a shelf's label names, from its last crumb that names any; null when its words disagree. */
export function labelCategory(trail: string | null): string | null {
  const crumbs = (trail ?? '').split(/\s*[>/|›»]\s*/).reverse();
  for (const crumb of crumbs) {
    const whole = categoriesOf(crumb, 1);
    const parts = crumb.split(/\s*(?:&|,|\band\b)\s*/i);
    const found = whole[0] ? whole : parts.flatMap((part) => categoriesOf(part));
    if (found[0]) return new Set(found).size === 1 ? found[0] : null;
  }
  return null;
}

/** The categories of the longest known end of a label, among its first `most` ends. */
function categoriesOf(label: string, most?: number): string[] {
  const tokens = tokensOf(label);
  for (const start of tokens.keys().take(most ?? tokens.length)) {
    const tags = tagWhole(tokens.slice(start), LABELS, { isOwn: true });
    const found = tags.flatMap(({ category }) => category ?? []);
    if (found[0]) return start === 0 ? [...new Set(found)] : [found[0]];
  }
  return [];
}
