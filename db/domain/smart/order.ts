import { figuresOf, passesOf } from './measures.ts';
import { type SmartProduct, shownScoreOf } from './product.ts';

/* What orders products, as data: the same criteria sort them and tell why one comes before another. */

/** The first choice costs at most so many times the median: better ones follow as such. */
const MOST_OF_MEDIAN = 1.5;
const ENERGY = { unit: 'star', facts: ['energy', 'energy rating', 'energy stars', 'star rating'] };

const MERIT =
  'match and AI score (the price against its own year, ratings, and how much the shop can be trusted)';

interface Criterion {
  name: string;
  /** More is better. */
  figure(product: SmartProduct): number;
  /** Why a product with more comes before the other. */
  reason(first: SmartProduct, other: SmartProduct): string;
}

/** The weightiest criterion first. */
export type Order = readonly Criterion[];

/** The stars of the Energy Rating label; 0 where shops state none. */
export const energyStarsOf = (one: SmartProduct): number => figuresOf(ENERGY, one)[0] ?? 0;

const THING: Criterion = {
  name: 'what you named',
  figure: ({ best }) => Number(best.isTheThing),
  reason: (_, { name }) => `it is what you named, unlike ${name}`,
};
const NEEDS: Criterion = {
  name: 'how many of your needs shops state',
  figure: passesOf,
  reason: (_, { name }) => `it states more of what you need than ${name}`,
};
const STARS: Criterion = {
  name: 'energy stars',
  figure: energyStarsOf,
  reason: (first, { name }) => `it has ${energyStarsOf(first)} energy stars, more than ${name}`,
};
const PRICE: Criterion = {
  name: 'price',
  figure: ({ best }) => -best.priceCents,
  reason: (_, { name }) => `it costs less than ${name}`,
};

/**
 * The order for products as `found`, the best match first. By score alone, a security camera with a good price comes first for "camera", so
 * each better match weighs a point of 100.
 */
export function orderOf(
  found: readonly SmartProduct[],
  by: { needs: boolean; stars: boolean; price: boolean },
): Order {
  const places = new Map(found.map(({ productId }, place) => [productId, place]));
  const merit: Criterion = {
    name: MERIT,
    figure: ({ productId, score100 }) => score100 - (places.get(productId) ?? 0),
    reason: (first, other) =>
      shownScoreOf(first) > shownScoreOf(other)
        ? `its AI score is higher than that of ${other.name}`
        : `it matches your words better than ${other.name}`,
  };
  return [
    THING,
    ...(by.stars ? [STARS] : []),
    ...(by.needs ? [NEEDS] : []),
    ...(by.price ? [] : [merit]),
    PRICE,
  ];
}

const compared = (order: Order, a: SmartProduct, b: SmartProduct): number =>
  order.reduce((sum, { figure }) => sum || figure(b) - figure(a), 0);

/**
 * Products in their order. By merit, good value comes first: the best that costs little more than the median of its equals, then the best at
 * any price, then the cheapest that meets as much.
 */
export function ranked(products: readonly SmartProduct[], order: Order): SmartProduct[] {
  const sorted = products.toSorted((a, b) => compared(order, a, b));
  const [best] = sorted;
  const before = order.slice(
    0,
    order.findIndex(({ name }) => name === MERIT),
  );
  if (!best || !order.some(({ name }) => name === MERIT)) return sorted;
  const equal = sorted.filter((one) => compared(before, one, best) === 0);
  const byPrice = equal.toSorted((a, b) => a.best.priceCents - b.best.priceCents);
  const median = byPrice[Math.floor((equal.length - 1) / 2)] ?? best;
  const most = MOST_OF_MEDIAN * median.best.priceCents;
  const first = equal.find((one) => one.best.priceCents <= most) ?? best;
  const second = sorted.find((one) => one !== first) ?? best;
  const cheapest = byPrice.find((one) => one !== first && one !== second) ?? best;
  return [...new Set([first, second, cheapest, ...sorted])];
}

/** Why the first product comes before another, by the criterion that decided. */
export function reasonFor(first: SmartProduct, other: SmartProduct, order: Order): string {
  const decisive = order.find(({ figure }) => figure(first) !== figure(other)) ?? PRICE;
  return decisive.figure(first) > decisive.figure(other)
    ? decisive.reason(first, other)
    : `${other.name} costs more than ${MOST_OF_MEDIAN} times the middle price of what suits you`;
}
