import { z } from 'zod';
import { askingPrices, productYears } from '#db/queries/products/product-history.ts';
import { offersWithEarlierPack } from '#db/queries/products/shrunk-offers.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { contentText } from '#domain/pack/content-text.ts';
import { type ShrunkPack, shrunkPack } from '#domain/pack/shrink-watch.ts';
import { unitPriceOf } from '#domain/pack/unit-price.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import { iso } from '#domain/time.ts';
import type { ApiServices } from '../core/services.ts';
import { searchProduct } from './search-product.ts';

const moment = z.iso.datetime();
const packSeen = z.object({
  price: z.number().describe('Dollars: what held for half of the time or longer'),
  unitPrice: searchProduct.shape.unitPrice,
});

/** A product whose pack shrank while its price stayed or rose. */
export const shrunkProduct = z.object({
  productId: z.uuid(),
  name: z.string(),
  path: z.string(),
  category: z.string().nullable(),
  imageUrl: z.string(),
  before: z.string().describe('What the pack held: 200 g'),
  after: z.string(),
  shrunkPercent: z.number().describe('Of the content, one decimal'),
  unitPricePercent: z
    .number()
    .describe('By which the same amount became dearer at the shop in the middle'),
  lastSeenAt: moment.describe('When the larger pack was last read at any shop'),
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
        lastSeenAt: moment.describe('When the larger pack was last read there'),
        readAt: moment.describe('When the smaller one was read last'),
      }),
    )
    .describe('Where it was seen to shrink, the steepest rise first'),
  isDemo: z.boolean(),
});
export type ShrunkProduct = z.infer<typeof shrunkProduct>;

const READ = 2_000;
const SHOWN = 60;

const seen = ({ pack, priceCents }: ShrunkPack['before']) => ({
  price: dollars(priceCents),
  unitPrice: unitPriceOf(priceCents, pack),
});

/** Products whose pack shrank within a year, the steepest true rise first. */
export async function shrunkProducts({ em, config }: ApiServices): Promise<ShrunkProduct[]> {
  const nowMs = Date.now();
  const offers = await offersWithEarlierPack(em(), READ);
  const products = offers.map((one) => one.productId);
  const years = await productYears(em(), products, nowMs);
  const shrunk = offers.flatMap((offer) => {
    const asked = askingPrices(years.get(offer.productId), offer.offerId);
    const pack = shrunkPack(offer.earlierPack, offer, asked, nowMs);
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
  return ranked.slice(0, SHOWN).map(({ middle: { offer, pack }, group }) => {
    return {
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
        before: seen(one.pack.before),
        after: seen(one.pack.after),
        unitPricePercent: one.pack.unitPricePercent,
        lastSeenAt: iso(one.pack.lastSeenMs),
        readAt: one.offer.lastSeenAt.toISOString(),
      })),
      isDemo: group.some((one) => one.offer.source === 'demo'),
    };
  });
}
