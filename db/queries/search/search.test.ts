import { beforeAll, expect, test } from 'vitest';
import { searchText } from '#domain/search/search-words.ts';
import {
  createOffer,
  createOffers,
  createProduct,
  createRetailer,
  daysAgo,
  type OwnOffer,
} from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { refreshSearchWords } from './catalogue-words.ts';
import { searchOffers } from './search.ts';
import { suggestProducts } from './suggest-products.ts';

/** Name, brand, shelf, category, price in dollars. */
const GOODS = [
  ['Pauls Full Cream Milk 2L', 'Pauls', 'Milk', 'Groceries', 4],
  ['Pura Full Cream Milk 2L', 'Pura', 'Milk', 'Groceries', 5],
  ['Norco Full Cream Milk 2L', 'Norco', 'Milk', 'Groceries', 6],
  ['Vitasoy Almond Milk 1L', 'Vitasoy', 'Milk', 'Groceries', 3],
  ['Acme Organic Yoghurt 700g', 'Acme', 'Milk & Dairy', 'Groceries', 6],
  ['Bega Smooth Peanut Butter 470g', 'Bega', 'Spreads', 'Groceries', 7],
  ['Lurpak Salted Butter 250g', 'Lurpak', 'Butter', 'Groceries', 8],
  ['Apple iPhone 16 128GB Black', 'Apple', 'Phones', 'Phones', 1399],
  ['Apple iPhone 16e 128GB Black', 'Apple', 'Phones', 'Phones', 999],
  ['Apple iPhone 16 Pro Max 256GB Black', 'Apple', 'Phones', 'Phones', 2199],
  ['iPhone 16 Silicone Case', null, 'Phones', null, 39],
  ['Samsung 400L Bottom Mount Fridge', 'Samsung', 'Fridges', 'Home Appliances', 1099],
  ['LG 420L Bottom Mount Fridge', 'LG', 'Fridges', 'Home Appliances', 899],
  ['Panadol Tablets 20 pack', 'Panadol', 'Pain Relief', 'Pharmacy', 5],
  ['Nurofen Tablets 24 pack', 'Nurofen', 'Pain Relief', 'Pharmacy', 8],
  ['Nurofen Children 1-5 Years 100mL', 'Nurofen', 'Pain Relief', 'Pharmacy', 9],
  ['Sony PlayStation 5 Slim Console', 'Sony', 'Consoles', 'Gaming', 799],
  ['Activision Black Ops 6 PlayStation 5 Game', 'Activision', 'Games', 'Gaming', 109],
  ['Sony DualSense PlayStation Controller', 'Sony', 'Controllers', 'Gaming', 99],
  ['Sony PlayStation Remote Control Portal', 'Sony', 'Consoles', 'Gaming', 329],
  ['Acme 32" Smart TV', 'Acme', 'Televisions', 'TVs', 300],
  ['Zenith 75" Smart TV', 'Zenith', 'Televisions', 'TVs', 900],
  ['Dozy Newborn Swaddle', 'Dozy', 'Prams', 'Baby', 39],
  ['Acme City Pram', 'Acme', 'Prams', 'Baby', 400],
  ['Kong Rubber Dog Toy', 'Kong', 'Toys', 'Pet Food', 20],
  ['Barbie Ballerina', 'Barbie', 'Toys', 'Toys', 15],
  ['Blackmores Fish Oil Capsules', 'Blackmores', 'Vitamins', 'Pharmacy', 20],
  ['Acme Whisky 700mL', 'Acme', 'Spirits', 'Liquor', 50],
  ['Rexona Men Ice Deodorant 150mL', 'Rexona', 'Deodorants', 'Beauty', 6],
  ['Dove Original Deodorant 50mL', 'Dove', 'Deodorants', 'Beauty', 5],
  ['Streets Vanilla Ice Cream 2L', 'Streets', 'Ice Cream', 'Groceries', 8],
  ['Streets Chocolate Ice Cream 2L', 'Streets', 'Ice Cream', 'Groceries', 8],
  ['Greenies Dog Treat 170g', 'Greenies', 'Treats', 'Pet Food', 15],
  ['Tommee Baby Bottle 260mL', 'Tommee', 'Feeding', 'Baby', 14],
  ['Acme Bitter Beer 6 x 375mL', 'Acme', 'Beer', 'Liquor', 20],
  ['Acme Bitter Beer 24 x 375mL', 'Acme', 'Beer', 'Liquor', 60],
  ['Weber Gas Barbecue', 'Weber', 'Barbecues', 'Garden', 449],
  ['Acme Portable Speaker Black', 'Acme', 'Speakers', 'Speakers', 99],
  ['Zenith Portable Speaker White', 'Zenith', 'Speakers', 'Speakers', 79],
  ['Baileys Liqueur 700mL', 'Baileys', 'Liqueurs', 'Liquor', 35],
  ['Acme Front Load Washing Machine 7kg', 'Acme', 'Washers & Dryers', 'Home Appliances', 699],
  ['Zenith Series 8 Heat Pump 9kg', 'Zenith', 'Washers & Dryers', 'Home Appliances', 899],
  ['Bailey Step Ladder', 'Bailey', 'Ladders', 'Tools', 99],
  ['Acme Sparkling Wine 750mL', 'Acme', 'Wine', 'Liquor', 15],
  ['Zenith Sparkling Water 500mL', 'Zenith', 'Water', 'Groceries', 4],
  ['Zenith Heat Pump Dryer 8kg', 'Zenith', 'Washers & Dryers', 'Home Appliances', 999],
  ['Acme Beard Trimmer', 'Acme', 'Grooming', 'Beauty', 60],
  ['Zenith Line Trimmer', 'Zenith', 'Trimmers', 'Garden', 150],
  ['Acme Nespresso Coffee Capsules 10 pack', 'Acme', 'Coffee', 'Groceries', 6],
  ['Nespresso Capsule Machine Red', 'Nespresso', 'Coffee Machines', 'Coffee Machines', 99],
  ['Acme Multivitamin 50 pack', 'Acme', 'Vitamins', 'Pharmacy', 12],
  ['Braun Ear Thermometer', 'Braun', 'First Aid', 'Pharmacy', 60],
  ['Acme Nappies Size 4 50 pack', 'Acme', 'Nappies', 'Baby', 20],
  ['Zenith Nappy Cream 100g', 'Zenith', 'Nappies', 'Baby', 8],
  ['Acme Steam Iron', 'Acme', 'Irons', 'Home Appliances', 60],
] as const;

