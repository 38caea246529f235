import { afterAll, beforeEach, expect, test } from 'vitest';
import { MatchProposal } from '#db/entities/match.ts';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { SearchProduct } from '#db/entities/search.ts';
import {
  crawl,
  keepMatch,
  operator,
  splitOffer,
  undoDecision,
} from '#db/queries/matches/decisions.ts';
import {
  createOffer,
  createProduct,
  createRetailer,
  historyChecksum,
} from '../../tests/support/factory.ts';
import { addThings } from '../../tests/support/insert-select.ts';
import { openTestOrm, type TestOrm } from '../../tests/support/test-orm.ts';
import { matchKeys } from '../match/match-keys.ts';
import { productText } from '../match/product-text.ts';
import { DAILY_JOB, MOST_MOVED, rematch } from './rematch.ts';

const GTIN = '9312345678907';
const OTHER_GTIN = '9300675024235';
const never = new AbortController().signal;

let orm: TestOrm | null = null;
let shops: string[];
const em = () => {
  if (!orm) throw new Error('no database is open');
  return orm.em();
};

beforeEach(async () => {
  await orm?.close();
  orm = await openTestOrm();
  shops = [];
  for (let nth = 0; nth < 3; nth += 1) shops.push((await createRetailer(em())).id);
});

afterAll(() => orm?.close());

/** Adds a product with an offer of the same name at each of these shops. Returns the product's id. */
async function product(name: string, offers: readonly [shop: number, gtin: string | null][]) {
  const keys = matchKeys(productText({ name })).matchKeys;
  const { id } = await createProduct(em(), { name, matchKeys: keys });
  for (const [nth, [shop, gtin]] of offers.entries()) {
    const matchMethod = nth === 0 ? 'new' : 'title';
    await createOffer(em(), { retailer: shops[shop] ?? '', product: id, name, gtin, matchMethod });
  }
  return id;
}

/** Adds enough offers, each with its own product, that one day may move `moves` of them. */
const stock = (moves: number) => addThings(em(), shops[0] ?? '', moves / MOST_MOVED);

const waiting = () => em().findAll(MatchProposal, { orderBy: { id: 'asc' } });

test('merges two products of different shops with one barcode once, and not again after an undo', async () => {
  await stock(2);
  const a = await product('Milo 200g', [[0, GTIN]]);
  const b = await product('Nestle Milo Tin 200 g', [
    [1, GTIN],
    [2, null],
  ]);
  const history = await historyChecksum(em());
  expect(await rematch(em(), never)).toEqual({ applied: 1, proposed: 0 });
  expect((await em().findOneOrFail(Product, a)).mergedInto).toBe(b);
  expect(await em().findOneOrFail(Offer, { gtin: GTIN, retailer: shops[0] ?? '' })).toMatchObject({
    matchMethod: 'gtin',
    matchConfidence: 0.99,
    matchBecause: [expect.stringContaining(GTIN)],
  });
  const [decision] = await em().execute<{ id: string; decided_by: string }[]>(
    'select * from match_decision',
  );
  expect(decision?.decided_by).toBe(DAILY_JOB);
  await undoDecision(em(), decision?.id ?? '', 'operator@example.com');
  expect(await rematch(em(), never)).toEqual({ applied: 0, proposed: 0 });
  expect((await em().findOneOrFail(Product, a)).mergedInto).toBeNull();
  expect(await historyChecksum(em())).toBe(history);
});

test("a merged product's name joins nothing that the survivor's other names contradict", async () => {
  await stock(4);
  const kettles = await product("Smeg 50's Style Pastel Blue (KLF03PB)", [[0, null]]);
  const merged = await product("Smeg 50's Style Kettle - Pastel Blue", []);
  await em().nativeUpdate(Product, merged, { mergedInto: kettles });
  await product("Smeg 50's Style - Pastel Blue SMF03PB", [[1, null]]);
  expect(await rematch(em(), never)).toEqual({ applied: 0, proposed: 0 });
});

test('joins products between which the crawl moved an offer', async () => {
  await stock(4);
  const name = "Kellogg's Corn Flakes 380g";
  const into = await product(name, [[0, GTIN]]);
  const from = await product(name, [
    [1, null],
    [2, null],
  ]);
  const [moving] = await em().find(Offer, { product: from });
  const proof = crawl({
    matchMethod: 'gtin',
    matchConfidence: 0.99,
    matchBecause: ['same barcode'],
  });
  await splitOffer(em(), { offerId: moving?.id ?? '', from, to: into }, proof);
  expect(await rematch(em(), never)).toEqual({ applied: 1, proposed: 0 });
  expect((await em().findOneOrFail(Product, from)).mergedInto).toBe(into);
});

