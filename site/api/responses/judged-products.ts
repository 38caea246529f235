import {
  type ProductYear,
  productYears,
  verdictOfYear,
} from '#db/queries/products/product-history.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { yearFigures } from '#domain/prices/buy-verdict.ts';
import {
  isRefused,
  type PriceVerdict,
  priceVerdict,
  wasPrice,
} from '#domain/prices/price-verdict.ts';
import type { ApiServices } from '../core/services.ts';
import { type SearchProduct, toSearchProduct } from './search-product.ts';

/** Converts offers, each with the verdict on its product and on its claimed former price: reads the products' last year. */
export async function toJudgedProducts<Offer extends FoundOffer, Answer>(
  services: ApiServices,
  offers: readonly Offer[],
  complete: (product: SearchProduct, offer: Offer, year: ProductYear | undefined) => Answer,
): Promise<Answer[]> {
  const nowMs = Date.now();
  const ids = [...new Set(offers.map((offer) => offer.productId))];
  const years = await productYears(services.em(), ids, nowMs);
  return offers.map((offer) =>
    complete(
      judged(toSearchProduct(offer, services.config.siteUrl), offer, years, nowMs),
      offer,
      years.get(offer.productId),
    ),
  );
}

/** A search result with the verdicts that the year of its product gives. */
export function judged(
  product: SearchProduct,
  offer: FoundOffer,
  years: ReadonlyMap<string, ProductYear>,
  nowMs: number,
): SearchProduct {
  const year = years.get(offer.productId);
  const buyVerdict = year && verdictOfYear(year, nowMs);
  const claim = year && claimOf(offer, year, nowMs);
  const isOnSale = claim ? !isRefused(claim.verdict) : product.isOnSale;
  return {
    ...product,
    isOnSale,
    discountPercentage: isOnSale ? product.discountPercentage : 0,
    ...(claim && { claim: { verdict: claim.verdict, text: claim.text } }),
    ...(buyVerdict && { buyVerdict }),
  };
}

/** What an offer's own year says of the former price that its shop claims; null without a claim. */
export function claimOf(
  offer: Pick<FoundOffer, 'offerId' | 'priceCents' | 'originalPriceCents'>,
  { lines, best }: ProductYear,
  nowMs: number,
): PriceVerdict | null {
  const claimedWasCents = wasPrice(offer);
  if (claimedWasCents === null) return null;
  return priceVerdict({
    claimedWasCents,
    history: lines.find((line) => line.offerId === offer.offerId)?.asked ?? [],
    nowMs,
    year: yearFigures(best, nowMs),
  });
}
