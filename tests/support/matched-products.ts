import { cents } from '#domain/money.ts';
import type { MatchedOffer, MatchedProduct } from '#domain/search/filter-products.ts';

/** An offer that a search has matched, in stock at Kite for dollars, with what `own` changes. */
export const matchedOffer = (dollars: number, own: Partial<MatchedOffer> = {}): MatchedOffer => ({
  ...{ shop: 'Kite', priceCents: cents(dollars * 100), isOnSale: false, unitPrice: null },
  ...{ canBuy: true, inStock: true, score: null, trust: 5, rating: null },
  ...own,
});

/** A product that a search has matched: the thing itself, of no known brand, category or size unless `own` says so. */
export const matchedProduct = (
  productId: string,
  offers: MatchedOffer[],
  own: Partial<MatchedProduct> = {},
): MatchedProduct => ({
  ...{ productId, head: '', brand: null, category: null, sizes: null, specs: [], familyKeys: [] },
  ...{ usualCents: null, points: 10, prior: 0, isTheThing: true, isSimilar: false },
  ...own,
  offers,
});
