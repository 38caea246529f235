import { describe, expect, test } from 'vitest';
import { evidenceOf, offersWith } from '../../../tests/support/smart-offers.ts';
import { cents } from '../money.ts';
import { adviceFor } from './intents.ts';
import type { Found, SmartOffer, SmartQuestion } from './recommendation.ts';
import { buyingTipsFor } from './rules.ts';

const offer = offersWith({ category: 'Headphones', retailerName: 'Lyrebird Audio' });

const advise = (
  offers: SmartOffer[],
  { query = 'headphones', ...question }: Partial<SmartQuestion> = {},
  found: Partial<Found> = {},
) => adviceFor('find', [evidenceOf(query, offers, question, found)]).advice;

const names = (offers: SmartOffer[], question: Partial<SmartQuestion> = {}) =>
  advise(offers, question).topPicks.map((pick) => pick.name);

describe('what is recommended', () => {
  test('spreads three picks over price, each at its cheapest shop: the first by score, another, the cheapest', () => {
    const offers = [
      offer('A', 100, { overall: 50 }),
      offer('B', 120, { overall: 90 }),
      offer('B', 110, { overall: 95, retailerName: 'Voltaroo' }),
      offer('C', 90, { overall: 70 }),
      offer('D', 80, { overall: 40 }),
    ];
    const { topPicks } = advise(offers);
    expect(topPicks.map((pick) => pick.name)).toEqual(['B', 'C', 'D']);
    expect(topPicks[0]?.reason).toBe(
      'At Voltaroo, the lowest of 2 shops. It comes first as its AI score is higher than that of C.',
    );
    expect(topPicks[2]?.reason).toContain(
      'the only shop we know for it. It is the cheapest of our picks.',
    );
    expect(topPicks.map(({ role }) => role)).toEqual(['Good value', undefined, 'Cheapest']);
  });

  test('lists the features that shops state, but no colour, code or brand that the name has', () => {
    const stated = { Brand: 'Acer', Screen: '15.6 inch', Backlit: 'Yes' };
    const specifications = new Map([
      ['Acer Aspire 3', { Colour: 'Metal', 'Model No.': 'A315', SKU: 'X-1', ...stated }],
    ]);
    const offers = [offer('Acer Aspire 3', 419)];
    const [laptop] = evidenceOf('laptop', offers, {}, { specifications }).products;
    expect(laptop?.features).toEqual(['Screen: 15.6 inch', 'Backlit']);
  });

  test('weighs the score against the match: each better match costs a point', () => {
    const offers = [
      offer('Compact Camera', 900, { overall: 88 }),
      offer('Action Camera', 500, { overall: 85 }),
      offer('Security Camera', 650, { overall: 89.5 }),
    ];
    expect(names(offers, { query: 'camera' })).toEqual([
      'Compact Camera',
      'Security Camera',
      'Action Camera',
    ]);
  });

  test('takes the category of the thing, although more shops sell what is named after it', () => {
    const sauce = { category: 'Groceries', overall: 99 };
    const barbecue = { category: 'Garden', isTheThing: true };
    const offers = [
      ...['Gumnut Grocer', 'Paddock Lane', 'Quokka Savers'].map((retailerName) =>
        offer('Barbecue Sauce', 2, { ...sauce, retailerName }),
      ),
      offer('Gas Barbecue', 469, barbecue),
    ];
    expect(names(offers, { query: 'bbq for a small balcony' })).toEqual(['Gas Barbecue']);
  });

  test('compares goods of all categories where none has most of the things', () => {
    const present = { isTheThing: true, overall: 80 };
    const offers = [
      offer('Heated Throw', 74, { ...present, category: 'Bedding & Bath' }),
      offer('Animal Farm Novel', 7, { ...present, category: 'Books' }),
      offer('Horse Novel', 13, { ...present, category: 'Books' }),
      offer('Serum', 17, { ...present, category: 'Beauty' }),
    ];
    expect(names(offers, { query: 'present for mum' })).toContain('Heated Throw');
  });

  test('keeps the products that name most of what they are for', () => {
    const food = { category: 'Pet Food', isTheThing: true };
    const offers = [
      offer('Beef Wet Dog Food 100g', 2, { ...food, overall: 90 }),
      offer('Puppy Dry Dog Food 3kg', 25, food),
    ];
    const query = 'dog food for a puppy with allergies';
    expect(names(offers, { query })).toEqual(['Puppy Dry Dog Food 3kg']);
  });

  test('puts the machine that states what is needed first, the cheapest first among equals', () => {
    const vacuum = (name: string, price: number, overall: number) =>
      offer(name, price, { category: 'Home Appliances', isTheThing: true, overall });
    const offers = [
      vacuum('Miele Cat & Dog Vacuum', 659, 50),
      vacuum('Dyson Stick Vacuum', 499, 80),
      vacuum('Bissell Stick Vacuum', 199, 70),
    ];
    const { summary, topPicks } = advise(offers, { query: 'vacuum for dog hair' });
    expect(summary).toContain('Our first choice is Miele Cat & Dog Vacuum');
    expect(topPicks[0]?.reason).toContain(
      'It comes first as it states more of what you need than Dyson Stick Vacuum',
    );
    expect(topPicks[1]?.reason).toContain('Its shops do not state tools against pet hair');
    expect(topPicks.map(({ name }) => name)).toEqual([
      'Miele Cat & Dog Vacuum',
      'Dyson Stick Vacuum',
      'Bissell Stick Vacuum',
    ]);
    const cheap = advise(offers, { query: 'cheap vacuum for dog hair' });
    expect(cheap.topPicks[0]?.name).toBe('Miele Cat & Dog Vacuum');
    expect(cheap.topPicks[1]?.name).toBe('Bissell Stick Vacuum');
    expect(cheap.summary).not.toContain('cheapest');
  });

  test('asks back where the words fit goods of different kinds and name none', () => {
    const offers = [
      offer('Cold Press Juicer', 547, { category: 'Kitchen Appliances' }),
      offer('Cold & Flu Tablets', 18, { category: 'Pharmacy' }),
      offer('Cold Power Laundry Liquid', 5, { category: 'Cleaning' }),
      offer('Cold Power Laundry Powder', 20, { category: 'Cleaning' }),
    ];
    const { summary, topPicks } = advise(offers, { query: 'something for a cold' });
    expect(topPicks).toEqual([]);
    expect(summary).toBe(
      '“something for a cold” can mean different things: we found goods in Cleaning, Kitchen Appliances and Pharmacy. Tell us which product you want.',
    );
    const chosen = { query: 'something for a cold', category: 'Pharmacy' };
    expect(names(offers, chosen)).toEqual(['Cold & Flu Tablets']);
  });

  test('calls goods that are the thing a match, whatever their shops call it', () => {
    const beans = offer('Vittoria Espresso 400g', 12, { category: 'Groceries', isTheThing: true });
    const { summary } = advise([beans], { query: 'cheap coffee beans' });
    expect(summary).toContain('We found one product for “cheap coffee beans”');
  });

  test('puts the cheapest first where the question asks for a cheap one, and says so', () => {
    const offers = [offer('A', 900, { overall: 90 }), offer('B', 79, { overall: 40 })];
    const { summary, topPicks, reasoning } = advise(offers, { query: 'cheap headphones' });
    expect(summary).toContain('Our first choice, the cheapest, is B');
    expect(topPicks.map(({ name }) => name)).toEqual(['B', 'A']);
    expect(reasoning).toContain(
      'You asked for a cheap one. We ranked by what you named, then price.',
    );
  });

  test('rates a product over all its shops, those without stock too, as the results do', () => {
    const rated = { ratingAverage: 4, ratingCount: 100 };
    const gone = { ratingAverage: 5, ratingCount: 100, availability: 'out_of_stock' } as const;
    const { topPicks } = advise([offer('A', 100, rated), offer('A', 90, gone)]);
    expect(topPicks[0]?.userSentiment).toContain('4.5 out of 5 (200 ratings at shops)');
  });

  test('counts the shops of the compared products alone', () => {
    const offers = [
      offer('A', 100),
      offer('B', 900, { retailerName: 'Voltaroo' }),
      offer('C', 20, { category: 'Phones', retailerName: 'Ringtail' }),
      offer('A', 110, { retailerName: 'Bluegum' }),
    ];
    expect(advise(offers, { budgetCents: cents(20_000) }).summary).toContain(
      'We found one product for “headphones”, at 2 shops. It is A, $100.00 at Lyrebird Audio. It fits your budget of $200.00.',
    );
  });

  test('keeps to the products that name whom the thing is for', () => {
    const nappies = (size: string, overall: number) =>
      offer(`Huggies Nappies ${size} 88 pack`, 20, { overall, category: 'Baby', isTheThing: true });
    const offers = [
      nappies('Size 6 Junior', 90),
      nappies('Size 1 Newborn', 50),
      nappies('Size 2 Infant', 80),
    ];
    expect(names(offers, { query: 'nappies for a newborn' })).toEqual([
      'Huggies Nappies Size 1 Newborn 88 pack',
    ]);
    expect(names(offers, { query: 'nappies' })).toHaveLength(3);
  });

  test('leaves out what is for children, unless the question names them', () => {
    const relief = (name: string, overall: number) =>
      offer(name, 10, { overall, category: 'Pharmacy' });
    const offers = [relief('Panadol Children 1-5 Years', 90), relief('Panadol Tablets', 50)];
    expect(names(offers, { query: 'something for a headache' })).toEqual(['Panadol Tablets']);
    expect(names(offers, { query: 'panadol for kids' })).toContain('Panadol Children 1-5 Years');
    expect(names(offers.slice(0, 1), { query: 'panadol' })).toHaveLength(1);
  });

  test('leaves out the largest for a small room, whatever its score', () => {
    const tv = (inches: number, overall: number) =>
      offer(`Acme ${inches}" TV`, 10 * inches, { category: 'TVs', overall });
    const offers = [tv(75, 95), tv(32, 50), tv(43, 60)];
    expect(names(offers, { query: 'tv for a small bedroom' })).toEqual([
      'Acme 43" TV',
      'Acme 32" TV',
    ]);
    expect(names(offers, { query: 'tv for a large lounge' })).toEqual(['Acme 75" TV']);
  });

  test('ranks no product that is the only one', () => {
    const { summary, priceRange } = advise(
      [offer('Sony headphones', 89)],
      { query: 'red headphones', budgetCents: cents(5_000) },
      { isLoose: true },
    );
    expect(summary).toBe(
      'No exact match for “red headphones”; this is the closest we found. It is Sony headphones, $89.00 at Lyrebird Audio. It exceeds your budget of $50.00.',
    );
    expect(priceRange.note).toBe('The price of the only product, at its cheapest shop.');
  });

  test('does not call a match loose because of a budget in the query', () => {
    const { summary } = advise([offer('Sony headphones', 89)], {
      query: 'headphones under $100',
      budgetCents: cents(10_000),
    });
    expect(summary).toMatch(/^We found one product for “headphones under \$100”, at 1 shop\./);
  });

  test('states the price range of the middle half, so that one outlier does not stretch it', () => {
    const prices = [125, 300, 400, 500, 4_117];
    const { priceRange } = advise(prices.map((price) => offer(`P${price}`, price)));
    expect(priceRange).toMatchObject({ min: 300, max: 500 });
    expect(priceRange.note).toContain('all of them run from $125.00 to $4,117.00');
  });

  test('recommends nothing that cannot be bought', () => {
    const advice = advise([offer('A', 100, { availability: 'sold_out' })]);
    expect(advice.topPicks).toEqual([]);
    expect(advice.summary).toBe(
      'There is nothing to recommend for “headphones” right now. We left out 1 offer that cannot be bought right now.',
    );
  });

  test('includes offers without stated stock, and says so', () => {
    const advice = advise([offer('A', 100, { availability: 'unknown' })]);
    expect(advice.topPicks).toHaveLength(1);
    expect(advice.reasoning).toContain('For 1 price of 1 the shop does not state its stock.');
  });

  test('leaves out offers not seen recently, and counts them apart from unavailable ones', () => {
    const unseen = offer('A', 100, { availability: 'unknown', canBuy: false });
    const soldOut = offer('B', 90, { availability: 'sold_out' });
    expect(advise([unseen, soldOut]).summary).toMatch(
      /^There is nothing to recommend for “headphones” right now\. We left out 1 offer that cannot/,
    );
    expect(advise([unseen, soldOut, offer('C', 80)]).reasoning).toEqual(
      expect.arrayContaining([
        'We left out 1 offer that cannot be bought right now.',
        'We left out 1 offer that we have not seen for two weeks.',
      ]),
    );
  });

  test('recommends the thing only, whatever the score of others', () => {
    const tea = ['A', 'B', 'C'].map((name) => offer(name, 5, { isTheThing: true }));
    const coffee = offer('Coffee', 9, { overall: 99 });
    expect(names([coffee, ...tea], { query: 'tea' })).toEqual(['A', 'B', 'C']);
    expect(names([coffee, ...tea.slice(1)], { query: 'tea' })).toEqual(['B', 'C']);
    expect(names([coffee, ...tea.slice(2)], { query: 'tea' })).toEqual(['C']);
    expect(advise([coffee, ...tea], { query: 'tea' }).reasoning.join()).not.toContain('accessor');
  });

  test('puts a lone thing before what no name tells apart, and leaves out other goods', () => {
    const offers = [
      offer('Weber Baby Q Gas Barbecue', 469, { isTheThing: true, category: 'Garden' }),
      offer('Barbecue Sauce 500mL', 2.89, { overall: 95, category: 'Garden' }),
      offer('Acme 4000', 399, { overall: 95, category: 'Garden' }),
    ];
    for (const query of ['barbecue', 'cheap barbecue'])
      expect(names(offers, { query })).toEqual(['Weber Baby Q Gas Barbecue', 'Acme 4000']);
  });

  test('keeps goods whose model is called Baby', () => {
    const offers = [
      'Weber Baby Q Gas Barbecue',
      'Ziggy Gas Barbecue',
      'Weber Kids Gas Barbecue',
    ].map((name) => offer(name, 400, { isTheThing: true, category: 'Garden' }));
    expect(names(offers, { query: 'barbecue' })).toEqual([
      'Weber Baby Q Gas Barbecue',
      'Ziggy Gas Barbecue',
    ]);
  });

  test('suggests the nearest query where no offer is known', () => {
    const evidence = evidenceOf('fishing', [], {}, { isLoose: true });
    const summary = (nearest: string | null) =>
      adviceFor('find', [evidence], nearest).advice.summary;
    expect(summary('camping')).toContain('Try “camping”.');
    expect(summary(null)).toContain('Try fewer or more general words.');
  });

  test('prefers the category that the query names', () => {
    const offers = [
      offer('Desk with headphones hook', 90, { category: 'Furniture', overall: 99 }),
      offer('Sony Headphones', 300),
    ];
    expect(names(offers)).toEqual(['Sony Headphones']);
    expect(names(offers, { category: 'furniture' })).toEqual(['Desk with headphones hook']);
  });

  test('says when the chosen category is empty or not all terms match', () => {
    const advice = advise([offer('Sony WH', 300)], { query: 'pink sony', category: 'Books' });
    expect(advice.summary).toContain('No exact match for “pink sony”');
    expect(advice.reasoning).toContain('None of them is in Books, so other categories are shown.');
  });

  test('says so where no pack names whom it is for', () => {
    const formula = [1, 2, 3].map((stage) =>
      offer(`Acme Infant Formula Stage ${stage}`, 20, { category: 'Baby', isTheThing: true }),
    );
    const query = 'baby formula for reflux';
    expect(advise(formula, { query }).summary).toMatch(/^No exact match for “baby formula for/);
    const suited = offer('Acme Reflux Infant Formula', 30, { category: 'Baby', isTheThing: true });
    expect(advise([...formula, suited], { query }).summary).toMatch(/^We found one product for/);
  });

  test.each(['telly for the lounge', '65 inch tv', 'tv under $2,000'])(
    '"%s" fits a television as shops write it',
    (query) => {
      const { summary } = advise([offer('Acme 65" LED TV', 900, { category: 'TVs' })], { query });
      expect(summary).toContain('We found one product for');
    },
  );
});

