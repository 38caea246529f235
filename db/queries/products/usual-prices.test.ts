import { beforeAll, expect, test } from 'vitest';
import { SearchProduct } from '#db/entities/search.ts';
import { savingOf } from '#domain/search/filter-products.ts';
import { searchText } from '#domain/search/search-words.ts';
import {
  createOffer,
  createPricePoint,
  createProduct,
  createRetailer,
  slotDaysAgo,
} from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { mergeProducts, operator } from '../matches/decisions.ts';
import { refreshSearchWords } from '../search/catalogue-words.ts';
import { matchProducts } from '../search/match-products.ts';
import { productYears, refreshUsualPrices } from './product-history.ts';

const open = ormForFile();
let shops: { id: string }[];
beforeAll(async () => {
  shops = [await createRetailer(open.em()), await createRetailer(open.em())];
});
/** Days ago at which the specials of two shops change. */
const TIMES = [300, 250, 200, 150, 100, 50];

/** Days ago and dollars of each change, one list per shop; the last is the current price. */
type Past = [daysAgo: number, dollars: number][];

async function createKettle(name: string, ...pasts: Past[]): Promise<string> {
  const em = open.em();
  const product = await createProduct(em, { name });
  for (const [nth, past] of pasts.entries()) {
    const offer = await createOffer(em, {
      retailer: shops[nth]?.id ?? '',
      product: product.id,
      name,
      priceCents: (past.at(-1)?.[1] ?? 0) * 100,
      searchText: searchText(name, [], []),
    });
    for (const [daysAgo, dollars] of past)
      await createPricePoint(em, {
        offer: offer.id,
        slot: slotDaysAgo(daysAgo),
        priceCents: dollars * 100,
      });
  }
  return product.id;
}

test("measures a genuine saving against the year's average best price", async () => {
  const em = open.em();
  const ids = {
    // Two shops with alternating specials always have a best price of 80.
    inTurn: await createKettle(
      'In Turn Kettle',
      TIMES.map((daysAgo, nth) => [daysAgo, nth % 2 === 0 ? 80 : 100]),
      TIMES.map((daysAgo, nth) => [daysAgo, nth % 2 === 0 ? 100 : 80]),
    ),
    fallen: await createKettle('Fallen Kettle', [
      [300, 100],
      [10, 80],
    ]),
    hardly: await createKettle('Hardly Kettle', [
      [300, 100],
      [10, 97],
    ]),
    young: await createKettle('Young Kettle', [
      [20, 100],
      [5, 50],
    ]),
    earlier: await createKettle('Earlier Kettle', [
      [300, 60],
      [10, 80],
    ]),
  };
  await refreshSearchWords(em);
  await refreshUsualPrices(em);
  const { products } = await matchProducts(em, 'kettle');
  const saves = products.filter((product) => savingOf(product) > 0);
  expect(products).toHaveLength(5);
  expect(saves.map(({ productId }) => productId)).toEqual([ids.fallen]);
  const years = await productYears(em, Object.values(ids), Date.now());
  const wordOf = (id: string) => years.get(id)?.verdict?.word;
  expect(wordOf(ids.fallen)).toBe('buy');
  expect(wordOf(ids.inTurn)).toBe('fair');
});

test('a joined product has the usual price of all its shops at once', async () => {
  const em = open.em();
  const dear = await createKettle('Joined Kettle', [[300, 100]]);
  const cheap = await createKettle('Kettle, Joined', [], [[300, 60]]);
  await refreshSearchWords(em);
  await refreshUsualPrices(em);
  const usual = async () =>
    (await em.fork().findOneOrFail(SearchProduct, { product: dear })).usualCents;
  expect(await usual()).toBe(10_000);
  await mergeProducts(em, { from: cheap, into: dear }, operator('operator@example.com'));
  expect(await usual()).toBe(6_000);
});
