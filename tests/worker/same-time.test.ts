import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { offersToScore, saveScores } from '#db/queries/products/scores.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { assignProducts } from '#worker/offers/assign-products.ts';
import { scoreProducts } from '#worker/score/score-products.ts';
import { createOffer, createProduct, createRetailer } from '../support/factory.ts';
import { ormForFile } from '../support/orm-for-file.ts';
import { readPage } from '../support/small-pages.ts';

const orm = ormForFile();

/** A reading of a product without a GTIN. */
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

test('two new shops read at the same time get one product', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = `Vegemite Yeast Spread ${100 + round * 10}g`;
    const assigned = await Promise.all(
      ['one', 'two', 'three', 'four'].map((shop) =>
        assignProducts(orm.em(), [readingOf(shop, name)], { isDemo: false }),
      ),
    );
    const links = assigned.flatMap(({ assignments }) => assignments);
    const methods = links.map(({ matchMethod }) => matchMethod).toSorted();
    expect(methods).toEqual(['new', 'words', 'words', 'words']);
    expect(new Set(links.map(({ productId }) => productId)).size).toBe(1);
  }
});

test('a new product waits only for a transaction that adds the same one', async () => {
  const assign = (em: EntityManager, shop: string, name: string) =>
    assignProducts(em, [readingOf(shop, name)], { isDemo: false });
  const productOf = ({ assignments }: Awaited<ReturnType<typeof assign>>) =>
    assignments[0]?.productId;
  const added: string[] = [];
  const { first, same } = await inTransaction(orm.em(), async (tx) => {
    const first = await assign(tx, 'five', 'Vegemite Cheesy Crackers 180g');
    const same = assign(orm.em(), 'six', 'Vegemite Cheesy Crackers 180g').then((assigned) => {
      added.push('the same one');
      return assigned;
    });
    await assign(orm.em(), 'seven', 'Vegemite Chocolate Bar 250g');
    added.push('another');
    return { first, same };
  }).then(async ({ first, same }) => ({ first, same: await same }));
  expect(added).toEqual(['another', 'the same one']);
  expect(productOf(same)).toBe(productOf(first));
});

test('goods that one page lists under two names are two products; a barcode on both proves them one', async () => {
  const named = 'Vegemite Orange Soft Drink 2L';
  const vague = 'Vegemite Orange 2L';
  const gtin = '9312345678907';
  const linked = async (...readings: OfferReading[]) => {
    const { assignments } = await assignProducts(orm.em(), readings, {
      isDemo: false,
      shop: randomUUID(),
    });
    return assignments.map(({ productId, matchMethod }) => ({ productId, matchMethod }));
  };
  const [one, two] = await linked(readingOf('one', named), readingOf('one', vague));
  expect(two).toMatchObject({ matchMethod: 'new' });
  expect(two?.productId).not.toBe(one?.productId);
  // Another shop's product is stored already.
  const lemon = 'Vegemite Lemon Soft Drink 2L';
  const [stored] = await linked(readingOf('two', lemon));
  const [three, four] = await linked(
    readingOf('one', lemon),
    readingOf('one', 'Vegemite Lemon 2L'),
  );
  expect(three?.productId).toBe(stored?.productId);
  expect(four?.productId).not.toBe(stored?.productId);
  const names = ['Vegemite 54V Outdoor Hedge Trimmer', 'Vegemite 54V Outdoor'];
  const stated = names.map((name) => ({ ...readingOf('one', name), gtin }));
  const [first, second] = await linked(...stated);
  expect(second).toEqual({ productId: first?.productId, matchMethod: 'gtin' });
});

test('a worker that began before a price moved does not overwrite newer scores', async () => {
  const em = orm.em();
  const { id: retailer } = await createRetailer(em);
  const { id: product } = await createProduct(em);
  await createOffer(em, { retailer, product });
  const cheap = await createOffer(em, { retailer, product });
  const productIds = [product];
  const early = await offersToScore(em, productIds);
  await em.nativeUpdate(Offer, { id: cheap.id }, { priceCents: 5_000 });
  await scoreProducts(orm.em(), productIds);
  const scores = () => em.execute('select offer_id, price, reason from score order by offer_id');
  const right = await scores();
  const words = { reason: 'as it was', highlights: [], by: 'rules' as const };
  const figures = { overall: 1, price: 1, quality: 1, value: 1, popularity: 1 };
  await saveScores(
    orm.em(),
    early.map((read) => ({ ...read, ...figures, ...words })),
  );
  expect(await scores()).toEqual(right);
  await scoreProducts(orm.em(), productIds);
  expect(await scores()).toEqual(right);
});
