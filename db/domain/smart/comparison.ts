import { cents, formatAud } from '../money.ts';
import type { SmartEvidence } from './evidence.ts';
import {
  contentPriceOf,
  isPlain,
  kindOf,
  namedShare,
  type SmartProduct,
  shopsOf,
  starsOf,
} from './product.ts';
import { type Answer, about, PER } from './rules.ts';
import { priceOf, ratingText, said } from './wording.ts';

/** Rows of specifications at most. */
const MOST_ROWS = 8;

/** A product of each side. */
type Pair = readonly [SmartProduct, SmartProduct];

/**
 * Like is compared with like: of the sides' products those of one kind, as a console with no game, of the kind that matches best; of these
 * the cheapest of one size, else the cheapest. Without such a pair, the best matches.
 */
function pairOf(left: SmartEvidence, right: SmartEvidence): Pair | null {
  const [own, others] = [sideOf(left, right), sideOf(right, left)];
  const pairs = own.flatMap((a, nth) =>
    others.flatMap((b, place) => {
      const kind = kindOf(a);
      const isAlike = kind !== null && kind === kindOf(b);
      return isAlike ? { pair: [a, b] as const, kind, depth: nth + place } : [];
    }),
  );
  const [best] = pairs.toSorted((a, b) => a.depth - b.depth);
  const ofKind = pairs.filter(({ kind }) => kind === best?.kind);
  const ofSize = ofKind.filter(({ pair: [a, b] }) => a.sizes[0] === b.sizes[0]);
  const [cheapest] = (ofSize[0] ? ofSize : ofKind).toSorted(
    (a, b) => costOf(a.pair) - costOf(b.pair),
  );
  if (cheapest) return cheapest.pair;
  const [a, b] = [left.named, right.named];
  const isPair = a && b && a.productId !== b.productId && a.category === b.category;
  return isPair ? [a, b] : null;
}

const costOf = ([a, b]: Pair): number => a.best.priceCents + b.best.priceCents;

/** What a side compares: its products that the other side has not, of no edition that it does not name. */
function sideOf({ sought, named, products }: SmartEvidence, other: SmartEvidence): SmartProduct[] {
  const isOther = ({ productId }: SmartProduct) =>
    productId === other.named?.productId ||
    other.products.some((one) => one.productId === productId);
  const all = [...new Set([...(named ? [named] : []), ...products])].filter((one) => !isOther(one));
  const shares = all.map(namedShare(sought));
  const most = Math.max(...shares);
  const called = all.filter((_, nth) => shares[nth] === most);
  const plain = called.filter((one) => isPlain(one, sought));
  return plain[0] ? plain : called;
}

/** The best match of each side, side by side; null where a side has none. */
export function compared([left, right]: readonly SmartEvidence[]): Omit<Answer, 'intent'> | null {
  if (!left || !right || left.isLoose || right.isLoose) return null;
  const pair = pairOf(left, right);
  if (!pair) return null;
  const [a, b] = pair;
  const row = (label: string, say: (one: SmartProduct) => string) => ({
    label,
    values: [say(a), say(b)],
  });
  const stated = [...new Set([a, b].flatMap(({ facts }) => Object.keys(facts)))];
  const differing = stated.filter(
    (fact) => a.facts[fact] !== b.facts[fact] && !/colou?r|model|code/i.test(fact),
  );
  const unit = a.pack && a.pack.unit === b.pack?.unit ? a.pack.unit : null;
  const byContent = [a, b].toSorted((x, y) => contentPriceOf(x) - contentPriceOf(y))[0];
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
      unit &&
        a.sizes[0] !== b.sizes[0] &&
        `${byContent === cheaper ? 'It' : byContent?.name} costs less ${PER[unit]}.`,
      worse.rating &&
        starsOf(better) > starsOf(worse) &&
        `Buyers rate ${better.name} higher: ${starsOf(better)} of 5 against ${starsOf(worse)}.`,
      a.sizes[0] !== b.sizes[0] &&
        a.sizes[0] &&
        b.sizes[0] &&
        `They differ in size: ${a.sizes[0]} and ${b.sizes[0]}.`,
    ),
    how: `We compared good matches for “${left.sought}” and “${right.sought}”, as like as we found in kind and size, and the cheapest of these.`,
    comparison: {
      names: [a.name, b.name],
      rows: [
        row('Price now', (one) => `${priceOf(one)} at ${one.best.retailerName}`),
        ...(unit ? [row(`Price ${PER[unit]}`, (one) => formatAud(contentPriceOf(one)))] : []),
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
