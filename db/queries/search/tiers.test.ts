import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import { searchOffers } from './search.ts';
import { refreshSearchTiers } from './tiers.ts';

let orm: TestOrm;
const em = () => orm.em();

/** 20 teapots of two offers each; product n has n ratings at one of its shops. */
beforeAll(async () => {
  orm = await openTestOrm();
  await em().execute(
    `insert into retailer (slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
     select 'shop-' || n, 'Shop ' || n, '', '', '', 5, 'real', 'enabled', 0, '{}' from generate_series(1, 2) n`,
  );
  await em().execute(
    `insert into product (name, specifications) select 'Teapot ' || n, '{}' from generate_series(1, 20) n`,
  );
  await em().execute(
    `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text,
       source, price_cents, availability, rating_count, extraction, price_changed_at, last_seen_at)
     select r.id, p.name, p.id, 'new', 1, '[]', p.name, lower(p.name), 'live', 1, 'in_stock',
       case r.slug when 'shop-1' then split_part(p.name, ' ', 2)::int end, '', now(), now()
     from product p cross join retailer r`,
  );
});

afterAll(() => orm.close());

const tiers = () =>
  em().execute<{ tier: number; offers: number; products: string }[]>(
    `select search_tier as tier, count(*)::int as offers,
       min(split_part(name, ' ', 2)::int) || '–' || max(split_part(name, ' ', 2)::int) as products
     from offer group by 1 order by 1`,
  );

const found = async (limit: number) =>
  (await searchOffers(em(), 'teapot', limit)).map(({ name }) => Number(name.split(' ')[1]));

test('a small catalogue is ranked as a whole', async () => {
  await refreshSearchTiers(em());
  expect(await tiers()).toEqual([{ tier: 3, offers: 40, products: '1–20' }]);
  expect(await found(100)).toHaveLength(40);
});

test('a large one has its most rated products first, each with all its offers', async () => {
  await refreshSearchTiers(em(), { ends: [4, 10, 20], smallCatalogue: 39 });
  expect(await tiers()).toEqual([
    { tier: 0, offers: 4, products: '19–20' },
    { tier: 1, offers: 6, products: '16–18' },
    { tier: 2, offers: 10, products: '11–15' },
    { tier: 3, offers: 20, products: '1–10' },
  ]);
});

test('a page is filled from as few tiers as it takes, and never with an offer twice', async () => {
  expect(Math.min(...(await found(4)))).toBe(19);
  expect(Math.min(...(await found(5)))).toBeGreaterThanOrEqual(16);
  expect(Math.min(...(await found(20)))).toBe(11);
  const all = await searchOffers(em(), 'teapot', 100);
  expect(new Set(all.map(({ offerId }) => offerId)).size).toBe(40);
  expect(all).toHaveLength(40);
});

test('what gains ratings moves up with the next refresh', async () => {
  await em().execute(`update offer set rating_count = 99 where name = 'Teapot 1'`);
  await refreshSearchTiers(em(), { ends: [4, 10, 20], smallCatalogue: 39 });
  expect(await found(2)).toEqual([1, 1]);
});

test('no tier takes more than half of all offers', async () => {
  await refreshSearchTiers(em(), { ends: [4, 21], smallCatalogue: 39 });
  expect((await tiers()).map(({ tier, offers }) => [tier, offers])).toEqual([
    [0, 4],
    [3, 36],
  ]);
});

test('without ratings the products of most shops come first', async () => {
  await em().execute('update offer set rating_count = null');
  await em().execute(
    `update offer set variant = 'blue', product_id = (select id from product where name = 'Teapot 7')
     where name = 'Teapot 3'`,
  );
  await refreshSearchTiers(em(), { ends: [4], smallCatalogue: 39 });
  const [first] = await em().execute(
    'select distinct p.name from offer o join product p on p.id = o.product_id where search_tier = 0',
  );
  expect(first).toEqual({ name: 'Teapot 7' });
});
