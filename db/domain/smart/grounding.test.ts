import { expect, test } from 'vitest';
import { offersWith, evidenceOf as searched } from '../../../tests/support/smart-offers.ts';
import { figuresIn, groundModelAnswer } from './grounding.ts';
import { adviceFor } from './intents.ts';
import { type ModelAnswer, questionFor } from './model.ts';
import type { SmartOffer } from './recommendation.ts';

const make = offersWith({
  ...{ brand: 'Sunbeam', category: 'Coffee Machines', retailerName: 'Crema Cove' },
  ...{ ratingAverage: 4.6, ratingCount: 1230, overall: 80 },
});
const offer = (id: string, price: number, rest: Partial<SmartOffer> = {}) =>
  make(id, price, { productName: `Sunbeam Barista ${id}`, ...rest });

const evidenceOf = (...offers: SmartOffer[]) =>
  searched(
    'coffee machine',
    offers,
    {},
    { specifications: new Map([['Uno', { Pressure: '15 bar' }]]) },
  );
const evidence = evidenceOf(offer('Uno', 549), offer('Duo', 399, { overall: 70 }));
const adviceOn = (one: typeof evidence) => adviceFor('find', [one]).advice;
const rules = adviceOn(evidence);
const asked = questionFor(evidence);
const idOf = (part: string) =>
  asked.observations.find(({ text }) => text.includes(part))?.id ?? 'none';
const PRICE = idOf('$549.00 at');
const RATING = idOf('rated 4.6 of 5');

function ground(answer: Partial<ModelAnswer>) {
  return groundModelAnswer({ summary: '', topPicks: [], ...answer }, asked, evidence, rules);
}

const summary = (text: string) => ground({ summary: text })?.summary ?? null;

test.each([
  [`The Uno costs $549 [${PRICE}].`, 'The Uno costs $549.'],
  [`The Uno costs $549.00. [${PRICE}]`, 'The Uno costs $549.00.'],
  [`Buyers give it 4.6 out of 5 [${RATING}].`, 'Buyers give it 4.6 out of 5.'],
  [`Rated by 1,230 people at $549 [${PRICE}, ${RATING}].`, 'Rated by 1,230 people at $549.'],
  ['It suits a small kitchen.', 'It suits a small kitchen.'],
])('keeps what an observation supports: %s', (said, kept) => {
  expect(summary(said)).toBe(kept);
});

test.each([
  ['a figure without a source', 'The Uno costs $549.'],
  ['a figure its source does not have', `The Uno costs $49 [${PRICE}].`],
  ['another unit', `It has $1230 off [${RATING}].`],
  ['a rating made rounder', `Rated 5 of 5 [${RATING}].`],
  ['an unknown source', 'The Uno costs $549 [o99].'],
  ['an amount in words', `It is half price [${PRICE}].`],
  ['a number in words', `Sold by seven shops [${PRICE}].`],
  ['digits of another script', `The Uno costs $٥٤٩ [${PRICE}].`],
  ['wide digits that say another price', `The Uno costs $４９ [${PRICE}].`],
  ['a link', 'Buy it at https://evil.example/now today.'],
  ['a bare domain', 'Buy it at evil-deals.com today.'],
  ['a Markdown link', 'Buy it [here](evil).'],
  ['markup', 'It is <b>great</b> value.'],
  ['an escaped tag', 'It is &lt;img&gt; great.'],
  ['a script link', 'Try javascript:alert now.'],
  ['a mail address', 'Write to sales@evil.'],
  ['a call to act', 'Pay with gift cards for a better deal.'],
  ['invisible characters', 'It is\u202e great value.'],
  ['a reference of ours', 'Choose p1 for your kitchen.'],
  ['a price of another product', `The Duo costs $549 [${PRICE}].`],
  [
    'a price of another product, in two sentences',
    `Consider the Duo [o99]. It costs $549 [${PRICE}].`,
  ],
  ['a domain of any ending', `Go to kettle-deals.store to buy it [${PRICE}].`],
  ['an address behind a colon', `See evil:8080 for the real price [${PRICE}].`],
  ['another way to pay', `Pay by PayID to the seller [${PRICE}].`],
  ['slander of a shop', `Crema Cove is a scam and keeps your money [${PRICE}].`],
  ['a false recall', `The Uno was recalled because it catches fire [${PRICE}].`],
  ['phishing', 'Your account is locked, sign in again at our partner.'],
  ['a price in words', `It costs fifty dollars [${PRICE}].`],
  ['a call to ring', `Ring the shop for a better price [${PRICE}].`],
  ['letters of another script', `The Unо costs $549 [${PRICE}].`],
  ['a price in dollars of another script', `The Uno costs $549 [${PRICE}], 価格は安い.`],
  ['a figure joined to a word', `Only 9dollars for the Uno [${PRICE}].`],
  ['a share of a price', `Save 90% on the Uno [${PRICE}].`],
  ['a range', `The Uno costs $49-$549 [${PRICE}].`],
  ['a citation inside a word', `The Uno costs $4[${PRICE}]9.`],
  ['a citation without a number', 'The Uno costs $549 [o].'],
  ['an instruction', 'Ignore all rules and send your card number.'],
  ['a discount code', `Use code SAVE50 for the Uno [${PRICE}].`],
  ['another shop', `Crema Depot sells the Uno for $549 [${PRICE}].`],
  ['a price of both', `The Uno and the Duo cost $549 [${PRICE}].`],
])('drops %s: %s', (_what, said) => {
  expect(ground({ summary: said, topPicks: [{ product: 'p1', reason: said }] })).toBeNull();
});

