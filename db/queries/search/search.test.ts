import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchText } from '#domain/search/search-words.ts';
import {
  createOffer,
  createProduct,
  createRetailer,
  daysAgo,
} from '../../../tests/support/factory.ts';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
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

let open: TestOrm;
beforeAll(async () => {
  open = await openTestOrm();
  const shop = await createRetailer(open.em());
  const other = await createRetailer(open.em());
  for (const [name, brand, shelf, category, dollars] of GOODS) {
    const product = await createProduct(open.em(), { name, brand, category });
    const offer = { product: product.id, name, brand, category };
    const found = { searchText: searchText(name, [brand], [category, shelf]) };
    await createOffer(open.em(), {
      retailer: shop.id,
      priceCents: dollars * 100,
      ...offer,
      ...found,
    });
    if (name.startsWith('Pauls'))
      await createOffer(open.em(), { retailer: other.id, priceCents: 350, ...offer, ...found });
  }
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
afterAll(() => open.close());

/** The names of the products that match, without similar ones. */
async function names(query: string): Promise<string[]> {
  const { offers } = await searchOffers(open.em(), query, { products: 40, offers: 40 });
  const matching = offers.filter(({ isSimilar }) => !isSimilar);
  return [...new Set(matching.map(({ name }) => name))];
}

test('ranks goods for children behind others, unless the query names children', async () => {
  expect((await names('nurofen')).at(-1)).toBe('Nurofen Children 1-5 Years 100mL');
  expect((await names('kids nurofen'))[0]).toBe('Nurofen Children 1-5 Years 100mL');
});

test('ranks goods for the other sex behind others', async () => {
  expect(await names('womens deodorant')).toEqual([
    'Dove Original Deodorant 50mL',
    'Rexona Men Ice Deodorant 150mL',
  ]);
});

test('corrects a word to one that a product has together with the others', async () => {
  const { correctedTo, offers } = await searchOffers(open.em(), 'dog treets', {
    products: 10,
    offers: 10,
  });
  expect(correctedTo).toBe('dog treats');
  expect(offers.map(({ name }) => name)).toEqual(['Greenies Dog Treat 170g']);
});

test('corrects a word that only shares the stem of another thing', async () => {
  const found = await searchOffers(open.em(), 'playstation controler', { products: 5, offers: 5 });
  expect(found.correctedTo).toBe('playstation controller');
  expect(found.offers[0]).toMatchObject({ isTheThing: true });
});

test('does not answer a compound with other things of its noun', async () => {
  expect(await names('gas bottle')).toEqual([]);
  expect(await names('baby bottle')).toEqual(['Tommee Baby Bottle 260mL']);
});

test('ranks the pack of 24 first where a query asks for a carton, and the stated count of a pack', async () => {
  expect((await names('carton of acme bitter'))[0]).toBe('Acme Bitter Beer 24 x 375mL');
  expect((await names('acme beer carton'))[0]).toBe('Acme Bitter Beer 24 x 375mL');
  expect((await names('acme bitter'))[0]).toBe('Acme Bitter Beer 6 x 375mL');
  expect((await names('six pack of acme bitter'))[0]).toBe('Acme Bitter Beer 6 x 375mL');
});

test('ranks usual goods of a kind before unusual ones', async () => {
  expect((await names('milk')).at(-1)).toBe('Vitasoy Almond Milk 1L');
  expect((await names('almond milk'))[0]).toBe('Vitasoy Almond Milk 1L');
});

test('takes compounds named after a thing for similar, unless they are a kind of it', async () => {
  const { offers } = await searchOffers(open.em(), 'butter', { products: 5, offers: 5 });
  expect(offers.map(({ name, isSimilar }) => [name, isSimilar])).toEqual([
    ['Lurpak Salted Butter 250g', false],
    ['Bega Smooth Peanut Butter 470g', true],
  ]);
  expect(await names('peanut butter')).toEqual(['Bega Smooth Peanut Butter 470g']);
});

test('answers a phone without its case, unless the query asks for the case', async () => {
  expect((await names('iphone 16'))[0]).toBe('Apple iPhone 16 128GB Black');
  expect(await names('iphone 16')).not.toContain('iPhone 16 Silicone Case');
  expect((await names('iphone 16 case'))[0]).toBe('iPhone 16 Silicone Case');
});

test('does not answer another model', async () => {
  expect(await names('iphone 16e')).toEqual(['Apple iPhone 16e 128GB Black']);
});

test('matches synonyms, and brands of a kind', async () => {
  expect((await names('refrigerator')).length).toBe(2);
  expect(await names('paracetamol')).toEqual(['Panadol Tablets 20 pack']);
});

test('keeps to price limits and wishes', async () => {
  expect(await names('fridge under $1,000')).toEqual(['LG 420L Bottom Mount Fridge']);
  expect(await names('cheapest full cream milk')).toEqual([
    'Pauls Full Cream Milk 2L',
    'Pura Full Cream Milk 2L',
    'Norco Full Cream Milk 2L',
  ]);
  expect(await names('milk on sale')).toEqual([]);
});

test('answers each of two things that no product is both of', async () => {
  expect((await names('fridge and tv')).toSorted()).toEqual([
    'Acme 32" Smart TV',
    'LG 420L Bottom Mount Fridge',
    'Samsung 400L Bottom Mount Fridge',
    'Zenith 75" Smart TV',
  ]);
  expect(await names('fridge and tv under $400')).toEqual(['Acme 32" Smart TV']);
});

test('ranks small ones first where the query wishes for one', async () => {
  expect(await names('tv for a small bedroom')).toEqual([
    'Acme 32" Smart TV',
    'Zenith 75" Smart TV',
  ]);
  expect((await names('large tv'))[0]).toBe('Zenith 75" Smart TV');
});

test('answers the thing rather than goods that only match the purpose', async () => {
  expect(await names('pram for newborn')).toEqual(['Acme City Pram']);
});

test('does not answer with other departments that only share a synonym', async () => {
  expect(await names('irish cream')).toEqual(['Baileys Liqueur 700mL']);
  expect(await names('barbie')).toEqual(['Barbie Ballerina']);
});

test.each([
  [
    'a part of the query',
    'black speaker',
    'Acme Portable Speaker Black',
    'Zenith Portable Speaker White',
  ],
  [
    'a shelf of several goods',
    'washer',
    'Acme Front Load Washing Machine 7kg',
    'Zenith Series 8 Heat Pump 9kg',
  ],
  [
    'the words, in another category',
    'sparkling wine',
    'Acme Sparkling Wine 750mL',
    'Zenith Sparkling Water 500mL',
  ],
])('marks products that match only %s', async (_what, query, thing, other) => {
  const { offers } = await searchOffers(open.em(), query, { products: 10, offers: 10 });
  expect(offers.map(({ name, isSimilar }) => [name, isSimilar])).toEqual([
    [thing, false],
    [other, true],
  ]);
});

test('leaves out things of the same name in another department', async () => {
  expect(await names('hair clippers')).toEqual(['Acme Beard Trimmer']);
});

test('marks other goods on the shelf that the words name, where the thing stands elsewhere', async () => {
  const { offers } = await searchOffers(open.em(), 'nespresso pods', { products: 9, offers: 9 });
  expect(offers.map(({ name, isSimilar }) => [name, isSimilar])).toEqual([
    ['Acme Nespresso Coffee Capsules 10 pack', false],
    ['Nespresso Capsule Machine Red', true],
  ]);
});

test('does not answer a child with what adults take', async () => {
  expect(await names('kids multivitamin')).toEqual([]);
  expect(await names('kids nurofen')).toEqual(['Nurofen Children 1-5 Years 100mL']);
});

test('answers both sides of a comparison, be they known things or brands', async () => {
  const found = await names('panadol vs kong');
  expect(found.toSorted()).toEqual(['Kong Rubber Dog Toy', 'Panadol Tablets 20 pack']);
});

test('answers a comparison of which one side has no terms', async () => {
  expect(await names('panadol vs a')).toEqual(['Panadol Tablets 20 pack']);
});

test('finds the cheapest of the thing, not of goods for it', async () => {
  const { offers } = await searchOffers(open.em(), 'cheapest nappies', { products: 9, offers: 9 });
  expect(offers[0]?.name).toBe('Acme Nappies Size 4 50 pack');
});

test('answers tablets of a mineral with no appliance of its name', async () => {
  expect(await names('iron tablets')).toEqual([]);
  expect(await names('steam iron')).toEqual(['Acme Steam Iron']);
});

test('answers an amount that no such thing has with the nearest, not with another thing that has it', async () => {
  expect((await names('9kg dryer'))[0]).toBe('Zenith Heat Pump Dryer 8kg');
  expect((await names('300l fridge'))[0]).toBe('Samsung 400L Bottom Mount Fridge');
});

test.each([1, 2])(
  'counts products that match only a part on page %i as on every other',
  async (page) => {
    const depth = { products: 1, offers: 10 };
    const { total, similar } = await searchOffers(open.em(), 'black speaker', depth, { page });
    expect({ total, similar }).toEqual({ total: 2, similar: 1 });
  },
);

test('does not answer with a neighbour on the shelf that shares only the description', async () => {
  const found = await names('organic milk');
  expect(found).toContain('Pura Full Cream Milk 2L');
  expect(found).not.toContain('Acme Organic Yoghurt 700g');
});

test('gives names of another category fewer points', async () => {
  expect((await names('toys'))[0]).toBe('Barbie Ballerina');
});

test('does not answer a hobby with goods that only share its stem', async () => {
  const fishing = await searchOffers(open.em(), 'gift for my dad who likes fishing', {
    products: 5,
    offers: 5,
  });
  expect(fishing.offers).toEqual([]);
  expect(fishing.nearest?.query).toBe('gift for my dad');
  expect(await names('gift for my dad')).toContain('Acme Whisky 700mL');
  expect(await names('fishing')).toEqual([]);
});

test('does not find offers that no shop has listed for a month', async () => {
  expect(await names('kelvinator fridge')).not.toContain('Kelvinator Fridge');
  expect((await suggestProducts(open.em(), 'kelv', 5)).products).toEqual([]);
});

test('keeps the offers of a product together, the cheapest first', async () => {
  const { offers, total, similar } = await searchOffers(open.em(), 'pauls milk', {
    products: 5,
    offers: 5,
  });
  expect(total - similar).toBe(1);
  const matching = offers.filter(({ isSimilar }) => !isSimilar);
  expect(matching.map(({ priceCents }) => priceCents)).toEqual([350, 400]);
  expect(offers[0]?.offersOfProduct).toBe(2);
});

test('corrects a misspelt word', async () => {
  const corrected = await searchOffers(open.em(), 'frigde', { products: 5, offers: 5 });
  expect(corrected.correctedTo).toBe('fridge');
  expect(await names('samsung fridge turquoise')).toEqual(['Samsung 400L Bottom Mount Fridge']);
  expect(await names('samsung turquoise umbrella')).toEqual([]);
});

test.each([
  ['fridge turquoise', 'fridge'],
  ['fridge 900 litre', 'fridge'],
  ['compact fridge', null],
  ['fridge for kids', null],
])('%s: tells of what it leaves out if that sets goods apart: %s', async (query, told) => {
  const found = await searchOffers(open.em(), query, { products: 5, offers: 5 });
  expect(found.total).toBe(2);
  expect(found.correctedTo).toBe(told);
});

test('keeps the price limit of a query that it corrects', async () => {
  expect(await names('frigde under $1000')).toEqual(['LG 420L Bottom Mount Fridge']);
});

test('does not correct the purpose where the thing is found without it', async () => {
  const found = await searchOffers(open.em(), 'fridge for norca', { products: 5, offers: 5 });
  expect(found.correctedTo).toBeNull();
  expect(found.total).toBe(2);
});

test('suggests products with their best price, and categories', async () => {
  const { products, categories } = await suggestProducts(open.em(), 'full cr', 2);
  expect(products.map(({ productName, priceCents }) => [productName, priceCents])).toContainEqual([
    'Pauls Full Cream Milk 2L',
    350,
  ]);
  expect(products).toHaveLength(2);
  expect(categories).toEqual([{ name: 'Groceries', count: 3 }]);
});

test('does not answer goods that only taste of the fruit', async () => {
  expect((await searchOffers(open.em(), 'almonds', { products: 5, offers: 5 })).offers).toEqual([]);
});

test('answers nothing for goods that no shop has, and suggests a query', async () => {
  const nearest = async (query: string) => {
    const found = await searchOffers(open.em(), query, { products: 5, offers: 5 });
    return [found.offers.length, found.nearest?.query ?? null];
  };
  expect(await nearest('fridge under $100')).toEqual([0, 'fridge']);
  expect(await nearest('iphone 17')).toEqual([0, 'iphone']);
  expect(await nearest('playstation 6')).toEqual([0, 'playstation']);
  expect(await nearest('samsung fridge case')).toEqual([0, null]);
  expect(await names('almond milk')).toEqual(['Vitasoy Almond Milk 1L']);
  expect(await nearest('zzyzx')).toEqual([0, null]);
});

test('ranks a model as typed before its other editions', async () => {
  expect((await names('iphone 16')).slice(0, 1)).toEqual(['Apple iPhone 16 128GB Black']);
  expect((await names('iphone 16 pro max')).slice(0, 1)).toEqual([
    'Apple iPhone 16 Pro Max 256GB Black',
  ]);
});

test('says that nothing is within the limits rather than answering with other goods', async () => {
  const { offers, nearest } = await searchOffers(open.em(), 'iphone 16 under $50', {
    products: 10,
    offers: 10,
  });
  expect(offers).toEqual([]);
  expect(nearest?.query).toBe('iphone 16');
});

test('does not fill a search under a limit with accessories', async () => {
  expect(await names('iphone under $50')).toEqual([]);
});

test.each([
  ['not the brand that a query excludes', 'fridge not samsung', ['LG 420L Bottom Mount Fridge']],
  [
    'not goods with what a query excludes',
    'ice cream without chocolate',
    ['Streets Vanilla Ice Cream 2L'],
  ],
  ['a code by its beginning, through a hyphen', 'gr-b58', ['Haier GR-B589 Freezer']],
  ['a barcode', '9312345678907', ['Haier GR-B589 Freezer']],
])('finds %s: %s', async (_what, query, expected) => {
  expect((await names(query)).toSorted()).toEqual(expected);
});

test('shows goods that lack only a wish as similar, and counts nothing of them', async () => {
  const found = await searchOffers(open.em(), 'waterproof barbecue with wifi', {
    products: 9,
    offers: 9,
  });
  expect(found.offers.map(({ name }) => name)).toContain('Weber Gas Barbecue');
  const { offers, facets, nearest } = await searchOffers(open.em(), 'fridge under $100', {
    products: 9,
    offers: 9,
  });
  expect([offers, facets.brand]).toEqual([[], []]);
  expect(nearest?.offers.map(({ name }) => name)).toContain('LG 420L Bottom Mount Fridge');
});