const open = ormForFile();
beforeAll(async () => {
  const shop = await createRetailer(open.em());
  const other = await createRetailer(open.em());
  const offers: OwnOffer[] = [];
  for (const [name, brand, shelf, category, dollars] of GOODS) {
    const product = await createProduct(open.em(), { name, brand, category });
    const offer = { product: product.id, name, brand, category };
    const found = { searchText: searchText(name, [brand], [category, shelf]) };
    offers.push({ retailer: shop.id, priceCents: dollars * 100, ...offer, ...found });
    if (name.startsWith('Pauls'))
      offers.push({ retailer: other.id, priceCents: 350, ...offer, ...found });
  }
  await createOffers(open.em(), offers);
  const gone = await createProduct(open.em(), { name: 'Kelvinator Fridge' });
  await createOffer(open.em(), {
    retailer: shop.id,
    product: gone.id,
    name: 'Kelvinator Fridge',
    searchText: searchText('Kelvinator Fridge', [], ['Fridges']),
    lastSeenAt: daysAgo(40),
  });
  const coded = await createProduct(open.em(), {
    name: 'Haier GR-B589 Freezer',
    gtin: '9312345678907',
  });
  await createOffer(open.em(), {
    retailer: shop.id,
    product: coded.id,
    name: 'Haier GR-B589 Freezer',
    searchText: searchText('Haier GR-B589 Freezer', ['Haier'], ['Freezers']),
  });
  await refreshSearchWords(open.em());
});
/** What a query is answered with; products by the beginnings of their names, in order. */
interface Answer {
  matches?: string[];
  /** In any order. */
  matchesOf?: string[];
  similar?: string[];
  first?: string;
  last?: string;
  without?: string;
  total?: number;
  correctedTo?: string | null;
  nearest?: string | null;
}

const search = (query: string, page = 1, products = 40) =>
  searchOffers(open.em(), query, { products, offers: 40 }, { page });

