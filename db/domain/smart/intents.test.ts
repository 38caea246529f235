import { expect, test } from 'vitest';
import { evidenceOf, offersWith } from '../../../tests/support/smart-offers.ts';
import { toCents } from '../money.ts';
import { adviceFor } from './intents.ts';
import { readQuestion } from './question.ts';
import type { SmartOffer } from './recommendation.ts';

const offer = offersWith({ isTheThing: true });

/** The answer to a question whose searches find these offers. */
function answer(query: string, found: Record<string, SmartOffer[]>) {
  const { intent, maxDollars } = readQuestion(query);
  const budgetCents = maxDollars === null || intent === 'worth-it' ? null : toCents(maxDollars);
  const searched = Object.entries(found).map(([thing, offers]) =>
    evidenceOf(query, offers, { budgetCents }, { thing, asked: thing }),
  );
  return adviceFor(intent, searched);
}

test('a purpose has one pick of each type, and says of which it has none', () => {
  const { advice, evidence } = answer('something for a sore throat', {
    'throat lozenge': [offer('Acme Throat Lozenges', 5)],
    honey: [offer('Acme Honey', 6), offer('Acme Honey', 7, { retailerName: 'Quokka Savers' })],
    lemon: [],
  });
  expect(advice.topPicks.map(({ name, role }) => [name, role])).toEqual([
    ['Acme Throat Lozenges', 'Throat lozenge'],
    ['Acme Honey', 'Honey'],
  ]);
  expect(advice.summary).toContain('We found nothing to recommend for: lemon.');
  // All counts of an answer are of these.
  expect(evidence.products.flatMap(({ offers }) => offers)).toHaveLength(3);
});

test('a set stays within its budget: the cheapest of each, and what goes beyond is named', () => {
  const { summary, topPicks } = answer('kitchen essentials for $100 total', {
    kettle: [offer('Acme Kettle', 90, { overall: 95 }), offer('Bolt Kettle', 30)],
    toaster: [offer('Acme Toaster', 40)],
    microwave: [offer('Acme Microwave', 80)],
  }).advice;
  expect(topPicks.map(({ name }) => name)).toEqual(['Bolt Kettle', 'Acme Toaster']);
  expect(summary).toContain('Together they cost $70.00, within your $100.00');
  expect(summary).toContain('Beyond your budget: microwave.');
});

test.each([
  ['is $80 for the acme kettle a good price', /^Yes: \$80\.00 is \$10\.00 below the lowest/],
  ['is $99 for the acme kettle a good price', /^No: \$99\.00 is \$9\.00 above the lowest/],
])('a price that a shopper was asked is no limit: “%s”', (query, verdict) => {
  const kettle = offer('Acme Kettle', 90, { brand: 'Acme' });
  expect(answer(query, { 'acme kettle': [kettle] }).advice.summary).toMatch(verdict);
});

test('a special is told of its product, and no order of another intent', () => {
  const rhythm = 'Half price about every 4 weeks at Gumnut Grocer.';
  const low = { word: 'buy' as const, text: 'Its lowest in a year.' };
  const { advice } = answer('when is coffee on special', {
    coffee: [
      offer('Acme Coffee', 20, { overall: 90, ratingAverage: 4.9, ratingCount: 90 }),
      offer('Bolt Coffee', 30, { buyVerdict: low, rhythm }),
    ],
  });
  expect(advice.summary).toContain(`Bolt Coffee: ${rhythm}`);
  expect(advice.topPicks.map(({ name, role }) => [name, role])).toEqual([
    ['Bolt Coffee', 'Below its usual price'],
    ['Acme Coffee', undefined],
  ]);
  expect(JSON.stringify(advice.topPicks)).not.toContain('comes first');
});

test('a size is no model: the time to buy is told of the kind', () => {
  const tvs = [
    offer('Acme 65" TV', 900, { category: 'TVs' }),
    offer('Bolt 65" TV', 990, { category: 'TVs' }),
  ];
  const { summary } = answer('is now a good time to buy a 65 inch tv', {
    '65 inch tv': tvs,
  }).advice;
  expect(summary).toMatch(/^An ordinary time: of 2 products/);
});

test('where most of a kind cost more than usual, better wait', () => {
  const wait = { word: 'wait' as const, text: 'It costs more than usual.' };
  const coffee = ['Acme', 'Bolt', 'Crux'].map((name, nth) =>
    offer(`${name} Coffee`, 20, nth > 0 ? { buyVerdict: wait } : {}),
  );
  const { summary } = answer('is it a good time to buy coffee', { coffee }).advice;
  expect(summary).toMatch(/^Better wait: of 3 products/);
});

