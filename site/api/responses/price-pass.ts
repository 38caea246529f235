import { z } from 'zod';
import { type Bought, boughtOffers } from '#db/queries/price-pass/passes.ts';
import { askingPrices, productYears } from '#db/queries/products/product-history.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import { passOutcome } from '#domain/prices/price-pass.ts';
import { productPath } from '#domain/public-path.ts';
import { iso } from '#domain/time.ts';
import type { ApiServices } from '../core/services.ts';

const price = z.number().describe('Dollars');
const moment = z.iso.datetime();

/** A purchase, and the shop's prices since then. */
export const judgedPass = z.object({
  id: z.string().describe('Id of a member’s pass; for a guest, the index in the request'),
  offerId: z.uuid(),
  name: z.string(),
  path: z.string(),
  shop: z.string(),
  url: z.string().describe('The offer at its shop'),
  paid: price,
  boughtAt: moment,
  endsAt: moment,
  state: z.enum(['cheaper', 'watching', 'over']),
  lowest: z
    .object({ price, at: moment })
    .nullable()
    .describe('Lowest price during the pass; null if none was observed'),
  median: price.nullable().describe('Median price by time, from 90 days before the purchase'),
  now: price.describe('Last price read'),
  readAt: moment,
  text: z.string(),
  isDemo: z.boolean(),
});
/** A purchase with its outcome. */
export type JudgedPass = z.infer<typeof judgedPass>;

/** Judges purchases by the past year of their offers, in order. Purchases of deleted offers are left out. */
export async function judgePasses(
  { em, config }: ApiServices,
  passes: readonly (Bought & { id: string })[],
): Promise<JudgedPass[]> {
  const nowMs = Date.now();
  const offers = await boughtOffers(em(), [...new Set(passes.map(({ offerId }) => offerId))]);
  const products = offers.map((one) => one.productId);
  const years = await productYears(em(), products, nowMs);
  return passes.flatMap(({ id, offerId, paidCents, boughtAt, endsAt }) => {
    const offer = offers.find((one) => one.offerId === offerId);
    if (!offer) return [];
    const prices = askingPrices(years.get(offer.productId), offerId);
    const pass = { paidCents, boughtMs: boughtAt.getTime(), endsMs: endsAt.getTime() };
    const { state, lowest, medianCents, text } = passOutcome(pass, prices, nowMs);
    return {
      id,
      offerId,
      state,
      text,
      isDemo: offer.isDemo,
      name: offer.name,
      path: productPath(offer.productId, offer.name),
      shop: offer.shop,
      url: publicDemoUrl(offer.url, config.siteUrl),
      paid: dollars(paidCents),
      boughtAt: boughtAt.toISOString(),
      endsAt: endsAt.toISOString(),
      lowest: lowest && { price: dollars(lowest.priceCents), at: iso(lowest.atMs) },
      median: dollarsOrNull(medianCents),
      now: dollars(offer.priceCents),
      readAt: offer.readAt.toISOString(),
    };
  });
}
