import { z } from 'zod';
import { askingPrices, productYears } from '#db/queries/products/product-history.ts';
import { refusedSpecials } from '#db/queries/products/refused-specials.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { percentAbove } from '#domain/prices/price-change.ts';
import { pointsFrom } from '#domain/prices/price-history.ts';
import { VERDICT_WEEKS } from '#domain/prices/price-verdict.ts';
import { isRefused } from '#domain/prices/refused-claim.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import { iso, WEEK_MS } from '#domain/time.ts';
import type { ApiServices } from '../core/services.ts';
import { claimOf } from './search-product.ts';

const dollarsShape = z.number().describe('Dollars');
const moment = z.iso.datetime();

/** A claimed former price that nobody was charged, with the observations that refuse it. */
export const refusedSpecial = z.object({
  offerId: z.uuid(),
  name: z.string(),
  imageUrl: z.string(),
  path: z.string().describe('The product’s page'),
  url: z.string().describe('The offer at its shop'),
  retailer: z.string(),
  retailerPath: z.string(),
  price: dollarsShape,
  claimed: dollarsShape,
  highest: dollarsShape.describe('Highest price charged in the 12 weeks before'),
  excessPercent: z.number().int().describe('Excess of the claim over that price'),
  daysObserved: z.number().int().describe('Days observed within these 12 weeks'),
  watchedSince: moment.describe('At most a year ago'),
  readAt: moment,
  text: z.string(),
  observations: z
    .array(z.object({ at: moment, price: dollarsShape }))
    .describe('Price changes within 12 weeks, oldest first'),
  reply: z
    .object({ text: z.string(), at: moment })
    .nullable()
    .describe('The shop’s reply, verbatim'),
  isDemo: z.boolean(),
});
export type RefusedSpecial = z.infer<typeof refusedSpecial>;

/** Claims in the answer. */
const SHOWN = 24;
/** Rows read per claim shown, because the year of some offers does not refuse the claim. */
const SPARE = 4;
const MAX_PER_SHOP = 4;

/** The claims furthest above any charged price, worst first; each is judged again by its offer's year. */
export async function worstSpecials({ em, config }: ApiServices): Promise<RefusedSpecial[]> {
  const nowMs = Date.now();
  const rows = await refusedSpecials(em(), SHOWN * SPARE);
  const products = rows.map((row) => row.productId);
  const years = await productYears(em(), products, nowMs);
  const refused = rows.flatMap((row) => {
    const year = years.get(row.productId);
    const claim = year && claimOf(row, year);
    const prices = askingPrices(year, row.offerId);
    if (!claim || !isRefused(claim.verdict) || claim.highestCents === null) return [];
    return {
      offerId: row.offerId,
      name: row.productName,
      imageUrl: pictureUrl(row),
      path: productPath(row.productId, row.productName),
      url: publicDemoUrl(row.url, config.siteUrl),
      retailer: row.retailerName,
      retailerPath: retailerPath(row.retailerSlug),
      price: dollars(row.priceCents),
      claimed: dollars(row.claimedCents),
      highest: dollars(claim.highestCents),
      excessPercent: percentAbove(row.claimedCents, claim.highestCents),
      daysObserved: claim.daysObserved,
      watchedSince: iso(prices[0]?.atMs ?? nowMs),
      readAt: row.lastSeenAt.toISOString(),
      text: claim.text,
      observations: pointsFrom(prices, nowMs - VERDICT_WEEKS * WEEK_MS).map(
        ({ atMs, priceCents }) => ({ at: iso(atMs), price: dollars(priceCents) }),
      ),
      reply:
        row.reply === null || row.repliedAt === null
          ? null
          : { text: row.reply, at: row.repliedAt.toISOString() },
      isDemo: row.source === 'demo',
    };
  });
  const shops = new Map<string, number>();
  return refused
    .toSorted((a, b) => b.claimed / b.highest - a.claimed / a.highest)
    .filter(({ retailer }) => {
      shops.set(retailer, (shops.get(retailer) ?? 0) + 1);
      return (shops.get(retailer) ?? 0) <= MAX_PER_SHOP;
    })
    .slice(0, SHOWN);
}
