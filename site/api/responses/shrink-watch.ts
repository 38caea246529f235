import { z } from 'zod';
import { askingPrices, productYears } from '#db/queries/products/product-history.ts';
import { offersWithEarlierPack } from '#db/queries/products/refused-specials.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { contentText } from '#domain/pack/content-text.ts';
import { type ShrunkPack, shrunkPack } from '#domain/pack/shrinkflation.ts';
import { unitPriceOf } from '#domain/pack/unit-price.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import { iso } from '#domain/time.ts';
import type { ApiServices } from '../core/services.ts';
import { searchProduct } from './search-product.ts';

const moment = z.iso.datetime();
const packSeen = z.object({
  price: z.number().describe('Median price by time, in dollars'),
  unitPrice: searchProduct.shape.unitPrice,
});

/** A product whose pack shrank while its price stayed or rose. */
export const shrunkProduct = z.object({
  productId: z.uuid(),
  name: z.string(),
  path: z.string(),
  category: z.string().nullable(),
  imageUrl: z.string(),
  before: z.string().describe('Former content, such as 200 g'),
  after: z.string(),
  shrunkPercent: z.number().describe('Percent of content lost, one decimal'),
  unitPricePercent: z.number().describe('Median increase of the unit price over shops, in percent'),
  lastSeenAt: moment.describe('Last time any shop listed the larger pack'),
  shops: z
    .array(
      z.object({
        offerId: z.uuid(),
        shop: z.string(),
        path: z.string(),
        url: z.url(),
        before: packSeen,
        after: packSeen,
        unitPricePercent: z.number(),
        lastSeenAt: moment.describe('Last time the shop listed the larger pack'),
        readAt: moment.describe('Last reading of the smaller pack'),
      }),
    )
    .describe('Shops where the pack shrank, steepest increase first'),
  isDemo: z.boolean(),
});
export type ShrunkProduct = z.infer<typeof shrunkProduct>;

const MAX_READ = 2_000;
const MAX_SHOWN = 60;

const toPack = ({ pack, priceCents }: ShrunkPack['before']) => ({
  price: dollars(priceCents),
  unitPrice: unitPriceOf(priceCents, pack),
});

/** Products whose pack shrank within a year, steepest unit price increase first. */
export async function shrunkProducts({ em, config }: ApiServices): Promise<ShrunkProduct[]> {
  const nowMs = Date.now();
  const offers = await offersWithEarlierPack(em(), MAX_READ);
  const products = offers.map((one) => one.productId);
  const years = await productYears(em(), products, nowMs);
  const shrunk = offers.flatMap((offer) => {
    const prices = askingPrices(years.get(offer.productId), offer.offerId);
    const pack = shrunkPack(offer.earlierPack, offer, prices, nowMs);
    return pack ? [{ offer, pack }] : [];
  });
  const groups = Map.groupBy(
    shrunk.toSorted((a, b) => b.pack.unitPricePercent - a.pack.unitPricePercent),
    ({ offer, pack }) => `${offer.productId} ${pack.before.pack.total} ${pack.after.pack.total}`,
  );
  const ranked = [...groups.values()]
    .flatMap((group) => {
      const middle = group[Math.floor(group.length / 2)];
      return middle ? { middle, group } : [];
    })
    .toSorted((a, b) => b.middle.pack.unitPricePercent - a.middle.pack.unitPricePercent);
  return ranked.slice(0, MAX_SHOWN).map(({ middle: { offer, pack }, group }) => ({
    productId: offer.productId,
    name: offer.productName,
    path: productPath(offer.productId, offer.productName),
    category: offer.category,
    imageUrl: pictureUrl(offer),
    before: contentText(pack.before.pack),
    after: contentText(pack.after.pack),
    shrunkPercent: pack.shrunkPercent,
    unitPricePercent: pack.unitPricePercent,
    lastSeenAt: iso(Math.max(...group.map((one) => one.pack.lastSeenMs))),
    shops: group.map((one) => ({
      offerId: one.offer.offerId,
      shop: one.offer.retailerName,
      path: retailerPath(one.offer.retailerSlug),
      url: publicDemoUrl(one.offer.url, config.siteUrl),
      before: toPack(one.pack.before),
      after: toPack(one.pack.after),
      unitPricePercent: one.pack.unitPricePercent,
      lastSeenAt: iso(one.pack.lastSeenMs),
      readAt: one.offer.lastSeenAt.toISOString(),
    })),
    isDemo: group.some((one) => one.offer.source === 'demo'),
  }));
}
