import { figuresOf, passesOf } from './measures.ts';
import { type SmartProduct, shownScoreOf } from './product.ts';

/* What orders products, as data: the same criteria sort them and tell why one comes before another. */

/** The first choice costs at most so many times the median: better ones follow as such. */
const MOST_OF_MEDIAN = 1.5;
const ENERGY = { unit: 'star', facts: ['energy', 'energy rating', 'energy stars', 'star rating'] };

interface Criterion {
  name: string;
  /** More is better. */
  figure(product: SmartProduct): number;
  /** Why a product with more comes before the other, '#'. */
  reason: string;
}

/** The weightiest criterion first. */
type Order = readonly Criterion[];

/** The stars of the Energy Rating label; 0 where shops state none. */
export const energyStarsOf = (one: SmartProduct): number => figuresOf(ENERGY, one)[0] ?? 0;

const MERIT =
  'match and AI score (the price against its own year, ratings, and how much the shop can be trusted)';

/**
 * The order for products as `found`, the best match first. By score alone, a security camera with a good price comes first for "camera", so
 * each better match weighs a point of 100.
 */
export function orderOf(
  found: readonly SmartProduct[],
  by: { needs: boolean; stars: boolean; price: boolean },
): Order {
  const { unit, price } = pricesOf(found, by.price ? 0.5 : 1);
  const places = new Map(found.map(({ productId }, place) => [productId, place]));
  const thing = (one: SmartProduct) => Number(one.best.isTheThing);
  const merit = (one: SmartProduct) => one.score100 - (places.get(one.productId) ?? 0);
  const order: (Criterion | false)[] = [
    { name: 'what you named', figure: thing, reason: 'it is what you named, unlike #' },
    by.stars && {
      ...{ name: 'energy stars', figure: energyStarsOf, reason: 'it has more energy stars than #' },
    },
    by.needs && {
      ...{ name: 'how many of your needs shops state', figure: passesOf },
      reason: 'it states more of what you need than #',
    },
    !by.price && {
      ...{ name: MERIT, figure: merit, reason: 'its AI score is higher than that of #' },
    },
    {
      ...{ name: 'price', figure: (one: SmartProduct) => -price(one) },
      reason: `it costs less${unit ? ' for its content' : ''} than #`,
    },
  ];
  return order.filter((each) => each !== false);
}

/** The price of goods: of their content where this share of all has packs of one unit, other packs last. */
function pricesOf(goods: readonly SmartProduct[], share: number) {
  const packs = [...Map.groupBy(goods, ({ pack }) => pack?.unit)];
  const [unit] = packs.find(([, { length }]) => length >= share * goods.length) ?? [];
  const price = ({ best, pack }: SmartProduct) =>
    pack && pack.unit === unit ? best.priceCents / pack.total : Number.MAX_SAFE_INTEGER;
  return { unit, price: unit ? price : ({ best }: SmartProduct) => best.priceCents };
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
  const nth = order.findIndex(({ name }) => name === MERIT);
  if (!best || nth < 0) return sorted;
  const equal = sorted.filter((one) => compared(order.slice(0, nth), one, best) === 0);
  const price = (one: SmartProduct) => -(order.at(-1)?.figure(one) ?? 0);
  const byPrice = equal.toSorted((a, b) => price(a) - price(b));
  const median = byPrice[Math.floor((equal.length - 1) / 2)] ?? best;
  const first = equal.find((one) => price(one) <= MOST_OF_MEDIAN * price(median)) ?? best;
  const second = sorted.find((one) => one !== first) ?? best;
  const cheapest = byPrice.find((one) => one !== first && one !== second) ?? best;
  return [...new Set([first, second, cheapest, ...sorted])];
}

/** Why the first product comes before another, by the criterion that decided. */
export function reasonFor(first: SmartProduct, other: SmartProduct, order: Order): string {
  const decisive = order.find(({ figure }) => figure(first) !== figure(other));
  if (!decisive || decisive.figure(first) < decisive.figure(other))
    return `${other.name} costs more than ${MOST_OF_MEDIAN} times the middle price of what suits you`;
  const isByMatch = decisive.name === MERIT && shownScoreOf(first) <= shownScoreOf(other);
  const reason = isByMatch ? 'match and AI score together put it before #' : decisive.reason;
  return reason.replace('#', () => other.name);
}