describe('why the first pick is first', () => {
  const scored = (...overall: number[]) =>
    overall.map((each, nth) =>
      offer(`P${nth}`, 100 - nth, { overall: each, ratingAverage: 3 + nth / 5, ratingCount: 90 }),
    );
  const reasonOf = (offers: SmartOffer[]) => advise(offers).topPicks[0]?.reason;

  test.each([
    [[90, 80, 70], 'as its AI score is higher than that of P1.'],
    [[80, 80.9, 70], 'as match and AI score together put it before P1.'],
    [[80, 80.4, 70], 'as match and AI score together put it before P1.'],
  ])('of the AI scores %j', (scores, reason) => {
    expect(reasonOf(scored(...scores))).toContain(`It comes first ${reason}`);
  });

  test('where a better one costs much more', () => {
    const offers = [offer('Dear', 900, { overall: 99 }), offer('B', 90), offer('C', 80)];
    expect(reasonOf(offers)).toContain(
      'as Dear costs more than 1.5 times the middle price of what suits you.',
    );
  });

  test('needs no word where no other pick is cheaper, rated or scored higher', () => {
    expect(reasonOf([offer('A', 80, { overall: 90 }), offer('B', 90)])).not.toContain('first');
  });
});

test('packs are compared by their contents, machines by their price', () => {
  const rolesOf = (category: string, ...names: [string, number][]) =>
    advise(
      names.map(([name, price]) => offer(name, price, { category })),
      { query: 'cheapest' },
    ).topPicks.map(({ role }) => role);
  expect(rolesOf('Cleaning', ['Acme Detergent 1 kg', 5], ['Acme Detergent 4 kg', 12])).toEqual([
    'Good value',
    'Lowest price',
  ]);
  expect(rolesOf('Fridges', ['Acme Fridge 90 L', 300], ['Acme Fridge 400 L', 500])).toEqual([
    'Good value',
    undefined,
  ]);
});

