import { afterAll, beforeEach, expect, test } from 'vitest';
import { openRun } from '#db/queries/crawl/runs.ts';
import type { OfferToStore } from '#db/queries/offers/offers.ts';
import { touchOffersOfPage } from '#db/queries/offers/page-offers.ts';
import { storeOffers } from '#db/queries/offers/store-offers.ts';
import { touchSameOffers } from '#db/queries/offers/touch-unchanged-offers.ts';
import { offersToScore, productsToScore, saveScores } from '#db/queries/products/scores.ts';
import { undoRun } from '#db/queries/quarantine/decision.ts';
import { scoreProducts } from '#worker/score/score-products.ts';
import { openTestOrm, type TestOrm } from '../support/test-orm.ts';

let orm: TestOrm;
let productId: string;
const em = () => orm.em();

beforeEach(async () => {
  orm ??= await openTestOrm();
  await em().execute('truncate retailer, product, offer cascade');
  await em().execute(
    `insert into retailer (id, slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
     select md5(n)::uuid, n, n, '', '', '', 5, 'real', 'enabled', 0, '{}' from unnest(array['one', 'two', 'three']) n`,
  );
  const [product] = await em().execute<{ id: string }[]>(
    `insert into product (name, specifications) values ('Kettle', '{}') returning id`,
  );
  productId = product?.id ?? '';
});

afterAll(() => orm.close());

/** What a shop asks, and how many days ago that was seen; the price itself has not moved for 60 days. */
async function addOffer(shop: string, priceCents: number, seenDaysAgo = 0): Promise<void> {
  await em().execute(
    `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text,
       source, price_cents, availability, extraction, price_changed_at, last_seen_at)
     values (md5(?)::uuid, ?, ?, 'new', 1, '[]', 'Kettle', '', 'live', ?, 'in_stock', '',
       now() - interval '60 days', now() - ? * interval '1 day')`,
    [shop, `${shop}/${priceCents}`, productId, priceCents, seenDaysAgo],
  );
}

async function reasonOf(shop: string, priceCents: number): Promise<string | undefined> {
  await scoreProducts(em(), await productsToScore(em(), 10));
  const [score] = await em().execute<{ reason: string }[]>(
    'select reason from score join offer o on o.id = offer_id where o.url = ?',
    [`${shop}/${priceCents}`],
  );
  return score?.reason;
}

test.each([20, 40])('an offer unseen for %i days is no yardstick', async (days) => {
  await addOffer('one', 10_000);
  await addOffer('two', 5_000, days);
  expect(await reasonOf('one', 10_000)).toBe('$100.00 at one, the only shop we know for it.');
  expect(await productsToScore(em(), 10)).toEqual([]);
});

test('the lowest price of the year may be one that held since before it', async () => {
  await addOffer('one', 8_000);
  const range = async () => {
    const [offer] = await offersToScore(em(), [productId]);
    return [offer?.lowestCents, offer?.highestCents];
  };
  const point = (daysAgo: number, priceCents: number) =>
    em().execute(
      `insert into price_point (offer_id, slot, price_cents, availability)
       select id, extract(epoch from now())::int / 60 - ? * 1440, ?, 'in_stock' from offer`,
      [daysAgo, priceCents],
    );
  await point(500, 1_000);
  await point(400, 5_000);
  await point(60, 9_000);
  await point(30, 8_000);
  expect(await range()).toEqual([5_000, 9_000]);
  await em().execute(
    `with gone as (delete from price_point where slot < extract(epoch from now())::int / 60 - 365 * 1440 returning *)
     insert into price_pack (offer_id, year, slots, prices_cents, original_prices_cents, availabilities)
     select offer_id, 2000, array_agg(slot order by slot), array_agg(price_cents order by slot),
       array_agg(null::int), array_agg(1) from gone group by 1`,
  );
  expect(await range(), 'packed').toEqual([5_000, 9_000]);
});

test('the others are scored anew once when an offer has gone unseen for too long', async () => {
  await addOffer('one', 10_000);
  await addOffer('two', 5_000);
  expect(await reasonOf('one', 10_000)).toBe('$50.00 above the lowest of 2 shops.');
  // Fifteen days go by.
  await em().execute(`update score set scored_at = scored_at - interval '15 days'`);
  await em().execute(
    `update offer set last_seen_at = now() - interval '15 days' where url like 'two%'`,
  );
  expect(await productsToScore(em(), 10)).toEqual([productId]);
  expect(await reasonOf('one', 10_000)).toBe('$100.00 at one, the only shop we know for it.');
  expect(await productsToScore(em(), 10)).toEqual([]);
});

