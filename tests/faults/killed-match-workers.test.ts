/* A worker killed while it links offers leaves nothing behind, and the next one completes the work. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MatchDecision } from '#db/entities/match.ts';
import { Offer } from '#db/entities/offer.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';
import { createProduct } from '../support/factory.ts';
import {
  DEADLINE_MS,
  type Linked,
  type MatchDeathWorld,
  openMatchDeathWorld,
  PATIENCE,
} from '../support/match-death.ts';

const GTIN = '9312345678907';
const STORED_GTIN = `0${GTIN}`;

let deaths: MatchDeathWorld;
let ids: Linked;
const em = () => deaths.world.em();

beforeAll(async () => {
  deaths = await openMatchDeathWorld();
});
afterAll(() => deaths.close());
beforeEach(async () => {
  ids = await deaths.reset();
});

/** Adds offers of another product: the daily job moves a share of all offers, and no more. */
async function addMugs(count: number) {
  const { id: mug } = await createProduct(em(), { name: 'Acme Mug' });
  await em().execute(
    `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text, source,
       price_cents, availability, extraction, price_changed_at, last_seen_at)
     select '${ids.retailers[0]}', 'https://one.example/' || n, '${mug}', 'operator', 1, '[]', 'Acme Mug', '', 'feed', 900,
       'in_stock', '', now(), now() from generate_series(1, ${count}) n`,
  );
  await refreshSearchProducts(em(), [mug]);
}

test(
  'the daily job, killed in a merge, is taken over by another worker',
  async () => {
    const { everything, killAt, worker, world } = deaths;
    await em().nativeUpdate(Offer, { id: [ids.a1, ids.a2, ids.b1] }, { gtin: STORED_GTIN });
    await em().nativeUpdate(Offer, { id: ids.a2 }, { retailer: ids.retailers[0] ?? '' });
    await addMugs(400);
    const before = await everything();
    const queues = await openQueues({ databaseUrl: world.databaseUrl, redisUrl: null });
    await killAt('match_decision', async () => {
      await queues.add(JOBS.rematch, {});
      return worker();
    });
    expect(await everything()).toEqual(before);
    const next = await worker();
    await vi.waitUntil(async () => (await em().count(MatchDecision)) > 0, PATIENCE);
    next.kill('SIGKILL');
    await queues.close();
    expect(await em().count(Offer, { product: ids.a })).toBe(3);
    expect((await everything()).history).toBe(before.history);
  },
  2 * DEADLINE_MS,
);

test(
  'a page whose barcode moves its offer, killed, is read again by another worker',
  async () => {
    const { addOffer, killAt, shop, worker, world } = deaths;
    const { id: read } = await world.addRetailer('three', shop.origin);
    const kettle = { name: 'Breville Soft Top Kettle', brand: 'Breville', price: '149.00' };
    shop.products.set('kettle-100001', kettle);
    const first = await worker();
    const stored = () => em().findOne(Offer, { retailer: read });
    await vi.waitUntil(async () => (await stored()) !== null, PATIENCE);
    first.kill('SIGKILL');
    const { id: of } = await createProduct(em(), {
      name: 'Breville BKE825 Kettle',
      brand: 'Breville',
      gtin: STORED_GTIN,
      matchKeys: [`g:${STORED_GTIN}`],
    });
    await addOffer(of, ids.retailers[0] ?? '', STORED_GTIN);
    await em().execute('update price_point set slot = slot - 60');
    const points = () =>
      em().execute<object[]>('select * from price_point order by offer_id, slot');
    const before = await points();
    shop.products.set('kettle-100001', { ...kettle, price: '139.00', gtin: GTIN });
    await em().execute(`update page set next_check_at = now()`);
    await killAt('match_decision', worker);
    expect(await points()).toEqual(before);
    expect((await stored())?.product.id).not.toBe(of);
    const next = await worker();
    await vi.waitUntil(async () => (await stored())?.product.id === of, PATIENCE);
    next.kill('SIGKILL');
    expect(await stored()).toMatchObject({ matchMethod: 'gtin', priceCents: 13_900 });
    const after = await points();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBe(before.length + 1);
  },
  3 * DEADLINE_MS,
);
