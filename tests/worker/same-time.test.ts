import { afterAll, beforeAll, expect, test } from 'vitest';
import { offersToScore, saveScores } from '#db/queries/products/scores.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { readPage } from '#worker/extract/read-page.ts';
import { assignProducts } from '#worker/offers/assign-products.ts';
import { scoreProducts } from '#worker/score/score-products.ts';
import { openTestOrm, type TestOrm } from '../support/test-orm.ts';

let orm: TestOrm;

beforeAll(async () => {
  orm = await openTestOrm();
});

afterAll(() => orm.close());

/** What a shop's page says of a thing that has no GTIN. */
function readingOf(shop: string, name: string): OfferReading {
  const data = {
    '@type': 'Product',
    name,
    brand: { name: 'Vegemite' },
    offers: { price: '7.50', priceCurrency: 'AUD' },
  };
  const { product } = readPage({
    url: `https://${shop}.example/product/1234567`,
    contentType: 'text/html',
    body: `<h1>${name}</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`,
  });
  if (!product) throw new Error('the page gave no product');
  return product;
}

test('two shops that are the first to sell a thing, read at the same time, sell one product', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = `Vegemite Yeast Spread ${100 + round * 10}g`;
    const assigned = await Promise.all(
      ['one', 'two', 'three', 'four'].map((shop) =>
        assignProducts(orm.em(), [readingOf(shop, name)], { isDemo: false }),
      ),
    );
    const methods = assigned.map(([assignment]) => assignment?.matchMethod).toSorted();
    expect(methods).toEqual(['new', 'title', 'title', 'title']);
    expect(new Set(assigned.map(([assignment]) => assignment?.productId)).size).toBe(1);
  }
});

test('a worker that began before a price moved does not write its scores over those made since', async () => {
  const em = orm.em();
  await em.execute(
    `insert into retailer (id, slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
     values (md5('r')::uuid, 'shop', 'Shop', '', '', '', 5, 'real', 'enabled', 0, '{}')`,
  );
  await em.execute(
    `insert into product (id, name, specifications) values (md5('p')::uuid, 'Kettle', '{}')`,
  );
  await em.execute(
    `insert into offer (id, retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text,
       source, price_cents, availability, extraction, price_changed_at, last_seen_at)
     select md5(u)::uuid, md5('r')::uuid, u, md5('p')::uuid, 'new', 1, '[]', 'Kettle', '', 'live', 10000, 'in_stock', '', now(), now()
     from unnest(array['dear', 'cheap']) u`,
  );
  const [product] = await em.execute<{ id: string }[]>(`select md5('p')::uuid as id`);
  const productIds = [product?.id ?? ''];
  const early = await offersToScore(em, productIds);
  await em.execute(`update offer set price_cents = 5000 where url = 'cheap'`);
  await scoreProducts(orm.em(), productIds);
  const scores = () => em.execute('select offer_id, price, reason from score order by offer_id');
  const right = await scores();
  const words = { reason: 'as it was', highlights: [] };
  const figures = { overall: 1, price: 1, quality: 1, value: 1, popularity: 1 };
  await saveScores(
    orm.em(),
    early.map((read) => ({ ...read, ...figures, ...words })),
  );
  expect(await scores()).toEqual(right);
  await scoreProducts(orm.em(), productIds);
  expect(await scores()).toEqual(right);
});