/** The offer of shop two as it stands, to be read again. */
async function offerOfTwo() {
  const [read] = await em().execute<(OfferToStore & { retailerId: string; pageId: string })[]>(
    `with at as (insert into page (retailer_id, url, kind, interval_minutes) values (md5('two')::uuid, gen_random_uuid(), 'product', 60)
       returning id),
     resting as (update offer set page_id = at.id from at where url like 'two%' returning offer.*)
     select url, variant, seller, zone, product_id as "productId", 'new' as "matchMethod", 1 as "matchConfidence",
       '[]'::json as "matchBecause", name, brand, category, gtin, sku, image_url as "imageUrl", search_text as "searchText",
       source, price_cents as "priceCents", original_price_cents as "originalPriceCents", null as "memberPriceCents",
       null as "deliveryCents", null as "multiBuy", null as "unitPrice", availability, null as "ratingAverage",
       null as "ratingCount", extraction, retailer_id as "retailerId", page_id as "pageId" from resting`,
  );
  if (!read) throw new Error('shop two has no offer');
  return read;
}
type TwoOffer = Awaited<ReturnType<typeof offerOfTwo>>;

const WAYS_BACK: Record<string, (offer: TwoOffer, at: Date) => Promise<unknown>> = {
  'its page, unchanged': ({ pageId }, at) => touchOffersOfPage(em(), pageId, at),
  'a feed, unchanged': (offer, at) => touchSameOffers(em(), offer.retailerId, [offer], at),
  'its page, read anew': async (offer, observedAt) => {
    const { retailerId } = offer;
    const runId = await openRun(em(), retailerId, 'crawl');
    await storeOffers(em(), { retailerId, page: null, runId, observedAt }, [offer]);
  },
};

test.each(Object.keys(WAYS_BACK))(
  'the others are scored anew once when an offer is back after 15 days: %s',
  async (way) => {
    await addOffer('one', 10_000);
    await addOffer('two', 5_000, 15);
    expect(await reasonOf('one', 10_000)).toMatch(/the only shop/);
    await WAYS_BACK[way]?.(await offerOfTwo(), new Date());
    expect(await productsToScore(em(), 10)).toEqual([productId]);
    expect(await reasonOf('one', 10_000)).toBe('$50.00 above the lowest of 2 shops.');
    await WAYS_BACK[way]?.(await offerOfTwo(), new Date());
    expect(await productsToScore(em(), 10)).toEqual([]);
  },
);

test('the others are scored anew when the run that found an offer is undone', async () => {
  await addOffer('one', 10_000);
  await addOffer('two', 5_000);
  expect(await reasonOf('one', 10_000)).toBe('$50.00 above the lowest of 2 shops.');
  const { retailerId } = await offerOfTwo();
  const runId = await openRun(em(), retailerId, 'crawl');
  await em().execute(
    `insert into price_point (offer_id, slot, price_cents, availability, run_id)
     select id, 1, price_cents, availability, ? from offer where url like 'two%'`,
    [runId],
  );
  expect(await undoRun(em(), runId, 'kylie')).toBe('undone');
  expect(await reasonOf('one', 10_000)).toMatch(/the only shop/);
});

test('a score that was read before its offer changed, and is written after, does not hide the change', async () => {
  await addOffer('one', 10_000);
  await addOffer('two', 5_000);
  await scoreProducts(em(), [productId]);
  const early = await offersToScore(em(), [productId]);
  const two = await offerOfTwo();
  const runId = await openRun(em(), two.retailerId, 'crawl');
  const at = { retailerId: two.retailerId, page: null, runId, observedAt: new Date() };
  await storeOffers(em(), at, [{ ...two, availability: 'out_of_stock' }]);
  const figures = { overall: 1, price: 1, quality: 1, value: 1, popularity: 1 };
  await saveScores(
    em(),
    early.map((read) => ({ ...read, ...figures, reason: 'as it was', highlights: [] })),
  );
  expect(await productsToScore(em(), 10)).toEqual([productId]);
});

test('several offers of one shop are one shop', async () => {
  await addOffer('one', 10_000);
  await addOffer('one', 11_000);
  await addOffer('two', 12_000);
  expect(await reasonOf('one', 10_000)).toMatch(/^Lowest of 2 shops/);
  expect(await reasonOf('two', 12_000)).toBe('$20.00 above the lowest of 2 shops.');
});

test('a shop is not compared with itself', async () => {
  await addOffer('one', 10_000);
  await addOffer('one', 11_000);
  expect(await reasonOf('one', 10_000)).toBe('$100.00 at one, the only shop we know for it.');
});
