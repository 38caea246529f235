import { withoutTags } from '../lexicon/lexicon.ts';
import { cents, formatAud } from '../money.ts';
import type { SmartEvidence } from './evidence.ts';
import { kindOf, type SmartProduct, shopsOf, starsOf } from './product.ts';
import { type Answer, about } from './rules.ts';
import { priceOf, ratingText, said } from './wording.ts';

/** Rows of specifications at most. */
const MOST_ROWS = 8;

/** The name of a product without its sizes and colours, which its variants share. */
const modelOf = ({ name }: SmartProduct): string => withoutTags(name, 'size', 'colour');

/** The sides' best matches that are of one kind, as a console is compared with no game; else the best matches. */
function matchesOf(left: SmartEvidence, right: SmartEvidence): (SmartProduct | null)[] {
  const [all, others] = [left, right].map(({ named, products }) => [named, ...products]);
  const pairs = (all ?? []).flatMap((a, nth) =>
    (others ?? []).flatMap((b, place) => {
      const kind = a && kindOf(a);
      return kind && b && kind === kindOf(b) ? { pair: [a, b], depth: nth + place } : [];
    }),
  );
  const [best] = pairs.toSorted((a, b) => a.depth - b.depth);
  return best?.pair ?? [left.named, right.named];
}

/** The variant of a side's match that is of the same size as `other`, else that match. */
const variantFor = ({ products }: SmartEvidence, match: SmartProduct, other: SmartProduct) =>
  products.find((one) => modelOf(one) === modelOf(match) && one.sizes[0] === other.sizes[0]) ??
  match;

/** The best match of each side, side by side; null where a side has none. */
export function compared([left, right]: readonly SmartEvidence[]): Omit<Answer, 'intent'> | null {
  if (!left || !right || left.isLoose || right.isLoose) return null;
  const [first, second] = matchesOf(left, right);
  if (!first || !second) return null;
  const b = variantFor(right, second, first);
  const a = variantFor(left, first, b);
  if (a.productId === b.productId) return null;
  const row = (label: string, say: (one: SmartProduct) => string) => ({
    label,
    values: [say(a), say(b)],
  });
  const stated = [...new Set([a, b].flatMap(({ facts }) => Object.keys(facts)))];
  const differing = stated.filter(
    (fact) => a.facts[fact] !== b.facts[fact] && !/colou?r|model|code/i.test(fact),
  );
  const [cheaper, dearer] = a.best.priceCents <= b.best.priceCents ? [a, b] : [b, a];
  const gap = cents(dearer.best.priceCents - cheaper.best.priceCents);
  const [better, worse] = starsOf(a) > starsOf(b) ? [a, b] : [b, a];
  return {
    ...about({ ...left, type: `${left.type}, ${right.type}` }, [a, b]),
    roles: [],
    rangeNote: 'Their prices stand side by side below.',
    summary: said(
      gap === 0
        ? `Both cost ${priceOf(a)}.`
        : `${cheaper.name} costs ${formatAud(gap)} less: ${priceOf(cheaper)} against ${priceOf(dearer)}.`,
      worse.rating &&
        starsOf(better) > starsOf(worse) &&
        `Buyers rate ${better.name} higher: ${starsOf(better)} of 5 against ${starsOf(worse)}.`,
      a.sizes[0] !== b.sizes[0] &&
        a.sizes[0] &&
        b.sizes[0] &&
        `They differ in size: ${a.sizes[0]} and ${b.sizes[0]}.`,
    ),
    how: `We compared the best match for “${left.thing}” with the best match for “${right.thing}”.`,
    comparison: {
      names: [a.name, b.name],
      rows: [
        row('Price now', (one) => `${priceOf(one)} at ${one.best.retailerName}`),
        row('Against its year', ({ best }) => best.buyVerdict.text),
        row('Shops that sell it', (one) => String(shopsOf([one]).length)),
        row('Buyers’ rating', (one) => ratingText(one) || 'too few ratings'),
        ...differing
          .slice(0, MOST_ROWS)
          .map((fact) => row(fact, ({ facts }) => facts[fact] ?? 'not stated')),
      ],
    },
  };
}
