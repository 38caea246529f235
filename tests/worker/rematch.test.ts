/* Links of known offers change with new evidence on a page or in the daily job, and their history goes with them. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MatchDecision } from '#db/entities/match.ts';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import { CatalogueSize } from '#db/entities/operations.ts';
import { Page } from '#db/entities/page.ts';
import { Product } from '#db/entities/product.ts';
import { Quarantine } from '#db/entities/run.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { listDecisions } from '#db/queries/matches/cases.ts';
import { undoDecision } from '#db/queries/matches/decisions.ts';
import { beginQuarantine } from '#db/queries/quarantine/quarantine.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { checkCatalogueSize } from '#db/queries/search/catalogue-size.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';
import { MOST_MOVED, rematch } from '#worker/offers/rematch.ts';
import { createClock } from '#worker/schedules.ts';
import { openShops } from '../support/crawl-world.ts';
import { addThings } from '../support/insert-select.ts';
import type { ShopProduct } from '../support/shop-server.ts';

const KETTLE = '9312345678907';
const OTHER = '5702017416243';
const running = new AbortController().signal;
type Slug = 'one' | 'two' | 'three';
let world: Awaited<ReturnType<typeof openShops<Slug>>>;
let retailers: Record<Slug, RetailerRow>;

beforeAll(async () => {
  world = await openShops({ one: {}, two: {}, three: {} });
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.em().execute('truncate retailer, product cascade');
  retailers = await world.addRetailers();
});

/** The shop server's pages change with their price only. */
let price = 149;

/** Sets a shop's kettle and crawls it; returns its offer with the product. */
async function crawl(slug: Slug, more: Partial<ShopProduct> = {}) {
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: `${--price}.00` };
  world.shops[slug].products.set('kettle-100001', { ...kettle, ...more });
  await world.crawl(retailers[slug].id);
  return offerOf(slug);
}

function offerOf(slug: string) {
  return world.em().findOneOrFail(Offer, { retailer: { slug } }, { populate: ['product'] });
}

test('moves with its history to the product of a GTIN that appears', async () => {
  const sold = { name: 'Breville BKE825 Kettle, the Smart One', gtin: KETTLE };
  const first = await crawl('one', sold);
  const apart = await crawl('two', { name: 'Breville Soft Top Pure Kettle' });
  expect(apart.product.id).not.toBe(first.product.id);
  const points = await world.em().count(PricePoint, { offer: apart.id });
  const moved = await crawl('two', { name: 'Breville Soft Top Pure Kettle', gtin: KETTLE });
  expect(moved).toMatchObject({
    id: apart.id,
    matchMethod: 'gtin',
    matchConfidence: expect.closeTo(0.99),
  });
  expect(moved.product.id).toBe(first.product.id);
  expect(moved.matchBecause).toEqual([`same barcode ${KETTLE}`]);
  expect(await world.em().count(PricePoint, { offer: apart.id })).toBeGreaterThanOrEqual(points);
});

test('stays where a stated difference speaks against the GTIN', async () => {
  await crawl('one', { name: 'Breville Smart Kettle 1.7L', gtin: KETTLE });
  const known = await crawl('two', { name: 'Breville Smart Kettle 1L' });
  const after = await crawl('two', { name: 'Breville Smart Kettle 1L', gtin: KETTLE });
  expect(after.product.id).toBe(known.product.id);
});

test('leaves a product whose GTIN its own contradicts', async () => {
  const first = await crawl('one', { gtin: KETTLE });
  const same = await crawl('two');
  expect(same.product.id).toBe(first.product.id);
  const left = await crawl('two', { gtin: OTHER });
  expect(left.id).toBe(same.id);
  expect(left.product.id).not.toBe(first.product.id);
  expect(left.product.gtin).toBe(`0${OTHER}`);
  expect(left.matchBecause).toEqual([`its page states the barcode ${OTHER}`]);
});

test('stays where an operator placed it', async () => {
  await crawl('one', { gtin: KETTLE });
  const { id, product } = await crawl('two');
  await world.em().nativeUpdate(Offer, { id }, { matchMethod: 'operator' });
  expect((await crawl('two', { gtin: OTHER })).product.id).toBe(product.id);
});

test('gives its GTIN to a product that has none', async () => {
  const { product } = await crawl('one');
  expect(product.gtin).toBeNull();
  expect((await crawl('one', { gtin: KETTLE })).product).toMatchObject({
    id: product.id,
    gtin: `0${KETTLE}`,
  });
  expect(await world.em().count(Product)).toBe(1);
});