const ANSWERS: readonly (readonly [rule: string, query: string, answer: Answer])[] = [
  ['goods for children stand behind others', 'nurofen', { last: 'Nurofen Children' }],
  ['unless the query names children', 'kids nurofen', { matches: ['Nurofen Children'] }],
  ['a child is not answered with what adults take', 'kids multivitamin', { matches: [] }],
  ['goods for the other sex stand behind', 'womens deodorant', { matches: ['Dove', 'Rexona'] }],
  ['a compound is not other things of its noun', 'gas bottle', { matches: [] }],
  ['a compound of the catalogue', 'baby bottle', { matches: ['Tommee Baby Bottle'] }],
  ['a carton is 24', 'carton of acme bitter', { first: 'Acme Bitter Beer 24' }],
  ['a carton behind its goods', 'acme beer carton', { first: 'Acme Bitter Beer 24' }],
  ['no carton', 'acme bitter', { first: 'Acme Bitter Beer 6' }],
  ['the stated count of a pack', 'six pack of acme bitter', { first: 'Acme Bitter Beer 6' }],
  ['usual goods of a kind come first', 'milk', { last: 'Vitasoy Almond' }],
  ['the unusual kind by its name', 'almond milk', { matches: ['Vitasoy Almond'] }],
  ['no compound named after a thing', 'butter', { matches: ['Lurpak'], similar: [] }],
  ['the compound itself', 'peanut butter', { matches: ['Bega Smooth Peanut'] }],
  [
    'a phone as typed comes before its editions and without its case',
    'iphone 16',
    { first: 'Apple iPhone 16 128GB', without: 'iPhone 16 Silicone Case' },
  ],
  ['the case where it is asked for', 'iphone 16 case', { first: 'iPhone 16 Silicone Case' }],
  ['an edition as typed', 'iphone 16 pro max', { first: 'Apple iPhone 16 Pro Max' }],
  ['no other model', 'iphone 16e', { matches: ['Apple iPhone 16e'] }],
  ['a synonym', 'refrigerator', { matchesOf: ['LG 420L', 'Samsung 400L'] }],
  ['a brand of a kind', 'paracetamol', { matches: ['Panadol'] }],
  ['a price limit', 'fridge under $1,000', { matches: ['LG 420L'] }],
  ['the limit of a corrected query', 'frigde under $1000', { matches: ['LG 420L'] }],
  ['the cheapest', 'cheapest full cream milk', { matches: ['Pauls', 'Pura', 'Norco'] }],
  ['the cheapest of the thing, not of goods for it', 'cheapest nappies', { first: 'Acme Nappies' }],
  ['a sale that nothing has', 'milk on sale', { matches: [] }],
  [
    'each of two things that no product is both of',
    'fridge and tv',
    { matchesOf: ['Acme 32"', 'LG 420L', 'Samsung 400L', 'Zenith 75"'] },
  ],
  ['each of two things under a limit', 'fridge and tv under $400', { matches: ['Acme 32"'] }],
  ['a wish for small ones', 'tv for a small bedroom', { matches: ['Acme 32"', 'Zenith 75"'] }],
  ['a wish for large ones', 'large tv', { first: 'Zenith 75"' }],
  ['the thing rather than goods of the purpose', 'pram for newborn', { matches: ['Acme City'] }],
  ['no other department by a shared synonym', 'irish cream', { matches: ['Baileys'] }],
  ['a brand that abbreviates another thing', 'barbie', { matches: ['Barbie Ballerina'] }],
  [
    'goods with a part of the query are similar',
    'black speaker',
    { matches: ['Acme Portable Speaker'], similar: ['Zenith Portable Speaker'] },
  ],
  ['no other goods of a shelf of several', 'washer', { matches: ['Acme Front Load'], similar: [] }],
  [
    'goods with the words in another category are similar',
    'sparkling wine',
    { matches: ['Acme Sparkling'], similar: ['Zenith Sparkling'] },
  ],
  [
    'goods of the shelf that the words name are similar, where the thing stands elsewhere',
    'nespresso pods',
    { matches: ['Acme Nespresso'], similar: ['Nespresso Capsule Machine'] },
  ],
  ['things of one name in another department', 'hair clippers', { matches: ['Acme Beard'] }],
  ['both sides of a comparison', 'panadol vs kong', { matchesOf: ['Kong', 'Panadol'] }],
  ['a comparison of which one side has no terms', 'panadol vs a', { matches: ['Panadol'] }],
  ['tablets of a mineral are no appliance', 'iron tablets', { matches: [] }],
  ['the appliance', 'steam iron', { matches: ['Acme Steam Iron'] }],
  ['the nearest of the thing for an amount', '9kg dryer', { first: 'Zenith Heat Pump Dryer' }],
  ['the nearest size', '300l fridge', { first: 'Samsung 400L' }],
  ['no neighbour with the description', 'organic milk', { without: 'Acme Organic Yoghurt' }],
  ['names of another category have fewer points', 'toys', { first: 'Barbie Ballerina' }],
  [
    'a hobby is not goods that share its stem',
    'gift for my dad who likes fishing',
    { matches: [], similar: [], nearest: 'gift for my dad' },
  ],
  ['a stem alone', 'fishing', { matches: [] }],
  ['unlisted for a month', 'kelvinator fridge', { without: 'Kelvinator Fridge' }],
  ['a description that nothing has', 'samsung fridge turquoise', { matches: ['Samsung 400L'] }],
  ['too little of the query', 'samsung turquoise umbrella', { matches: [] }],
  ['goods that only taste of the fruit', 'almonds', { matches: [], similar: [] }],
  ['no goods within the limit', 'fridge under $100', { matches: [], nearest: 'fridge' }],
  ['no goods within a low limit', 'iphone 16 under $50', { matches: [], nearest: 'iphone 16' }],
  ['no accessories under a limit', 'iphone under $50', { matches: [] }],
  ['no such model', 'iphone 17', { matches: [], similar: [], nearest: 'iphone' }],
  ['no such number', 'playstation 6', { matches: [], similar: [], nearest: 'playstation' }],
  ['no such accessory', 'samsung fridge case', { matches: [], similar: [], nearest: null }],
  ['no word of the catalogue', 'zzyzx', { matches: [], similar: [], nearest: null }],
  ['a misspelt word', 'frigde', { correctedTo: 'fridge' }],
  [
    'a word of a product that has the others too',
    'dog treets',
    { correctedTo: 'dog treats', matches: ['Greenies'], similar: [] },
  ],
  [
    'a word that only shares the stem of another thing',
    'playstation controler',
    { correctedTo: 'playstation controller', first: 'Sony DualSense' },
  ],
  ['a purpose stays as it is', 'fridge for norca', { correctedTo: null, total: 2 }],
  ['what sets goods apart is told', 'fridge turquoise', { correctedTo: 'fridge', total: 2 }],
  ['an amount that is left out is told', 'fridge 900 litre', { correctedTo: 'fridge', total: 2 }],
  ['what sets none apart is not told', 'compact fridge', { correctedTo: null, total: 2 }],
  ['nor is for whom', 'fridge for kids', { correctedTo: null, total: 2 }],
  ['not the brand that a query excludes', 'fridge not samsung', { matches: ['LG 420L'] }],
  [
    'not goods with what a query excludes',
    'ice cream without chocolate',
    { matches: ['Streets Vanilla'] },
  ],
  ['a code by its beginning, through a hyphen', 'gr-b58', { matches: ['Haier GR-B589'] }],
  ['a barcode', '9312345678907', { matches: ['Haier GR-B589'] }],
];

