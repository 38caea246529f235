import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { MatchDecision, MatchProposal } from '#db/entities/match.ts';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { Feedback, Review, ViewHistory, Wishlist } from '#db/entities/shopper.ts';
import {
  createAlert,
  createOffer,
  createPricePoint,
  createProduct,
  createRetailer,
  createUser,
  createView,
  historyChecksum,
  slotDaysAgo,
} from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { openReports } from './cases.ts';
import { keepMatch, mergeProducts, operator, splitOffer, undoDecision } from './decisions.ts';

const WHO = 'operator@example.com';
const BY = operator(WHO);
const GTIN = '9312345678907';

const { em } = ormForFile();
let shop: string;
/** Product a has the offers a1 and a2, product b has b1. */
let ids: Record<'a' | 'b' | 'a1' | 'a2' | 'b1', string>;

beforeAll(async () => {
  shop = (await createRetailer(em())).id;
});

async function offerOf(
  product: string,
  name: string,
  more: { gtin?: string; imageUrl?: string } = {},
) {
  const { id } = await createOffer(em(), { retailer: shop, product, name, ...more });
  for (const days of [30, 20, 10])
    await createPricePoint(em(), { offer: id, slot: slotDaysAgo(days), priceCents: 900 + days });
  return id;
}

beforeEach(async () => {
  const [{ id: a }, { id: b }] = [await createProduct(em()), await createProduct(em())];
  const [a1, a2] = [await offerOf(a, 'first'), await offerOf(a, 'second')];
  ids = { a, b, a1, a2, b1: await offerOf(b, 'third') };
});

/** The product of each offer, and the survivor of each product. */
async function where() {
  const productOf = async (id: string) => (await em().findOneOrFail(Offer, id)).product.id;
  const mergedInto = async (id: string) => (await em().findOneOrFail(Product, id)).mergedInto;
  return {
    a1: await productOf(ids.a1),
    a2: await productOf(ids.a2),
    b1: await productOf(ids.b1),
    a: await mergedInto(ids.a),
    b: await mergedInto(ids.b),
  };
}

const idOf = (decided: { id: string } | null) => decided?.id ?? '';

test('keeps every price point in a split and a merge, and undo restores every offer and its proof', async () => {
  const [before, history] = [await where(), await historyChecksum(em())];
  const proof = await em().findOneOrFail(Offer, ids.a2);
  const split = await splitOffer(em(), { offerId: ids.a2, from: ids.a }, BY);
  expect(await em().findOneOrFail(Offer, ids.a2)).toMatchObject({ matchMethod: 'operator' });
  const merge = await mergeProducts(em(), { from: ids.a, into: ids.b }, BY);
  expect(await where()).toMatchObject({ a1: ids.b, a2: split?.productIds[1], a: ids.b });
  expect(await historyChecksum(em())).toBe(history);
  expect(await undoDecision(em(), idOf(merge), WHO)).not.toBeNull();
  expect(await undoDecision(em(), idOf(split), WHO)).not.toBeNull();
  expect(await where()).toEqual(before);
  expect(await historyChecksum(em())).toBe(history);
  const { matchMethod, matchConfidence, matchBecause } = proof;
  const restored = { matchMethod, matchConfidence, matchBecause };
  expect(await em().findOneOrFail(Offer, ids.a2)).toMatchObject(restored);
  expect(await em().findOneOrFail(Product, split?.productIds[1] ?? '')).toMatchObject({
    mergedInto: ids.a,
  });
});

test('restores the same state when decisions are undone in the order they were made', async () => {
  const before = await where();
  const { id: c } = await createProduct(em());
  const first = await mergeProducts(em(), { from: ids.a, into: ids.b }, BY);
  const second = await mergeProducts(em(), { from: ids.b, into: c }, BY);
  expect(await where()).toEqual({ a1: c, a2: c, b1: c, a: c, b: c });
  await undoDecision(em(), idOf(first), WHO);
  expect(await where()).toEqual({ ...before, b1: c, b: c });
  await undoDecision(em(), idOf(second), WHO);
  expect(await where()).toEqual(before);
});

test('leaves an offer where a later decision moved it when an earlier one is undone', async () => {
  const merge = await mergeProducts(em(), { from: ids.a, into: ids.b }, BY);
  const split = await splitOffer(em(), { offerId: ids.a2, from: ids.b }, BY);
  await undoDecision(em(), idOf(merge), WHO);
  expect(await where()).toMatchObject({ a1: ids.a, a2: split?.productIds[1] });
});

test('makes each decision once, even with two operators at the same time', async () => {
  const split = () => splitOffer(em(), { offerId: ids.a2, from: ids.a }, BY);
  const splits = await Promise.all([split(), split(), split()]);
  expect(splits.filter((done) => done !== null)).toHaveLength(1);
  const merges = await Promise.all([
    mergeProducts(em(), { from: ids.a, into: ids.b }, BY),
    mergeProducts(em(), { from: ids.b, into: ids.a }, BY),
  ]);
  expect(merges.filter((done) => done !== null)).toHaveLength(1);
  const id = idOf(merges.find((done) => done !== null) ?? null);
  const undone = await Promise.all([undoDecision(em(), id, WHO), undoDecision(em(), id, WHO)]);
  expect(undone.filter((done) => done !== null)).toHaveLength(1);
  expect(await em().count(MatchDecision, { product: [ids.a, ids.b] })).toBe(2);
});