test('a move is audited; one that an operator takes back is not repeated', async () => {
  const first = await crawl('one', { name: 'Breville BKE825 Kettle, the Smart One', gtin: KETTLE });
  const apart = await crawl('two', { name: 'Breville Soft Top Pure Kettle' });
  const stated = { name: 'Breville Soft Top Pure Kettle', gtin: KETTLE };
  await crawl('two', stated);
  const { rows, total } = await listDecisions(world.em(), { limit: 10, offset: 0 });
  expect(total).toBe(1);
  const [decision] = rows;
  expect(decision).toMatchObject({
    kind: 'split',
    decidedBy: 'crawl',
    productId: apart.product.id,
    intoId: first.product.id,
    because: [`same barcode ${KETTLE}`],
    offers: 1,
    undoneAt: null,
  });
  await undoDecision(world.em(), decision?.id ?? '', 'operator@example.com');
  expect((await offerOf('two')).product.id).toBe(apart.product.id);
  expect((await crawl('two', stated)).product.id).toBe(apart.product.id);
  expect(await world.em().count(MatchDecision)).toBe(1);
});

/** Shops one and two sell the same tea as two products, since one omits what it is. */
async function sellTeaTwice() {
  const tea = { name: 'Nerada Organic Tea Bags 50 pack', brand: 'Nerada', gtin: KETTLE };
  const vague = await crawl('one', { ...tea, name: 'Nerada Organic 50 pack' });
  const { gtin: _, ...named } = tea;
  const apart = await crawl('two', named);
  expect(apart.product.id).not.toBe(vague.product.id);
  return { tea, vague, apart };
}

test('an offer that belongs to two products joins them; an operator can part them for good', async () => {
  const { tea, vague, apart } = await sellTeaTwice();
  const points = await world.em().count(PricePoint, { offer: apart.id });
  const both = await crawl('three', tea);
  expect(both.product.id).toBe(vague.product.id);
  const joined = await offerOf('two');
  expect(joined.product.id).toBe(vague.product.id);
  expect(joined.matchBecause).toEqual([`the offer “${tea.name}” belongs to both products`]);
  expect(await world.em().count(PricePoint, { offer: apart.id })).toBe(points);
  const { rows } = await listDecisions(world.em(), { limit: 10, offset: 0 });
  expect(rows).toMatchObject([{ kind: 'merge', decidedBy: 'crawl', productId: apart.product.id }]);
  await undoDecision(world.em(), rows[0]?.id ?? '', 'operator@example.com');
  await world.em().nativeDelete(Offer, { id: both.id });
  await crawl('three', tea);
  expect((await offerOf('two')).product.id).toBe(apart.product.id);
});

test('two products that one shop lists side by side stay apart', async () => {
  const { tea, vague, apart } = await sellTeaTwice();
  const also = { name: 'Nerada Organic 50 pack', brand: 'Nerada', price: '140.00' };
  world.shops.two.products.set('tea-100002', also);
  await crawl('two', { name: tea.name, brand: tea.brand });
  world.shops.two.products.delete('tea-100002');
  await crawl('three', tea);
  const offers = await world.em().find(Offer, { retailer: { slug: 'two' } });
  const products = new Set(offers.map(({ product }) => product.id));
  expect(products).toEqual(new Set([vague.product.id, apart.product.id]));
});

/** Shop two names its tea as shop one does, after both were stored as two products. */
async function sellTeaUnderOneName() {
  const tea = { name: 'Nerada Organic Tea Bags 50 pack', brand: 'Nerada' };
  const first = await crawl('one', tea);
  const apart = await crawl('two', { ...tea, name: 'Nerada Organic 50 pack' });
  const renamed = await crawl('two', tea);
  expect([renamed.name, renamed.product.id]).toEqual([tea.name, apart.product.id]);
  expect(apart.product.id).not.toBe(first.product.id);
  return { tea, first, apart };
}

test('the daily job joins products that a catalogue holds twice; an operator can part them for good', async () => {
  const { tea, first, apart } = await sellTeaUnderOneName();
  await addThings(world.em(), retailers.three.id, 1 / MOST_MOVED);
  const points = await world.em().count(PricePoint, { offer: apart.id });
  expect(await rematch(world.em(), running)).toEqual({ applied: 1, proposed: 0 });
  const joined = await offerOf('two');
  expect(joined.product.id).toBe(first.product.id);
  expect(joined.matchBecause).toEqual([`the offer “${tea.name}” belongs to both products`]);
  expect(joined.matchMethod).toBe('words');
  expect(await world.em().count(PricePoint, { offer: apart.id })).toBe(points);
  const { rows } = await listDecisions(world.em(), { limit: 10, offset: 0 });
  expect(rows).toMatchObject([{ kind: 'merge', decidedBy: 'daily job', offers: 1 }]);
  await undoDecision(world.em(), rows[0]?.id ?? '', 'operator@example.com');
  expect(await rematch(world.em(), running)).toEqual({ applied: 0, proposed: 0 });
  expect((await offerOf('two')).product.id).toBe(apart.product.id);
});

