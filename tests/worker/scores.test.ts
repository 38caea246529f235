import { afterAll, beforeEach, expect, test } from 'vitest';
import { productsToScore } from '#db/queries/scores.ts';
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
