/*
 * Computes a shop's price at any instant, without stored state: regular price → deals (seasons, specials, campaigns, flashes) →
 * the shop's "was" price, honest or not → stock.
 */
import { type Cents, cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { DAY_MS } from '#domain/time.ts';
import {
  type Deal,
  dealAt,
  dealTurns,
  isRaised,
  isRaisedSale,
  type Recurrence,
  stretchAround,
  stretchesBetween,
} from './deals.ts';
import type { PackSize } from './pack-size.ts';
import type { Product } from './read-catalogue.ts';
import { chance, reseed } from './seeded.ts';
import type { DemoShop, Ending } from './shops.ts';

const YEAR_MS = 365.25 * DAY_MS;
/** The date of the catalogue's prices, from which the yearly trend counts. */
const CATALOGUE_DAY = Date.UTC(2026, 8, 1);
const MOST_YEARS = 3;

/** Yearly change of a department's prices: groceries rise, electronics fall. */
const YEARLY_TREND: Record<string, number> = {
  electronics: -0.09,
  grocery: 0.04,
  liquor: 0.03,
  pets: 0.03,
  pharmacy: 0.02,
};

function epochMs(seed: number): number {
  return (70 + chance(seed, 41) * 70) * DAY_MS;
}

function epochOf(seed: number, at: number): number {
  return Math.floor(at / epochMs(seed) + chance(seed, 42));
}

/** The price without promotions: changes by a few per cent every ten to twenty weeks, along its department's trend. */
function regularAt(shop: DemoShop, product: Product, seed: number, at: number): Cents {
  const epoch = epochOf(seed, at);
  const began = epoch * epochMs(seed);
  const years = Math.min(MOST_YEARS, Math.max(-MOST_YEARS, (began - CATALOGUE_DAY) / YEAR_MS));
  const trend = 1 + (YEARLY_TREND[product.category.department] ?? 0.01) * years;
  const wander = 1 + (chance(seed, 43, epoch) - 0.5) * (shop.rhythm === 'steady' ? 0.05 : 0.1);
  return pricePoint(product.usualCents * shop.level * trend * wander, shop.ending);
}

/** The instants within (from, to] at which the regular price may move. */
function regularTurns(seed: number, from: number, to: number): number[] {
  const turns: number[] = [];
  const last = epochOf(seed, to);
  for (let epoch = epochOf(seed, from) + 1; epoch <= last; epoch += 1) {
    turns.push(Math.ceil((epoch - chance(seed, 42)) * epochMs(seed)));
  }
  return turns;
}

const toStep = (value: number, step: number, ending: number): number =>
  Math.max(step + ending, Math.round((value - ending) / step) * step + ending);

function grocery(value: number): number {
  if (value < 300) return toStep(value, 5, 0);
  if (value < 2000) return toStep(value, 10, 0);
  return toStep(value, 50, 0);
}

/** The last dollar of prices from $100: $649 here, $645 and $647 there. */
const LAST_DOLLAR_BELOW_TEN: Record<Ending, number> = {
  grocery: -200,
  round: -100,
  'ninety-five': -500,
  'eighty-nine': -300,
};

/** The price point nearest to an amount, by the shop's price ending: 4.50, 1,299.00, 49.95 or 12.89. */
export function pricePoint(amountCents: number, ending: Ending): Cents {
  const value = Math.max(50, Math.round(amountCents));
  if (value >= 10_000) return cents(toStep(value, 1000, LAST_DOLLAR_BELOW_TEN[ending]));
  if (ending === 'grocery') return cents(grocery(value));
  if (ending === 'round') return cents(value < 1500 ? toStep(value, 50, 0) : toStep(value, 100, 0));
  if (ending === 'ninety-five')
    return cents(value < 2000 ? toStep(value, 50, -1) : toStep(value, 100, -5));
  return cents(toStep(value, value < 500 ? 10 : 100, value < 500 ? -1 : -11));
}

/** The shelf label at one instant. */
export interface ShelfPrice {
  priceCents: Cents;
  /** The "was" price, only if above the price. */
  wasCents: Cents | null;
  /** For members of the shop's club only. */
  memberPriceCents: Cents | null;
  availability: Availability;
  packSize: PackSize | null;
}

/** An instant at which price, "was" or stock changed, with the new values. */
export type PriceChange = { at: Date } & Pick<
  ShelfPrice,
  'priceCents' | 'wasCents' | 'availability'
>;

const RAISED_BY = 1.2;
const INFLATED_SHARE = 0.45;
const INFLATED_WITHOUT_DEAL_SHARE = 0.5;
const MEMBER_SHARE = 0.35;

/** Stock is limited for this time before it runs out. */
const LIMITED_FOR_MS = 1.5 * DAY_MS;
const PRE_ORDER_SHARE = 0.004;

const EMPTY_SHELF: Recurrence = {
  question: 140,
  epochMs: 45 * DAY_MS,
  probability: 0.12,
  startMs: [2 * DAY_MS, 30 * DAY_MS],
  lengthMs: [2 * DAY_MS, 11 * DAY_MS],
};

const seedIn = (shop: DemoShop, product: Product): number => reseed(shop.seed, product.seed);

/** A "was" price that was never charged. It follows the regular price and rarely changes. */
function inventedWas(shop: DemoShop, seed: number, regular: Cents): Cents {
  return pricePoint(regular * (1.25 + chance(seed, 71) * 0.35), shop.ending);
}

function wasPrice(shop: DemoShop, seed: number, at: number, regular: Cents, deal: Deal | null) {
  if (shop.honesty === 'silent') return null;
  if (shop.honesty === 'always') return inventedWas(shop, seed, regular);
  if (shop.honesty === 'inflated' && chance(seed, 72) < INFLATED_SHARE) {
    const prints = deal !== null || chance(seed, 73) < INFLATED_WITHOUT_DEAL_SHARE;
    return prints ? inventedWas(shop, seed, regular) : null;
  }
  if (isRaisedSale(shop, seed, at)) return pricePoint(regular * RAISED_BY, shop.ending);
  return deal ? regular : null;
}

/** The shop stocks a shrunk pack up to two weeks after its maker changed it. */
function packOnShelf(product: Product, seed: number, at: number): PackSize | null {
  return product.shrunk && at < shrinksAt(product.shrunk.at, seed)
    ? product.shrunk.before
    : product.pack;
}

function shrinksAt(makerAt: number, seed: number): number {
  return Math.ceil(makerAt + chance(seed, 74) * 14 * DAY_MS);
}

/** When the shop began to stock the smaller pack, UTC ms; null if the pack never shrank. */
export function shelfShrankAt(shop: DemoShop, product: Product): number | null {
  return product.shrunk ? shrinksAt(product.shrunk.at, seedIn(shop, product)) : null;
}

/** The shop's price for the product at an instant. Pure: the same answer on every machine. */
export function priceAt(shop: DemoShop, product: Product, at: Date): ShelfPrice {
  const seed = seedIn(shop, product);
  const instant = at.getTime();
  const regular = regularAt(shop, product, seed, instant);
  const deal = dealAt(shop, seed, instant);
  const asked =
    isRaised(shop, seed, instant) && !deal ? pricePoint(regular * RAISED_BY, shop.ending) : regular;
  const reduced = deal?.half
    ? Math.floor(regular / 2)
    : pricePoint(asked * (1 - (deal?.off ?? 0)), shop.ending);
  const priceCents = deal ? cents(Math.min(reduced, regular)) : asked;
  const was = wasPrice(shop, seed, instant, regular, deal);
  const member = pricePoint(priceCents * 0.9, shop.ending);
  const hasMemberPrice = shop.traits.has('members') && chance(seed, 75) < MEMBER_SHARE;
  return {
    priceCents,
    wasCents: was !== null && was > priceCents ? was : null,
    memberPriceCents: hasMemberPrice && member < priceCents ? member : null,
    availability: availabilityAt(seed, instant),
    packSize: packOnShelf(product, seed, instant),
  };
}

/** The stock: occasionally out of stock, limited shortly before; a few products on pre-order. */
function availabilityAt(seed: number, at: number): Availability {
  if (chance(seed, 61) < PRE_ORDER_SHARE) return 'pre_order';
  const empty = stretchAround(seed, EMPTY_SHELF, at);
  if (!empty || at >= empty.to || at < empty.from - LIMITED_FOR_MS) return 'in_stock';
  return at < empty.from ? 'limited' : 'out_of_stock';
}

/** The instants around (from, to] at which the stock may change. */
function stockTurns(seed: number, from: number, to: number): number[] {
  return stretchesBetween(seed, EMPTY_SHELF, from, to).flatMap((empty) => [
    empty.from - LIMITED_FOR_MS,
    empty.from,
    empty.to,
  ]);
}

function sameLabel(one: ShelfPrice, other: ShelfPrice): boolean {
  return (
    one.priceCents === other.priceCents &&
    one.wasCents === other.wasCents &&
    one.availability === other.availability
  );
}

/** The state at `from` and every change up to and including `to`, oldest first. */
export function priceChanges(shop: DemoShop, product: Product, from: Date, to: Date) {
  const seed = seedIn(shop, product);
  const [start, end] = [from.getTime(), to.getTime()];
  const turns = [
    ...regularTurns(seed, start, end),
    ...dealTurns(shop, seed, start, end),
    ...stockTurns(seed, start, end),
  ].filter((turn) => turn > start && turn <= end);
  const changes: PriceChange[] = [];
  let last: ShelfPrice | null = null;
  for (const turn of [start, ...new Set(turns.sort((a, b) => a - b))]) {
    const at = new Date(turn);
    const label = priceAt(shop, product, at);
    if (last && sameLabel(label, last)) continue;
    last = label;
    const { priceCents, wasCents, availability } = label;
    changes.push({ at, priceCents, wasCents, availability });
  }
  return changes;
}
