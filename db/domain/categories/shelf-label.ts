/* Reads the category that a shop's shelf names in its label. */
import { lexiconOf, tokensOf } from './head-noun.ts';

const OF_LABELS = lexiconOf('things', 'aisles');

/** The category that a shelf's label names, from its last crumb that names any; null when its words disagree. */
export function labelCategory(trail: string | null): string | null {
  const crumbs = (trail ?? '').split(/\s*[>/|›»]\s*/).reverse();
  for (const crumb of crumbs) {
    const found = crumb
      .split(/\s*(?:&|,|\band\b)\s*/i)
      .flatMap((part) => OF_LABELS.get(tokensOf(part).join(' ')) ?? headOfLabel(part) ?? []);
    const whole = OF_LABELS.get(tokensOf(crumb).join(' '));
    const [category] = whole ?? found;
    if (category) return new Set(whole ?? found).size === 1 ? category : null;
  }
  return null;
}

function headOfLabel(part: string): string | null {
  const tokens = tokensOf(part);
  for (let start = 0; start < tokens.length; start += 1) {
    const found = OF_LABELS.get(tokens.slice(start).join(' '));
    if (found) return found[0] ?? null;
  }
  return null;
}
