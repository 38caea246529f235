/*
 * Makes and lines that sell goods of one category ('Voltaren', 'Galaxy Buds'), for names without a head noun. makes.json lists them by
 * category, with digits as '#'. Makes of several kinds ('Philips', 'Breville') are listed by line only.
 */
import { isPartOf, tokensOf } from './head-noun.ts';
import makes from './makes.json' with { type: 'json' };

const CATEGORY_BY_MAKE: ReadonlyMap<string, string> = new Map(
  Object.entries(makes).flatMap(([category, names]) =>
    names.split(', ').map((name) => [tokensOf(name).join(' '), category] as const),
  ),
);
const LONGEST_MAKE = Math.max(...[...CATEGORY_BY_MAKE.keys()].map((key) => key.split(' ').length));
/** Words that may precede a line's name: 'The Samsung Galaxy Buds', 'LG 77" G4 OLED evo'. */
const MOST_BEFORE = 3;

/** The category of the longest make or line near the start of a name; null when there is none, or when the name is an accessory for it. */
export function makeCategory(name: string): string | null {
  const tokens = tokensOf(name);
  for (let length = LONGEST_MAKE; length > 0; length -= 1) {
    for (let start = 0; start <= MOST_BEFORE && start + length <= tokens.length; start += 1) {
      const category = CATEGORY_BY_MAKE.get(tokens.slice(start, start + length).join(' '));
      if (category) return isOfPart(category, tokens.slice(start + length)) ? null : category;
    }
  }
  return null;
}

/** An OtterBox case is not an accessory for a case, and a camera kit contains the camera. */
function isOfPart(category: string, rest: readonly string[]): boolean {
  const others = rest.filter((word) => word !== 'kit');
  return category !== 'Phone Accessories' && isPartOf(category, others);
}