test('changes beyond the daily share wait for an operator, even on the next day', async () => {
  await stock(1);
  await product('Milo 200g', [[0, GTIN]]);
  await product('Nestle Milo 200g', [[1, GTIN]]);
  await product('Vegemite 380g', [[0, OTHER_GTIN]]);
  await product('Bega Vegemite 380g', [[1, OTHER_GTIN]]);
  expect(await rematch(em(), never)).toEqual({ applied: 1, proposed: 1 });
  await em().execute(`update match_decision set decided_at = now() - interval '1 day'`);
  expect(await rematch(em(), never)).toEqual({ applied: 0, proposed: 0 });
  expect(await waiting()).toHaveLength(1);
});

test('one barcode on two products of one shop waits for an operator', async () => {
  await stock(2);
  await product('Milo 200g', [[0, GTIN]]);
  await product('Nestle Milo 200g', [[0, GTIN]]);
  expect(await rematch(em(), never)).toEqual({ applied: 0, proposed: 1 });
});

test('an offer with the barcode of another product moves to that product', async () => {
  await stock(2);
  const a = await product('Milo 200g', [
    [0, GTIN],
    [1, GTIN],
    [2, OTHER_GTIN],
  ]);
  const b = await product('Nestle Milo 200g', [[0, OTHER_GTIN]]);
  expect(await rematch(em(), never)).toEqual({ applied: 1, proposed: 0 });
  expect(await em().count(Offer, { product: a })).toBe(2);
  expect(await em().count(Offer, { product: b, gtin: OTHER_GTIN })).toBe(2);
});

test('proposes to split off an offer that contradicts its product, until an operator keeps it', async () => {
  await stock(2);
  const a = await product('Milo 200g', [
    [0, null],
    [1, null],
  ]);
  await em().nativeUpdate(Offer, { product: a, matchMethod: 'title' }, { name: 'Milo 1kg' });
  expect(await rematch(em(), never)).toEqual({ applied: 0, proposed: 1 });
  const [proposal] = await waiting();
  expect(proposal?.because.join()).toContain('different contents');
  const offer = proposal?.offer?.id ?? '';
  await keepMatch(em(), { offer, product: a, into: null }, operator('operator@example.com'));
  expect(await rematch(em(), never)).toEqual({ applied: 0, proposed: 0 });
  expect(await waiting()).toEqual([]);
});

test('proposes to split off an offer that its shop lists under another name too', async () => {
  const drill = await product('Makita 18V LXT Brushless Hammer Drill Skin', [
    [0, null],
    [1, null],
    [0, null],
  ]);
  expect(await rematch(em(), never)).toEqual({ applied: 0, proposed: 0 });
  const [, , last] = await em().find(Offer, { product: drill }, { orderBy: { id: 'asc' } });
  await em().nativeUpdate(Offer, last?.id ?? '', { name: 'Makita 18V LXT Brushless Skin' });
  expect(await rematch(em(), never)).toEqual({ applied: 0, proposed: 1 });
  const [proposal] = await waiting();
  expect(proposal?.offer?.id).toBe(last?.id);
  expect(proposal?.because.join()).toContain('Hammer Drill');
});

test('an offer that a crawl stored under a merged product goes to the survivor, where searches find it', async () => {
  const survivor = await product('Milo 200g', [[0, null]]);
  const tombstone = await product('Nestle Milo Tin 200 g', []);
  await em().nativeUpdate(Product, tombstone, { mergedInto: survivor });
  const [retailer = '', name] = [shops[1], 'Nestle Milo Tin 200 g'];
  const stray = {
    retailer,
    product: tombstone,
    name,
    searchText: 'nestle milo tin | drinks | tin',
  };
  const { id } = await createOffer(em(), stray);
  await rematch(em(), never);
  expect((await em().findOneOrFail(Offer, id)).product.id).toBe(survivor);
  const rows = await em().findAll(SearchProduct);
  expect(rows.map((row) => [row.product.id, row.words.includes('nestl')])).toEqual([
    [survivor, true],
  ]);
});