test('a stated size is a need, and so is a word that describes the thing', () => {
  const fridge = (name: string) => offer(name, 300, { category: 'Home Appliances' });
  const offers = [fridge('Acme Fridge 90L'), fridge('Acme Fridge 44L'), fridge('Acme Fridge')];
  const picks = (query: string) => advise(offers, { query }).topPicks;
  expect(picks('45 litre fridge').map(({ name }) => name)).toEqual([
    'Acme Fridge 44L',
    'Acme Fridge',
  ]);
  expect(picks('fridge at least 80 l')[0]?.name).toBe('Acme Fridge 90L');
  const { summary, topPicks } = advise(offers, { query: 'black fridge' });
  expect(summary).toContain('Their shops do not state black: check before you buy.');
  expect(topPicks[0]?.reason).not.toContain('black');
});

test('a word is stated as a whole, in any number', () => {
  const headset = (name: string) => offer(name, 90);
  const offers = [headset('Acme Headphones Black'), headset('Acme BlackBird Headphones Green')];
  const [first, second] = advise(offers, { query: 'black headphones' }).topPicks;
  expect(first?.reason).toContain('It meets what you need: black.');
  expect(second?.reason).toContain('do not state black');
});

test('a need without a rule is what packs state', () => {
  const nappies = ['Acme Nappies Size 2 Infant', 'Acme Nappies Size 4 Toddler'].map((name) =>
    offer(name, 20, { category: 'Baby', isTheThing: true }),
  );
  expect(names(nappies, { query: 'nappies for a toddler' })).toEqual([
    'Acme Nappies Size 4 Toddler',
  ]);
});