test('leaves nothing of an interrupted decision', async () => {
  const before = await where();
  const { id: user } = await createUser(em());
  const wish = { user, product: ids.a };
  await em().insert(Wishlist, wish);
  await em().transactional(async (blocker) => {
    await blocker.execute('select 1 from wishlist where product_id = ? for update', [ids.a]);
    const merging = mergeProducts(em(), { from: ids.a, into: ids.b }, BY).catch(() => 'cut off');
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    let cut: unknown[] = [];
    while (cut.length === 0)
      cut = await em().execute(`select pg_cancel_backend(pid) from (${waiting}) waiting`);
    expect(await merging).toBe('cut off');
  });
  expect(await where()).toEqual(before);
  expect(await em().count(MatchDecision, { product: ids.a })).toBe(0);
  expect(await mergeProducts(em(), { from: ids.a, into: ids.b }, BY)).not.toBeNull();
});

test('moves what shoppers saved, and hides duplicates', async () => {
  const [one, both] = [(await createUser(em())).id, (await createUser(em())).id];
  for (const [user, product] of [
    [one, ids.a],
    [both, ids.a],
    [both, ids.b],
  ] as const) {
    await em().insert(Wishlist, { user, product });
    await em().insert(Review, { user, product, rating: 4, comment: 'Boils.' });
    await createAlert(em(), { user, product });
    await createView(em(), { user, product });
  }
  const count = async (product: string) => [
    await em().count(Wishlist, { product }),
    await em().count(Review, { product }),
    await em().count(Alert, { product }),
    await em().count(ViewHistory, { product }),
  ];
  const merge = await mergeProducts(em(), { from: ids.a, into: ids.b }, BY);
  expect(await count(ids.b)).toEqual([2, 2, 2, 2]);
  expect(await count(ids.a)).toEqual([1, 1, 1, 1]);
  await undoDecision(em(), idOf(merge), WHO);
  expect([await count(ids.a), await count(ids.b)]).toEqual([
    [2, 2, 2, 2],
    [1, 1, 1, 1],
  ]);
});

test('moves an alert to a product whose earlier alert its shopper ended', async () => {
  const user = await createUser(em());
  await createAlert(em(), { user, product: ids.b, state: 'ended' });
  const { id } = await createAlert(em(), { user, product: ids.a });
  await mergeProducts(em(), { from: ids.a, into: ids.b }, BY);
  expect(await em().count(Alert, { id, product: ids.b })).toBe(1);
});

test('moves the GTIN and picture that only the offer states, and undo returns them', async () => {
  const own = { gtin: GTIN, imageUrl: 'https://shop.example/own.jpg' };
  const offerId = await offerOf(ids.a, 'other', own);
  await em().nativeUpdate(Product, { id: ids.a }, own);
  const split = await splitOffer(em(), { offerId, from: ids.a }, BY);
  const facts = async (id = '') => {
    const { gtin, imageUrl } = await em().findOneOrFail(Product, id);
    return { gtin, imageUrl };
  };
  expect(await facts(split?.productIds[1])).toEqual(own);
  expect(await facts(ids.a)).toEqual({ gtin: null, imageUrl: null });
  await undoDecision(em(), idOf(split), WHO);
  expect(await facts(ids.a)).toEqual(own);
});

test('refuses to mix demonstration and real shops, and refuses stale input', async () => {
  const demo = await createRetailer(em(), { kind: 'demo' });
  const { id: toy } = await createProduct(em());
  await createOffer(em(), { retailer: demo.id, product: toy });
  expect(await mergeProducts(em(), { from: toy, into: ids.b }, BY)).toBeNull();
  expect(await splitOffer(em(), { offerId: ids.a2, from: ids.a, to: toy }, BY)).toBeNull();
  expect(await splitOffer(em(), { offerId: ids.b1, from: ids.b }, BY)).toBeNull();
  expect(await splitOffer(em(), { offerId: ids.a2, from: ids.b }, BY)).toBeNull();
  expect(await mergeProducts(em(), { from: ids.a, into: ids.a }, BY)).toBeNull();
  expect(await undoDecision(em(), ids.a, WHO)).toBeNull();
});

test('moves an offer to another product and resolves its reports and proposals', async () => {
  const report = { kind: 'not-the-same-product', offer: ids.a2 } as const;
  await em().insert(Feedback, report);
  await em().insert(MatchProposal, { offer: ids.a2, product: ids.a, into: null, because: [] });
  expect(await openReports(em(), ids.a2)).toBe(1);
  const split = await splitOffer(em(), { offerId: ids.a2, from: ids.a, to: ids.b }, BY);
  expect((await where()).a2).toBe(ids.b);
  expect([await openReports(em(), ids.a2), await em().count(MatchProposal)]).toEqual([0, 0]);
  await undoDecision(em(), idOf(split), WHO);
  expect(await openReports(em(), ids.a2)).toBe(1);
});

test('dismisses a report once, and accepts a new one later', async () => {
  await em().insert(Feedback, { kind: 'not-the-same-product', offer: ids.a2 });
  const keep = () => keepMatch(em(), { offer: ids.a2, product: ids.a, into: null }, BY);
  expect(await keep()).not.toBeNull();
  expect(await keep()).toBeNull();
  expect(await openReports(em(), ids.a2)).toBe(0);
  await em().insert(Feedback, { kind: 'not-the-same-product', offer: ids.a2 });
  expect(await openReports(em(), ids.a2)).toBe(1);
});
