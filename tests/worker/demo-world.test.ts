import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { DEMO_SHOPS } from '#worker/demo/world/shops.ts';
import { type DemoCrawl, openDemoCrawl } from '../support/demo-crawl.ts';
import { offerTruth, truthTable } from '../support/demo-truth.ts';
import { createPage } from '../support/factory.ts';
import { limitMs } from '../support/limits.ts';

/** A fixed time for the demo shops, so that the truth of each page is known exactly. */
const NOW = new Date('2026-11-18T03:00:00Z');
/** Enough for a few dozen pages. */
const BUDGET_MS = 400;
/** Enough for a shop of some hundred products. */
const WHOLE_MS = 20_000;
const AGREES = 0.995;

let demo: DemoCrawl;

beforeAll(async () => {
  demo = await openDemoCrawl(NOW);
});

afterAll(() => demo.close());

const styles = [...new Set(DEMO_SHOPS.map((shop) => shop.pageStyle))];

describe.each(styles)('a shop of the style %s', (style) => {
  const slug = DEMO_SHOPS.find((shop) => shop.pageStyle === style)?.slug ?? '';

  test('is read with the true prices and stock, and no refusal', async () => {
    const retailer = await findRetailer(demo.em(), { slug });
    if (!retailer) throw new Error(`no demo shop ${slug}`);
    const stored = () => demo.em().find(Offer, { retailer: retailer.id });
    let offers = await stored();
    // A busy machine takes seconds to start a browser: the crawl is continued, as the queue does.
    for (let jobs = 0; jobs < 60 && offers.length <= 20; jobs += 1) {
      await crawlRetailer(demo.services, retailer.id, new AbortController().signal, BUDGET_MS);
      offers = await stored();
    }
    expect(offers.length).toBeGreaterThan(20);
    const wrong = offers.filter(({ url, seller, priceCents, originalPriceCents, availability }) => {
      const truth = offerTruth(url, seller, NOW);
      const isStock = availability === 'unknown' || truth?.availability === availability;
      const isPrice = truth?.priceCents === priceCents;
      return !isPrice || truth.originalPriceCents !== originalPriceCents || !isStock;
    });
    expect(wrong.length, wrong.map(({ url }) => url).join(' ')).toBeLessThanOrEqual(
      offers.length * (1 - AGREES),
    );
    const refused = await demo
      .em()
      .find(Page, { retailer: retailer.id, lastReason: { $ne: null } });
    expect(refused).toEqual([]);
  });

  test('has a price history of a year from a replay', async () => {
    const offers = await demo.em().find(Offer, { retailer: { slug } });
    const slot = { $lt: NOW.getTime() / 60_000 - 360 * 24 * 60 };
    const past = await demo.em().find(PricePoint, { offer: { $in: offers }, slot });
    expect(new Set(past.map(({ offer }) => offer.id)).size).toBe(offers.length);
  });
});

/* Two that behave like shop software that others wrote: no sitemap, and the traits of worker/demo/world/shops.ts. */
test.each(['redgum-trade', 'bilby-pets'])(
  '%s is read whole from its home page, each product once, at the address that its page names',
  { timeout: limitMs(180_000) },
  async (slug) => {
    const retailer = await findRetailer(demo.em(), { slug });
    if (!retailer) throw new Error(`no demo shop ${slug}`);
    const never = { retailer: retailer.id, lastCheckedAt: null };
    const unread = () => demo.em().count(Page, { ...never, nextCheckAt: { $lte: new Date() } });
    do await crawlRetailer(demo.services, retailer.id, new AbortController().signal, WHOLE_MS);
    while ((await unread()) > 0);
    const offers = await demo.em().find(Offer, { retailer: retailer.id });
    const sold = [...truthTable(NOW)].filter(({ shop }) => shop === slug);
    expect(offers).toHaveLength(sold.length);
    const stated = offers.map(
      ({ url, priceCents, originalPriceCents, availability, imageUrl }) => ({
        ...{ url, priceCents, originalPriceCents, availability },
        picture: new URL(imageUrl ?? '').pathname,
      }),
    );
    const truth = sold.map(({ url, priceCents, originalPriceCents, availability, productId }) => {
      const picture = `/media/${productId}.webp`;
      return { url, priceCents, originalPriceCents, availability, picture };
    });
    expect(new Set(stated)).toEqual(new Set(truth));
  },
);

test('does not fetch what robots.txt denies', async () => {
  const retailer = await findRetailer(demo.em(), { slug: 'saltbush-pantry' });
  if (!retailer) throw new Error('no such demo shop');
  const url = new URL('/clearance', retailer.website).href;
  await createPage(demo.em(), { retailer: retailer.id, url, kind: 'list', priority: 99 });
  await crawlRetailer(demo.services, retailer.id, new AbortController().signal, 300);
  const page = await demo.em().findOne(Page, { url });
  expect(page?.lastReason).toBe('robots-denied');
});