test('a gas heater is not portable', () => {
  const offers = ['Acme 3kW Gas Heater', 'Acme 2.4kW Column Heater'].map((name) =>
    offer(name, 300, { category: 'Home Appliances', isTheThing: true }),
  );
  expect(names(offers, { query: 'portable heater for a 20 m2 room' })).toEqual([
    'Acme 2.4kW Column Heater',
  ]);
});

test('an edition is another model: its shops do not state “ultra”', () => {
  const watch = (name: string) => offer(name, 479, { brand: 'Apple', category: 'Smart Watches' });
  const asked = { asked: 'apple watch ultra', thing: 'apple watch' };
  const beside = (name: string) =>
    advise([watch(name), watch('Apple Watch SE')], { query: 'apple watch ultra' }, asked);
  expect(beside('Apple Watch Series 11').summary).toContain('do not state ultra');
  const [ultra, other] = beside('Apple Watch Ultra 3').topPicks;
  expect(ultra?.reason).toContain('It meets what you need: ultra.');
  expect(other?.reason).toContain('Its shops do not state ultra');
});

test.each([
  [4.7, 'Very happy: 4.7 out of 5 (1,230 ratings at shops).'],
  [4.2, 'Mostly happy'],
  [3.1, 'Mixed'],
  [2.1, 'Often disappointed'],
])('buyers who give %d stars', (ratingAverage, said) => {
  const { topPicks } = advise([offer('A', 100, { ratingAverage, ratingCount: 1230 })]);
  expect(topPicks[0]?.userSentiment).toContain(said);
});

