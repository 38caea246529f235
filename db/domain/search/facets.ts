import { type Cents, cents } from '../money.ts';
import type { Families } from './families.ts';
import {
  type Facet,
  lowestOf,
  type MatchedOffer,
  type MatchedProduct,
  savingOf,
  type TriedProduct,
} from './filter-products.ts';

/** How many models each value of a filter would leave. */
export interface Facets {
  category: ValueCount[];
  brand: ValueCount[];
  shop: ValueCount[];
  size: ValueCount[];
  /** Price ranges, both ends included. */
  price: { fromCents: Cents; toCents: Cents; count: number }[];
  inStock: number;
  saving: number;
}

/** A value of a filter, with the number of models that have it. */
export interface ValueCount {
  value: string;
  count: number;
}

/** Each filter lists its commonest values. */
const MOST_VALUES = 12;
const PRICE_STEPS = 5;

/** Counts models by each filter as if that filter were not set: a product counts if one of its offers passes all other filters. */
export function facetsOf(
  tried: readonly TriedProduct[],
  families: Families<MatchedProduct> = new Map(),
): Facets {
  const products = tried.map(({ product }) => product);
  const offersOf = new Map(tried.map(({ product, offers }) => [product, offers]));
  const familyOf = (product: MatchedProduct) => families.get(product) ?? product.productId;
  // Without filters all offers pass for every facet, so they are listed once.
  const allPassing = new Map(
    tried.flatMap(({ product, offers }) =>
      offers.every(({ missed }) => missed === null)
        ? [[product, offers.map(({ offer }) => offer)]]
        : [],
    ),
  );
  const passing = (product: MatchedProduct, facet: Facet) =>
    allPassing.get(product) ??
    (offersOf.get(product) ?? [])
      .filter(({ missed }) => missed === null || missed === facet)
      .map(({ offer }) => offer);
  const count = (facet: Facet, has: (product: MatchedProduct, offers: MatchedOffer[]) => boolean) =>
    new Set(products.filter((product) => has(product, passing(product, facet))).map(familyOf)).size;
  const values = (
    facet: Facet,
    of: (product: MatchedProduct, offers: MatchedOffer[]) => readonly (string | null)[],
  ) => {
    const counts = new Map<string, Set<string>>();
    for (const product of products) {
      const offers = passing(product, facet);
      const own = offers.length > 0 ? of(product, offers) : [];
      for (const value of own)
        if (value) counts.set(value, (counts.get(value) ?? new Set()).add(familyOf(product)));
    }
    return [...counts]
      .map(([value, { size: count }]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, MOST_VALUES);
  };
  // The cups of a moka pot are no size for coffee machines.
  const isAnyTheThing = products.some(({ isTheThing }) => isTheThing);
  return {
    category: values('category', ({ category }) => [category]),
    brand: values('brand', ({ brand }) => [brand]),
    shop: values('shop', (_product, offers) => offers.map(({ shop }) => shop)),
    size: values('size', ({ sizes, isTheThing }) =>
      isTheThing || !isAnyTheThing ? (sizes ?? []) : [],
    ),
    price: priceSteps(
      [...Map.groupBy(tried, ({ product }) => familyOf(product)).values()].map((family) =>
        family.flatMap(({ product, lowestCents: from }) => {
          const within = lowestOf(passing(product, 'price'));
          return from === null || within === null ? [] : { from, within };
        }),
      ),
    ),
    inStock: count('inStock', (_product, offers) => offers.some(({ inStock }) => inStock)),
    saving: count('saving', (product, offers) => offers.length > 0 && savingOf(product) > 0),
  };
}

/** The lowest price of a product, and the lowest of its offers that pass the other filters. */
interface Priced {
  from: Cents;
  within: Cents;
}

/** Up to five ranges with about as many models each. A model counts in each range that has the lowest price of one of its variants. */
function priceSteps(models: readonly (readonly Priced[])[]): Facets['price'] {
  const lowest = models
    .flatMap((variants) => (variants[0] ? Math.min(...variants.map(({ within }) => within)) : []))
    .toSorted((a, b) => a - b);
  const [first] = lowest;
  if (first === undefined) return [];
  const cuts = Array.from({ length: PRICE_STEPS - 1 }, (_, nth) =>
    roundPrice(lowest[Math.floor(((nth + 1) * lowest.length) / PRICE_STEPS)] ?? first),
  );
  const starts = [...new Set([0, ...cuts])];
  const highest = Math.max(...models.flat().map(({ within }) => within));
  return starts
    .map((start, nth) => {
      const to = (starts[nth + 1] ?? Math.max(highest, start) + 1) - 1;
      const isIn = ({ from, within }: Priced) => from >= start && within <= to;
      const count = models.filter((variants) => variants.some(isIn)).length;
      return { fromCents: cents(start), toCents: cents(to), count };
    })
    .filter(({ count }) => count > 0);
}

/** Rounds a price to one or two significant figures: 2, 2.5, 30 or 450 dollars. */
function roundPrice(priceCents: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(priceCents, 10)));
  const step = power / 2;
  return Math.max(1, Math.round(priceCents / step)) * step;
}
