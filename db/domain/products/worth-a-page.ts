import { type Availability, isGone } from '../offers/availability.ts';

/** Shops that must sell a product before it gets a public page; fewer leave nothing to compare. */
export const FEWEST_SHOPS_OF_A_PAGE = 2;

/** Whether a product gets a public page: enough shops have stock or, when none has, list it. */
export function isWorthAPage(
  offers: readonly { retailerName: string; availability: Availability; canBuy: boolean }[],
): boolean {
  const buyable = offers.filter((offer) => offer.canBuy);
  const counted = buyable.length > 0 ? buyable : offers;
  const shops = new Set(counted.map((offer) => offer.retailerName));
  const isSold = offers.some((offer) => !isGone(offer.availability));
  return isSold && shops.size >= FEWEST_SHOPS_OF_A_PAGE;
}