describe('tips', () => {
  const laptop = (memory: string) => ({ name: `Acer Laptop i5/${memory}/512GB`, facts: {} });
  const sixteen = /^Sixteen gigabytes/;

  test('are those of the product type, without prices', () => {
    const vacuum = buyingTipsFor('vacuum', []);
    expect(vacuum.length).toBeGreaterThanOrEqual(3);
    expect(vacuum.join(' ')).not.toMatch(/water rating|old appliance|\$/i);
    expect(buyingTipsFor('washing machine', []).join(' ')).toContain('Water Rating');
    expect(buyingTipsFor('barbecue', []).join(' ')).not.toMatch(/mower|cordless/i);
  });

  test('are shown only where all picks pass them', () => {
    const shown = (...memories: string[]) => buyingTipsFor('laptop', memories.map(laptop));
    expect(shown('16GB', '32GB')[0]).toMatch(sixteen);
    expect(shown('16GB', '8GB').join(' ')).not.toMatch(/gigabytes of memory/);
    expect(shown().join(' ')).not.toMatch(sixteen);
  });
});

test.each(['__proto__', 'constructor', 'toString'])(
  'answers general tips for the category %s',
  (name) => {
    expect(buyingTipsFor(name, [])).toEqual(buyingTipsFor('Anything else', []));
  },
);
