import { type Availability, isGone } from '../offers/availability.ts';

/** Shops that sell a product before it has a public page: with fewer there is nothing to compare. */
export const FEWEST_SHOPS_OF_A_PAGE = 2;

/** Whether a product deserves a public page: enough shops can sell it now or, where none can, list it. */
export function isWorthAPage(
  offers: readonly { retailerName: string; availability: Availability; canBuy: boolean }[],
): boolean {
  const buyable = offers.filter((offer) => offer.canBuy);
  const counted = buyable.length > 0 ? buyable : offers;
  const shops = new Set(counted.map((offer) => offer.retailerName));
  const isSold = offers.some((offer) => !isGone(offer.availability));
  return isSold && shops.size >= FEWEST_SHOPS_OF_A_PAGE;
}