/** Ticks of a clock while the catalogue holds so many offers: the number of jobs of this kind that each tick adds. */
async function jobsOfTicks(
  { name: wanted }: { name: string },
  counts: readonly number[],
  before: 'nothing' | 'kept' = 'nothing',
) {
  const added: string[] = [];
  const queues = {
    add: async ({ name }: { name: string }) => void added.push(name),
    addMany: async () => {},
  } as unknown as Queues;
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const tick = createClock(queues, { sendsTo: [] });
    const jobs: number[] = [];
    if (before === 'nothing') await world.em().nativeDelete(CatalogueSize, {});
    for (const offers of counts) {
      added.length = 0;
      // The clock's interval passes.
      await world.em().nativeUpdate(CatalogueSize, {}, { checkedAt: new Date(0) });
      await world.em().execute('truncate product cascade');
      if (offers > 0) await addThings(world.em(), retailers.three.id, offers);
      vi.advanceTimersByTime(60_000);
      await tick(world.em());
      jobs.push(added.filter((name) => name === wanted).length);
    }
    return jobs;
  } finally {
    vi.useRealTimers();
  }
}

test('all links are checked again when the catalogue has grown by a quarter, and once it stands still', async () => {
  const growing = [0, 600, 1_100, 1_300, 1_400];
  expect(await jobsOfTicks(JOBS.rematch, growing)).toEqual([0, 0, 1, 0, 1]);
  expect(
    await jobsOfTicks(JOBS.rematch, [1_000, 1_040, 1_040, 1_200, 1_200, 1_200]),
    'hardly anything is new, then the shops are read',
  ).toEqual([0, 0, 0, 0, 1, 0]);
});

test('search ranks are renewed when the catalogue has changed by a twentieth, and once it stands still', async () => {
  const growing = [0, 600, 620, 640];
  expect(await jobsOfTicks(JOBS.vocabulary, growing)).toEqual([0, 1, 0, 1]);
  expect(
    await jobsOfTicks(JOBS.vocabulary, [600, 601, 601, 610, 610, 610]),
    'hardly anything is new, then the shops are read',
  ).toEqual([1, 0, 0, 0, 1, 0]);
});

test('all clocks share one view of the catalogue: a restart or a second worker adds no jobs', async () => {
  await jobsOfTicks(JOBS.vocabulary, [0, 600]);
  expect(await jobsOfTicks(JOBS.vocabulary, [600, 620, 640], 'kept')).toEqual([0, 0, 1]);
  await world.em().nativeUpdate(CatalogueSize, {}, { checkedAt: new Date(0) });
  const checks = await Promise.all([1, 2, 3].map(() => checkCatalogueSize(world.em())));
  expect(checks.filter((check) => check !== null)).toHaveLength(1);
  await world.em().nativeUpdate(CatalogueSize, {}, { textRules: 'of an earlier release' });
  expect(await jobsOfTicks(JOBS.vocabulary, [640, 640], 'kept')).toEqual([1, 0]);
});

test('the daily job keeps products apart that one shop lists side by side', async () => {
  const { tea, first } = await sellTeaUnderOneName();
  world.shops.one.products.set('tea-100002', {
    ...tea,
    name: 'Nerada Organic 50 pack',
    price: '140.00',
  });
  await crawl('one', tea);
  world.shops.one.products.delete('tea-100002');
  expect(await rematch(world.em(), running)).toEqual({ applied: 0, proposed: 0 });
  expect((await offerOf('two')).product.id).not.toBe(first.product.id);
  const vague = { name: 'Nerada Organic 50 pack', retailer: retailers.one.id };
  await world.em().nativeUpdate(Offer, vague, { lastSeenAt: new Date(0) });
  expect(await rematch(world.em(), running)).toEqual({ applied: 0, proposed: 1 });
});

test('doubted and held readings move no offer', async () => {
  await crawl('one', { gtin: KETTLE });
  const { product } = await crawl('two', { name: 'Breville Soft Top Pure Kettle' });
  const stated = { name: 'Breville Soft Top Pure Kettle', gtin: KETTLE };
  const doubted = await crawl('two', { ...stated, price: '9.00' });
  expect(doubted).toMatchObject({ suspectPriceCents: 900, product: { id: product.id } });
  await world.em().transactional(async (tx) => {
    const run = await openRun(tx, retailers.two.id, 'crawl');
    await beginQuarantine(tx, retailers.two.id, run, 'moved', []);
    await tx.nativeUpdate(Quarantine, {}, { nextProbeAt: new Date(0) });
  });
  const held = await crawl('two', stated);
  const pages = await world.em().find(Page, { retailer: retailers.two.id, kind: 'product' });
  expect(pages.map(({ lastOutcome }) => lastOutcome)).toEqual(['held']);
  expect(held).toMatchObject({ gtin: null, product: { id: product.id, gtin: null } });
  expect(await world.em().count(MatchDecision)).toBe(0);
});
