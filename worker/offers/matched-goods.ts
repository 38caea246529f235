import type { ProductCandidate, SoldAs } from '#db/queries/products/candidates.ts';
import { centsFromDecimal } from '#domain/money.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { parsePackSize } from '#domain/pack/pack-size.ts';
import { measureUnit } from '#domain/pack/pack-size-units.ts';
import type { CandidateProduct } from '../match/choose-product.ts';
import type { Goods } from '../match/product-text.ts';

/** A reading in the form that matching compares. */
export function goodsOf(reading: OfferReading): Goods {
  const { name, brand, mpn, variant, description, gtin } = reading;
  const sold = soldAs(reading, null);
  return {
    name,
    brand,
    model: mpn,
    variant,
    description,
    gtin,
    price: sold.priceCents > 0 ? sold.priceCents / 100 : null,
    quantity: quantityOf(sold),
  };
}

/** The name, price and unit price of a shop's reading, for comparison with other offers of its product. */
export function soldAs({ name, price, unitPrice }: OfferReading, shop: string | null): SoldAs {
  return { shop, name, priceCents: (price && centsFromDecimal(price)) || 0, unitPrice };
}

/** A stored product in the form that matching compares with an offer of `shop`: its own words, its offers' names and their median price. */
function candidateOf(
  { modelKey, soldAs: sold, ...product }: ProductCandidate,
  shop: string | null,
): CandidateProduct {
  const prices = sold.map(({ priceCents }) => priceCents).sort((a, b) => a - b);
  const usual = prices[Math.floor(prices.length / 2)] ?? 0;
  return {
    ...product,
    model: modelKey?.split('|')[1] ?? null,
    price: usual > 0 ? usual / 100 : null,
    quantity: sold.map(quantityOf).find((quantity) => quantity !== null) ?? null,
    names: [...new Set(sold.map(({ name }) => name))],
    listed: sold.filter((each) => shop !== null && each.shop === shop).map(({ name }) => name),
  };
}

/** The candidates that an offer of `shop` may belong to: demo and real goods never mix. */
export function ofOneWorld(candidates: readonly ProductCandidate[], shop: string | null) {
  return candidates.flatMap((each) => (each.isOfOtherWorld ? [] : candidateOf(each, shop)));
}

/** The content in kg, L, m or pieces, computed from price and unit price; null if the name states it or the figures are missing. */
export function quantityOf({ name, priceCents, unitPrice }: Omit<SoldAs, 'shop'>): number | null {
  const unit = unitPrice && measureUnit(unitPrice.unit.toLowerCase());
  const perUnit = Number(unitPrice?.price);
  if (!unit || !(perUnit > 0) || priceCents <= 0 || parsePackSize(name)) return null;
  const content = (priceCents / 100 / perUnit) * unitPrice.quantity * unit.factor;
  return unit.base === 'g' || unit.base === 'mL' ? content / 1000 : content;
}
