/*
 * What would do for a line of a docket, at each shop: so many packs of a product that together hold at least what the line asks for.
 * Where the line states no size, the size that most shops have is meant. Another pack than asked for is a substitute.
 */
import { type Cents, cents } from '../money.ts';
import type { PackSize } from '../pack/pack-size.ts';
import type { BaseUnit } from '../pack/pack-size-units.ts';
import type { DocketLine } from './docket-lines.ts';

/** An offer that can be bought now, of a product that fits the words of a line. */
export interface DocketOffer {
  offerId: string;
  productId: string;
  /** The retailer's slug. */
  shop: string;
  priceCents: Cents;
  /** Null where its name states none. */
  pack: PackSize | null;
}

/** So many packs of an offer. */
export interface DocketOption<Offer extends DocketOffer = DocketOffer> {
  offer: Offer;
  packs: number;
  costCents: Cents;
  /** Another pack than the line asks for. */
  isSubstitute: boolean;
}

/** The size that a line was taken to mean. */
export interface SizeMeant {
  amount: number;
  unit: BaseUnit;
  /** The line did not say. */
  isAssumed: boolean;
}

/** Where the size is ours, not the shopper's, a pack that lacks so little is one. */
const NEAR = 0.1;
/** Dust of binary fractions. */
const DUST = 1e-6;

/** The options of a line, the cheapest of each shop first, and the size meant; null where packs are not compared. */
export function lineOptions<Offer extends DocketOffer>(
  line: DocketLine,
  offers: readonly Offer[],
): { size: SizeMeant | null; options: DocketOption<Offer>[] } {
  const size = line.size ? { ...line.size, isAssumed: false } : commonestSize(offers);
  const options = offers.flatMap((offer) => {
    const need = packsOf(line, size, offer.pack);
    return need ? [{ offer, ...need, costCents: cents(need.packs * offer.priceCents) }] : [];
  });
  return { size, options: options.toSorted(byCost) };
}

/** Cheapest first; of equal cost what was asked for before a substitute, then by identity: the order of lines changes nothing. */
export function byCost(a: DocketOption, b: DocketOption): number {
  return (
    a.costCents - b.costCents ||
    Number(a.isSubstitute) - Number(b.isSubstitute) ||
    (a.offer.offerId < b.offer.offerId ? -1 : 1)
  );
}

function packsOf({ packs }: DocketLine, size: SizeMeant | null, pack: PackSize | null) {
  if (!size) return { packs, isSubstitute: false };
  const held = amountIn(pack, size.unit);
  if (held === null) return null;
  const isAsked = Math.abs(held - size.amount) <= (size.isAssumed ? NEAR : DUST) * size.amount;
  const needed = isAsked ? packs : Math.ceil((packs * size.amount) / held - DUST);
  return { packs: needed, isSubstitute: !isAsked };
}

/** What a pack holds in a unit: '12 eggs 700 g' is 12 each, and 700 g; null where it does not say. */
export function amountIn(pack: PackSize | null, unit: BaseUnit): number | null {
  if (pack?.unit === unit) return pack.total;
  return pack && unit === 'each' && pack.count > 1 ? pack.count : null;
}

/** The size that most shops have, of equals the smaller; null where no name states one. */
function commonestSize(offers: readonly DocketOffer[]): SizeMeant | null {
  const shops = new Map<string, { size: SizeMeant; shops: Set<string> }>();
  for (const { pack, shop } of offers) {
    if (!pack) continue;
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
