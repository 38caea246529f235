import { askedIn, type ProductYear, productYears } from '#db/queries/products/product-history.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import {
  isRefused,
  type PriceVerdict,
  priceVerdict,
  wasPrice,
} from '#domain/prices/price-verdict.ts';
import type { ApiServices } from '../core/services.ts';
import { type SearchProduct, toSearchProduct } from './search-product.ts';

/** Converts offers, each with the verdict on its product and on its claimed former price: reads the products' last year. */
export async function toJudgedProducts<Offer extends FoundOffer, Answer = SearchProduct>(
  services: ApiServices,
  offers: readonly Offer[],
  complete = (product: SearchProduct, _offer: Offer, _year?: ProductYear) => product as Answer,
): Promise<Answer[]> {
  const ids = offers.map((offer) => offer.productId);
  const years = await productYears(services.em(), ids, Date.now());
  return offers.map((offer) => {
    const year = years.get(offer.productId);
    return complete(judged(services, offer, year), offer, year);
  });
}

/** An offer as a search result, with the verdicts that the year of its product gives. */
export function judged(
  { config }: ApiServices,
  offer: FoundOffer,
  year: ProductYear | undefined,
): SearchProduct {
  const product = toSearchProduct(offer, config.siteUrl);
  const claim = year && claimOf(offer, year);
  const isOnSale = claim ? !isRefused(claim.verdict) : product.isOnSale;
  return {
    ...product,
    isOnSale,
    discountPercentage: isOnSale ? product.discountPercentage : 0,
    ...(claim && { claim: { verdict: claim.verdict, text: claim.text } }),
    ...(year?.verdict && { buyVerdict: year.verdict }),
  };
}

/** What an offer's own year says of the former price that its shop claims; null without a claim. */
export function claimOf(
  offer: Pick<FoundOffer, 'offerId' | 'priceCents' | 'originalPriceCents'>,
  year: ProductYear,
): PriceVerdict | null {
  const claimedWasCents = wasPrice(offer);
  if (claimedWasCents === null) return null;
  return priceVerdict({
    claimedWasCents,
    history: askedIn(year, offer.offerId),
    nowMs: year.nowMs,
    year: year.figures,
  });
}
