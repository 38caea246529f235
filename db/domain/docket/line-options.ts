/*
 * Options for a line of a docket: packs of a product at a shop that together hold at least the requested amount. A line without a size asks
 * for the commonest one. A pack of another size is a substitute. The size of a machine is what it can hold: none is assumed for a kettle,
 * and two of 1 L are none of 2 L.
 */
import { type Cents, cents } from '../money.ts';
import type { PackSize } from '../pack/pack-size.ts';
import type { BaseUnit } from '../pack/pack-size-units.ts';
import type { DocketLine } from './docket-lines.ts';

/** An offer that can be bought now, of a product that matches a line. */
export interface DocketOffer {
  offerId: string;
  productId: string;
  /** The retailer's slug. */
  shop: string;
  priceCents: Cents;
  /** Null where its name states no size. */
  pack: PackSize | null;
  isMachine: boolean;
}

/** Packs of an offer. */
export interface DocketOption<Offer extends DocketOffer = DocketOffer> {
  offer: Offer;
  packs: number;
  costCents: Cents;
  /** Its pack size differs from the requested one. */
  isSubstitute: boolean;
}

/** The size that a line asks for. */
export interface RequestedSize {
  amount: number;
  unit: BaseUnit;
  /** The line states no size. */
  isAssumed: boolean;
}

/** Relative tolerance for an assumed size. */
const NEAR = 0.1;
/** Tolerance for rounding errors. */
const EPSILON = 1e-6;

/** Answers the options of a line, cheapest first, and the requested size; null where packs are not compared. */
export function lineOptions<Offer extends DocketOffer>(
  line: DocketLine,
  offers: readonly Offer[],
): { size: RequestedSize | null; options: DocketOption<Offer>[] } {
  const size = line.size ? { ...line.size, isAssumed: false } : commonestSize(offers);
  const options = offers.flatMap((offer) => {
    const need = packsOf(line, size, offer);
    return need ? [{ offer, ...need, costCents: cents(need.packs * offer.priceCents) }] : [];
  });
  return { size, options: options.toSorted(byCost) };
}

/** Sorts by cost, then substitutes last, then by id, so that the order of lines has no effect. */
export function byCost(a: DocketOption, b: DocketOption): number {
  return (
    a.costCents - b.costCents ||
    Number(a.isSubstitute) - Number(b.isSubstitute) ||
    (a.offer.offerId < b.offer.offerId ? -1 : 1)
  );
}

function packsOf(
  { packs }: DocketLine,
  size: RequestedSize | null,
  { pack, isMachine }: DocketOffer,
) {
  if (!size) return { packs, isSubstitute: false };
  const held = amountIn(pack, size.unit);
  if (held === null) return null;
  const isRequested =
    Math.abs(held - size.amount) <= (size.isAssumed ? NEAR : EPSILON) * size.amount;
  if (isMachine)
    return isRequested || held > size.amount ? { packs, isSubstitute: !isRequested } : null;
  const needed = isRequested ? packs : Math.ceil((packs * size.amount) / held - EPSILON);
  return { packs: needed, isSubstitute: !isRequested };
}

/** The amount of a pack in a unit: '12 eggs 700 g' is 12 each, and 700 g; null where the pack does not state it. */
export function amountIn(pack: PackSize | null, unit: BaseUnit): number | null {
  if (pack?.unit === unit) return pack.total;
  return pack && unit === 'each' && pack.count > 1 ? pack.count : null;
}

/** The size that most shops have, the smaller one of a tie; null where no name but of machines states a size. */
function commonestSize(offers: readonly DocketOffer[]): RequestedSize | null {
  const shops = new Map<string, { size: RequestedSize; shops: Set<string> }>();
  for (const { pack, shop, isMachine } of offers) {
    if (!pack || isMachine) continue;
    const size = { amount: pack.total, unit: pack.unit, isAssumed: true };
    const key = `${size.amount} ${size.unit}`;
    const known = shops.get(key) ?? { size, shops: new Set() };
    known.shops.add(shop);
    shops.set(key, known);
  }
  const [most] = [...shops.values()].toSorted(
    (a, b) => b.shops.size - a.shops.size || a.size.amount - b.size.amount,
  );
  return most?.size ?? null;
}
