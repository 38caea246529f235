import { beforeAll, expect, test } from 'vitest';
import { ORDERS, type Order } from '#domain/search/arrange-products.ts';
import { searchText } from '#domain/search/search-words.ts';
import {
  createOffers,
  createProduct,
  createRetailer,
  type OwnOffer,
} from '../../../tests/support/factory.ts';
import { insertSelect } from '../../../tests/support/insert-select.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { refreshSearchWords } from './catalogue-words.ts';
import { type RankedOffer, searchOffers } from './search.ts';

/** Shelf, category, and names of goods; those behind the bar only share a word with the thing. */
const SHELVES = [
  [
    'Nappies',
    'Baby',
    'Acme Nappies Size 4 50 pack|Zenith Newborn Nappies 24 pack|Dozy Nappies Size 2 80 pack|Acme Crawler Nappies 62 pack|Zenith Night Nappies 30 pack|Dozy Swim Nappies 12 pack',
    'Zenith Nappy Cream 100g|Acme Nappy Bag|Dozy Nappy Cream 75g',
  ],
  [
    'Kettles',
    'Kettles',
    'Acme Glass Kettle 1.7L|Zenith Steel Kettle 1.7L|Dozy Travel Kettle 0.5L|Acme Gooseneck Kettle 1L|Bold Electric Kettle 1.5L',
    'Acme Kettle Descaler 250mL|Bold Kettle Filter',
  ],
  [
    'Headphones',
    'Headphones',
    'Acme Wireless Headphones|Zenith Noise Cancelling Headphones|Bold Kids Headphones|Dozy Wireless Headphones Black|Acme Studio Headphones|Zenith Sport Wireless Headphones',
    'Bold Headphones Stand|Acme Headphones Case',
  ],
] as const;

const PAGE = 2;

const open = ormForFile();
beforeAll(async () => {
  const shops = [];
  for (const trustScore10 of [4, 9, 7])
    shops.push(await createRetailer(open.em(), { trustScore10 }));
  const offers: OwnOffer[] = [];
  let nth = 0;
  for (const [shelf, category, things, others] of SHELVES)
    for (const name of `${things}|${others}`.split('|')) {
      nth += 1;
      const brand = name.split(' ')[0] ?? '';
      const product = await createProduct(open.em(), { name, brand, category });
      for (const shop of shops.slice(0, 1 + (nth % 3)))
        offers.push({
          ...{ retailer: shop.id, product: product.id, name, brand, category },
          unitPrice: { price: String((nth * 31) % 17), quantity: 1, unit: 'each' },
          priceCents: others.includes(name) ? 150 + nth : 900 + ((nth * 7_919) % 1_000),
          searchText: searchText(name, [brand], [category, shelf]),
        });
    }
  await createOffers(open.em(), offers);
  await open.em().execute(
    insertSelect(
      'score',
      {
        offer_id: 'o.id',
        overall: '(o.price_cents * 31 + (r.trust_score10 * 7)::int) % 97',
      },
      'from offer o join retailer r on r.id = o.retailer_id where o.price_cents % 5 > 0',
    ),
  );
  await refreshSearchWords(open.em());
});
/** What an order sorts by, ascending; the relevance of a product is the database's affair. */
const VALUE: Partial<Record<Order, (offer: RankedOffer) => number>> = {
  cheapest: ({ lowestCents }) => lowestCents ?? Number.MAX_VALUE,
  score: ({ overall, isTheThing, isSimilar }) =>
    isSimilar ? 0 : -(overall ?? 0) - (isTheThing ? 100 : 0),
  'unit-price': ({ unitPrice }) => Number(unitPrice?.price),
  trust: ({ trustScore10 }) => -(trustScore10 ?? 0),
};

/** The best offer of each product, over all pages. */
async function walk(query: string, order: Order): Promise<RankedOffer[]> {
  const walked: RankedOffer[] = [];
  for (let page = 1; ; page += 1) {
    const depth = { products: PAGE, offers: PAGE };
    const { offers, total } = await searchOffers(open.em(), query, depth, { order, page });
    // A page of one product has its second offer too.
    walked.push(
      ...new Map(offers.toReversed().map((each) => [each.productId, each]))
        .values()
        .toArray()
        .toReversed(),
    );
    if (page * PAGE >= total) return walked;
  }
}

const QUERIES = [
  'nappies',
  'cheap nappies',
  'acme nappies',
  'kettle',
  'headphones',
  'wireless headphones',
];
test.each(QUERIES.flatMap((query) => ORDERS.map((order) => [query, order] as const)))(
  '%s by %s: the matches over all pages in their order, then the similar ones in theirs',
  async (query, order) => {
    const walked = await walk(query, order);
    const ids = walked.map(({ productId }) => productId);
    expect(new Set(ids).size, 'each product once').toBe(ids.length);
    expect(new Set(ids)).toEqual(
      new Set((await walk(query, 'relevance')).map(({ productId }) => productId)),
    );
    const similar = walked.map(({ isSimilar }) => Number(isSimilar));
    expect(similar, 'matches first').toEqual(similar.toSorted((a, b) => a - b));
    for (const isSimilar of [false, true]) {
      const part = walked.filter((each) => each.isSimilar === isSimilar);
      const values = part.map((each) => VALUE[order]?.(each) ?? 0);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
    }
  },
);

test.each(SHELVES.map(([shelf, , things, others]) => [shelf, things, others] as const))(
  '%s: goods that only share the word never match, however cheap they are',
  async (shelf, things, others) => {
    const walked = await walk(shelf, 'cheapest');
    const matches = walked.filter(({ isSimilar }) => !isSimilar).map(({ name }) => name);
    expect(matches.toSorted()).toEqual(things.split('|').toSorted());
    expect(others).not.toContain(walked[0]?.name);
  },
);