test('what is worth it is not called good value beside goods that beat it', () => {
  const { summary, topPicks } = answer('is the acme kettle worth it', {
    'acme kettle': [offer('Acme Kettle', 90, { brand: 'Acme', ratingAverage: 3, ratingCount: 90 })],
    kettle: [offer('Bolt Kettle', 80, { ratingAverage: 4.8, ratingCount: 90 })],
  }).advice;
  expect(summary).toMatch(/^Hard to say yes/);
  expect(topPicks[0]?.role).toBe('What you asked about');
});

test('the machine with the most energy stars is cheapest to run, and the reason says so', () => {
  const fridge = (name: string, price: number, overall: number) =>
    offer(name, price, { category: 'Home Appliances', overall });
  const { advice } = answer('which fridge is cheapest to run', {
    fridge: [fridge('Acme Fridge', 500, 90), fridge('Bolt Fridge 4 star', 900, 40)],
  });
  expect(advice.summary).toContain('costs least to run of those that state it: 4 stars');
  expect(advice.topPicks[0]?.reason).toContain('as it has more energy stars than Acme Fridge');
});

test('two sides of different size say so', () => {
  const { summary } = answer('acme tablets vs bolt tablets', {
    'acme tablets': [offer('Acme Tablets 16 pack', 5)],
    'bolt tablets': [offer('Bolt Tablets 48 pack', 13)],
  }).advice;
  expect(summary).toContain('They differ in size: 16 pack and 48 pack.');
});

test('a console is compared with a console, not with a game for it', () => {
  const { summary } = answer('acme box or bolt box', {
    'acme box': [offer('Acme Box Console', 500)],
    'bolt box': [offer('Bolt Box Racing Game', 70), offer('Bolt Box Console', 450)],
  }).advice;
  expect(summary).toMatch(/^Bolt Box Console costs \$50\.00 less/);
});

test('gifts are of several kinds', () => {
  const { topPicks } = answer('secret santa under $30', {
    'any gift': [
      ...[offer('Acme Candle', 20), offer('Bolt Candle', 21), offer('Crux Candle', 22)],
      offer('Dash Board Game', 25),
    ],
  }).advice;
  expect(topPicks.map(({ name }) => name)).toContain('Dash Board Game');
});

test('work is no goods', () => {
  const { advice, evidence } = answer('can you fix my kettle', { kettle: [offer('Kettle', 30)] });
  expect(advice).toMatchObject({ summary: expect.stringContaining('Work, hire'), topPicks: [] });
  expect(evidence.products).toEqual([]);
});

test('accessories alone are called so', () => {
  const { summary } = answer('is the acme mixer worth it', {
    'acme mixer': [offer('Acme Mixer Cover', 40)],
  }).advice;
  expect(summary).toMatch(/^We found only accessories for “acme mixer”\./);
});

test('what no shop states of the thing is told', () => {
  const { summary } = answer('phone with big buttons', {
    'phone with big buttons': [offer('Acme Phone', 90), offer('Bolt Phone', 80)],
  }).advice;
  expect(summary).toContain('No shop states “big buttons”: check before you buy.');
});

test('of the sides of a comparison, the cheapest of one size are compared, of no edition', () => {
  const { topPicks } = answer('acme box vs bolt box', {
    'acme box': [
      offer('Acme Box Pro Console', 800),
      offer('Acme Box Console White', 520),
      offer('Acme Box Console', 500),
      offer('Acme Box Console 2L', 410),
    ],
    'bolt box': [offer('Bolt Box Console', 450)],
  }).advice;
  expect(topPicks.map(({ name }) => name)).toEqual(['Acme Box Console', 'Bolt Box Console']);
});

test('packs of different sizes are compared by their contents, too', () => {
  const { summary, comparison } = answer('acme tablets vs bolt tablets', {
    'acme tablets': [offer('Acme Tablets 16 pack', 8)],
    'bolt tablets': [offer('Bolt Tablets 48 pack', 12)],
  }).advice;
  expect(summary).toContain('Bolt Tablets 48 pack costs less apiece.');
  expect(comparison?.rows[1]).toEqual({ label: 'Price apiece', values: ['$0.50', '$0.25'] });
});

test('what is worth it stands beside the best that costs much less', () => {
  const { topPicks } = answer('is the acme kettle worth it', {
    'acme kettle': [offer('Acme Kettle', 100, { brand: 'Acme' })],
    kettle: [offer('Bolt Kettle', 95), offer('Crux Kettle', 90), offer('Dash Kettle', 40)],
  }).advice;
  expect(topPicks.map(({ name }) => name)).toEqual(['Acme Kettle', 'Bolt Kettle', 'Dash Kettle']);
});

test('goods of another model number are only the closest', () => {
  const { summary } = answer('laptop with a 5070', {
    'laptop with a 5070': [offer('Acme Laptop RTX 4060', 900), offer('Bolt Laptop RTX 4050', 800)],
  }).advice;
  expect(summary).toMatch(/^No exact match .* No shop states “5070”: check before you buy\./);
});
