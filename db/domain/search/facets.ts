import { type Cents, cents } from '../money.ts';
import { type Families, familyOf } from './families.ts';
import {
  type Facet,
  lowestOf,
  type MatchedOffer,
  type MatchedProduct,
  passingOffers,
  type TriedProduct,
} from './filter-products.ts';
import {
  cutsOf,
  hasSpecs,
  roundFigure,
  type SpecFacet,
  specFacetsOf,
  type ValueCount,
} from './spec-facets.ts';

/** How many models each value of a filter would leave. */
export interface Facets {
  category: ValueCount[];
  brand: ValueCount[];
  shop: ValueCount[];
  size: ValueCount[];
  specs: SpecFacet[];
  /** Price ranges, both ends included. */
  price: { fromCents: Cents; toCents: Cents; count: number }[];
  /** Models in no range of prices, as no shop sells them now. */
  soldOut: number;
  inStock: number;
}

/** Each filter lists its commonest values. */
const MOST_VALUES = 12;

/** Counts models by each filter as if that filter were not set: a product counts if one of its offers passes all other filters. */
export function facetsOf(
  tried: readonly TriedProduct[],
  families: Families<MatchedProduct> = new Map(),
  chosenSpecs: readonly string[] = [],
): Facets {
  const modelOf = ({ product }: TriedProduct) => familyOf(families, product);
  const values = (
    facet: Facet,
    of: (product: MatchedProduct, offers: MatchedOffer[]) => readonly (string | null)[],
  ) => {
    const counts = new Map<string, Set<string>>();
    for (const each of tried) {
      const offers = passingOffers(each, facet);
      const own = offers.length > 0 ? of(each.product, offers) : [];
      for (const value of own)
        if (value) counts.set(value, (counts.get(value) ?? new Set()).add(modelOf(each)));
    }
    return [...counts]
      .map(([value, { size: count }]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, MOST_VALUES);
  };
  const models = [...Map.groupBy(tried, modelOf).values()].flatMap((variants) => {
    const offers = variants.flatMap((variant) => passingOffers(variant, 'price'));
    return offers[0] ? [lowestOf(offers)] : [];
  });
  const inStock = tried.filter((each) =>
    passingOffers(each, 'inStock').some((offer) => offer.inStock),
  );
  // The cups of a moka pot are no size for coffee machines.
  const isAnyTheThing = tried.some(({ product }) => product.isTheThing);
  const specified = tried
    .filter((each) => passingOffers(each, 'spec')[0] && (each.product.isTheThing || !isAnyTheThing))
    .map((each) => ({ model: modelOf(each), specs: each.product.specs }));
  const size = byUnit(
    values('size', ({ sizes, isTheThing }) => (isTheThing || !isAnyTheThing ? (sizes ?? []) : [])),
  );
  const specs = specFacetsOf(specified, (name) =>
    specified.filter((each) => hasSpecs(each.specs, chosenSpecs, name)),
  );
  return {
    category: values('category', ({ category }) => [category]),
    brand: values('brand', ({ brand }) => [brand]),
    shop: values('shop', (_product, offers) => offers.map(({ shop }) => shop)),
    size,
    // The sizes that shops state would be a second filter of the same name.
    specs: size[0] ? specs.filter(({ name }) => name.toLowerCase() !== 'size') : specs,
    price: priceSteps(models.filter((lowest) => lowest !== null)),
    soldOut: models.filter((lowest) => lowest === null).length,
    inStock: new Set(inStock.map(modelOf)).size,
  };
}

const amounts = new Intl.Collator('en', { numeric: true });

/** Sizes of one unit beside each other, by amount; the unit of most models first. */
function byUnit(sizes: readonly ValueCount[]): ValueCount[] {
  const units = Map.groupBy(sizes, ({ value }) => value.replace(/[\d.,]+/g, '').trim());
  const models = (each: readonly ValueCount[]) => each.reduce((sum, { count }) => sum + count, 0);
  return [...units.values()]
    .toSorted((a, b) => models(b) - models(a))
    .flatMap((each) => each.toSorted((a, b) => amounts.compare(a.value, b.value)));
}

/** Up to five ranges with about as many models each. A model counts once, by its lowest price. */
function priceSteps(prices: readonly Cents[]): Facets['price'] {
  const lowest = prices.toSorted((a, b) => a - b);
  const [first] = lowest;
  if (first === undefined) return [];
  const cuts = cutsOf(lowest, roundPrice);
  const starts = [...new Set([0, ...cuts])];
  const end = Math.max(lowest.at(-1) ?? first, starts.at(-1) ?? 0);
  return starts
    .map((from, nth) => {
      const to = (starts[nth + 1] ?? end + 1) - 1;
      const count = lowest.filter((price) => price >= from && price <= to).length;
      return { fromCents: cents(from), toCents: cents(to), count };
    })
    .filter(({ count }) => count > 0);
}

/** Rounds a price to one or two significant figures, 5 cents at least: 2, 2.5, 30 or 450 dollars. */
const roundPrice = (priceCents: number) => Math.max(5, roundFigure(priceCents, 10));