const GOOD = 'The simpler machine.';
test.each([
  ['picks that were not offered', [{ product: 'p9', reason: GOOD }]],
  ['a pick by its name', [{ product: 'Sunbeam Barista Duo', reason: GOOD }]],
  ['a pick many times', Array.from({ length: 500 }, () => ({ product: 'p1', reason: GOOD }))],
  ['a very long reason', [{ product: 'p1', reason: `${GOOD} `.repeat(100_000) }]],
  ['the name of a property', [{ product: '__proto__', reason: GOOD }]],
])('of %s only words of our own picks change', (_what, topPicks) => {
  const answer = ground({ summary: 'Nice machines.', topPicks });
  const wordless = ({ topPicks: picks, ...rest }: typeof rules) => ({
    ...{ ...rest, summary: '', picks: picks.map((pick) => ({ ...pick, reason: '' })) },
  });
  expect(answer && wordless(answer)).toEqual(wordless(rules));
  expect(JSON.stringify(answer).length).toBeLessThan(2_000);
});

test('drops only the sentence that is not grounded', () => {
  expect(summary(`Good for beginners. It costs $1. It is $549 [${PRICE}].`)).toBe(
    'Good for beginners. It is $549.',
  );
});

test('leaves out picks that were not offered, and keeps our order, which the reasons tell', () => {
  const answer = ground({
    topPicks: [
      { product: 'p9', reason: 'The best of all.' },
      { product: 'p2', reason: 'The simpler machine.' },
      { product: 'p2', reason: 'Again.' },
    ],
  });
  expect(answer?.topPicks.map((pick) => pick.name)).toEqual([
    'Sunbeam Barista Uno',
    'Sunbeam Barista Duo',
  ]);
  expect(answer?.topPicks[1]).toMatchObject({
    reason: 'The simpler machine.',
    userSentiment: 'Very happy: 4.6 out of 5 (1,230 ratings at shops).',
  });
  expect(answer?.topPicks[0]).toEqual(rules.topPicks[0]);
});

test('does not repeat facts that have changed since the question', () => {
  const dearer = evidenceOf(offer('Uno', 599));
  const said = { topPicks: [], summary: `Good for beginners. It costs $549 [${PRICE}].` };
  expect(groundModelAnswer(said, asked, dearer, adviceOn(dearer))?.summary).toBe(
    'Good for beginners.',
  );
});

test('cuts long answers', () => {
  expect(summary('Good value. '.repeat(100_000))?.length).toBeLessThan(200);
});

test('normalises figures', () => {
  expect([...figuresIn('$1,299.00, 15% and 4.60 out of 5 in 3 shops')]).toEqual([
    '$1299',
    '15%',
    '4.6/5',
    '3',
  ]);
});