test.each(ANSWERS)('%s: %s', async (_rule, query, expected) => {
  const { matches, matchesOf, similar, first, last, without, ...found } = expected;
  const answer = await search(query);
  const named = (isSimilar: boolean) => [
    ...new Set(answer.offers.filter((one) => one.isSimilar === isSimilar).map(({ name }) => name)),
  ];
  const matching = named(false);
  const beginning = (names: readonly string[]) =>
    names.map((name) => expect.stringMatching(`^${name}`));
  if (matches) expect(matching).toEqual(beginning(matches));
  if (matchesOf) expect(matching.toSorted()).toEqual(beginning(matchesOf));
  if (similar) expect(named(true)).toEqual(beginning(similar));
  if (first) expect(matching[0]).toMatch(new RegExp(`^${first}`));
  if (last) expect(matching.at(-1)).toMatch(new RegExp(`^${last}`));
  if (without) expect(matching).not.toContainEqual(expect.stringMatching(`^${without}`));
  expect({ ...answer, nearest: answer.nearest?.query ?? null }).toMatchObject(found);
});

test.each([1, 2])(
  'counts products that match only a part on page %i as on every other',
  async (page) => {
    expect(await search('black speaker', page, 1)).toMatchObject({ total: 2, similar: 1 });
  },
);

test('keeps the offers of a product together, the cheapest first', async () => {
  const { offers, total, similar } = await search('pauls milk');
  expect(total - similar).toBe(1);
  const matching = offers.filter(({ isSimilar }) => !isSimilar);
  expect(matching.map(({ priceCents }) => priceCents)).toEqual([350, 400]);
  expect(offers[0]?.offersOfProduct).toBe(2);
});

test('suggests products with their best price, and categories; none that no shop has listed for a month', async () => {
  const { products, categories } = await suggestProducts(open.em(), 'full cr', 2);
  expect(products.map(({ productName, priceCents }) => [productName, priceCents])).toContainEqual([
    'Pauls Full Cream Milk 2L',
    350,
  ]);
  expect(products).toHaveLength(2);
  expect(categories).toEqual([{ name: 'Groceries', count: 3 }]);
  expect((await suggestProducts(open.em(), 'kelv', 5)).products).toEqual([]);
});

test('shows goods that lack only a wish as similar, and counts nothing of them', async () => {
  const found = await search('waterproof barbecue with wifi');
  expect(found.offers.map(({ name }) => name)).toContain('Weber Gas Barbecue');
  const { offers, facets, nearest } = await search('fridge under $100');
  expect([offers, facets.brand]).toEqual([[], []]);
  expect(nearest?.offers.map(({ name }) => name)).toContain('LG 420L Bottom Mount Fridge');
});
