import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { Ask } from '#db/entities/ask.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { logger } from '#db/runtime/log.ts';
import { JOBS } from '#domain/jobs.ts';
import type { smartRecommendation } from '#site/api/responses/smart-recommendation.ts';
import { answerQuestion } from '#worker/ask/answer-ask.ts';
import { type Consumers, startConsumers } from '#worker/queues/start-consumers.ts';
import { answerSchema } from '../support/api-calls.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { type FakeModel, type ModelRequest, startFakeModel } from '../support/fake-model.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

type Answer = z.infer<typeof smartRecommendation>;

const PATH = '/recommend/smart-recommend';
let world: ApiWorld;
let rules: TestApi;
let smart: TestApi;
let model: FakeModel;
let worker: Consumers;

beforeAll(async () => {
  const uno = { name: 'Sunbeam Uno Coffee Machine', brand: 'Sunbeam', gtin: '9312345678907' };
  world = await openApiWorld(
    {
      'm-100001': { ...uno, price: '599.00' },
      'm-100002': { name: 'Breville Duo Coffee Machine', brand: 'Breville', price: '899.00' },
      'c-100003': { name: 'Coffee Machine Water Filter', brand: 'Acme', price: '12.00' },
    },
    { 'm-200001': { ...uno, price: '549.00' } },
  );
  model = await startFakeModel();
  rules = world.api;
  smart = await openTestApi(world.databaseUrl, {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'test-model',
  });
  const { config, queues } = smart.services;
  worker = await startConsumers(
    queues,
    { ask: JOBS.ask },
    { ask: ({ askId }) => answerQuestion(world.em(), config.openai, logger('test'), askId) },
    { concurrency: 1 },
  );
});

beforeEach(async () => {
  await world.em().nativeDelete(Ask, {});
  await world.em().nativeDelete(RateLimit, {});
  model.requests.length = 0;
  model.delayMs = 0;
});

afterAll(async () => {
  // First, so that the worker does not wait for an answer that a test delayed.
  await model.close();
  await worker.close();
  await smart.close();
  await world.close();
});

async function ask(api: TestApi, body: Record<string, unknown>): Promise<Answer> {
  const answer = await api.call('POST', PATH, { body });
  expect(answer.status).toBe(200);
  return answerSchema(`POST ${PATH}`).parse(answer.body) as Answer;
}

describe('by rules', () => {
  test('says what the nearest costs where only the limit leaves nothing', async () => {
    const { aiRecommendation, budget } = await ask(rules, { query: 'coffee machine under $100' });
    expect(budget).toBe(100);
    expect(aiRecommendation.summary).toContain(
      'None of them fits your budget of $100.00; the nearest costs $549.00.',
    );
  });

  test('sends nobody to a shop whose every offer is above the budget', async () => {
    const { retailerLinks } = await ask(rules, { query: 'coffee machine', userBudget: 560 });
    expect(retailerLinks).toMatchObject([
      { name: 'shop-1', strengths: expect.arrayContaining(['1 matching offer, $549.00']) },
    ]);
  });

  test('answers the specified fields from observed offers', async () => {
    const answer = await ask(rules, { query: 'coffee machine', userBudget: null, category: null });
    expect(answer).toMatchObject({
      success: true,
      query: 'coffee machine',
      category: 'Coffee Machines',
    });
    const { topPicks, priceRange, summary, buyingTips, reasoning } = answer.aiRecommendation;
    const uno = topPicks.find((pick) => pick.name === 'Sunbeam Uno Coffee Machine');
    expect(uno?.reason).toContain('At shop-1, the lowest of 2 shops.');
    expect(uno?.userSentiment).toContain('Not enough ratings');
    expect(uno?.product).toMatchObject({
      price: 549,
      retailer: 'shop-1',
      buyVerdict: { word: 'not-enough-history' },
      path: expect.stringMatching(/^\/products\/sunbeam-uno/),
    });
    // The reason has said it.
    expect(uno?.product?.buyVerdict?.text).not.toContain('lowest of');
    expect(priceRange).toMatchObject({ min: 549, max: 899 });
    expect(topPicks.length).toBe(2);
    expect(summary).toMatch(/^We compared \d products for “coffee machine” at 2 shops\./);
    expect(buyingTips.length).toBeGreaterThanOrEqual(3);
    // One set for all counts of the page.
    expect(answer.dataSource).toContain('3 prices read from 2 shops');
    expect(reasoning.join(' ')).not.toContain('We read');
    expect(JSON.stringify(answer)).not.toContain('Water Filter');
    expect(answer.retailerLinks.map((link) => link.name).sort()).toEqual(['shop-0', 'shop-1']);
    expect(answer.dataSource).toContain('by fixed rules, without an AI model');
    expect(answer.disclaimer).toContain('check them at the shop');
  });

  test('recommends an accessory where one is asked for', async () => {
    const { aiRecommendation } = await ask(rules, { query: 'coffee machine water filter' });
    expect(aiRecommendation.topPicks.map(({ name }) => name)).toEqual([
      'Acme Coffee Machine Water Filter',
    ]);
  });

  test('a demo shop’s logo is a link that works', async () => {
    const become = (kind: 'demo' | 'real', website = '') =>
      world.em().nativeUpdate(Retailer, { slug: 'shop-0' }, { kind, website });
    await become('demo', 'http://gumnut-grocer.demo-shops.localhost/');
    const { retailerLinks } = await ask(rules, { query: 'coffee machine' });
    await become('real', world.world.shops['shop-0']?.origin);
    expect(retailerLinks.find(({ id }) => id === 'shop-0')?.logo).toBe(
      '/demo-shops/gumnut-grocer/logo.svg',
    );
  });

  test('says when nothing is found', async () => {
    const answer = await ask(rules, { query: 'zzyzx quux' });
    expect(answer.aiRecommendation).toMatchObject({
      topPicks: [],
      priceRange: { min: 0, max: 0, note: 'We have no current price to go by.' },
      reasoning: [],
    });
    expect(answer.aiRecommendation.summary).toContain(
      'No shop we compare sells anything that matches.',
    );
    expect(answer.retailerLinks).toEqual([]);
  });

  test('counts as a search and enters the history of a signed-in shopper', async () => {
    const account = { email: 'k@example.com', password: 'gum-tree-77', name: 'K' };
    const registered = await rules.call('POST', '/auth/register', { body: account });
    const { token } = registered.body['data'] as { token: string };
    await rules.call('POST', PATH, { body: { query: 'coffee machine' }, token });
    const history = await rules.call('GET', '/user/search-history', { token });
    expect(history.body['data']).toMatchObject([{ query: 'coffee machine', resultsCount: 2 }]);
  });

  test.each([
    [{ query: ' ' }],
    [{ query: 'x'.repeat(201) }],
    [{ query: 'tea', userBudget: -1 }],
    [{ query: 'tea', userBudget: 'lots' }],
    [{ query: 'tea', category: 'x'.repeat(101) }],
    [{}],
  ])('refuses %j', async (body) => {
    const answer = await rules.call('POST', PATH, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'invalid-input' });
  });
});

/** The question as the model reads it. */
function questionOf(request: ModelRequest) {
  return JSON.parse(request.messages[1]?.content ?? '') as {
    products: { ref: string; name: string }[];
    observations: { id: string; text: string }[];
  };
}

function sayAbout(words: (uno: { ref: string; price: string }) => Record<string, unknown>) {
  model.reply = (request) => {
    const { products, observations } = questionOf(request);
    const ref = products.find(({ name }) => name.includes('Uno'))?.ref ?? '';
    const price = observations.find(({ text }) => text.includes('$549.00 at'))?.id ?? '';
    const empty = { summary: '', topPicks: [] };
    return { content: JSON.stringify({ ...empty, ...words({ ref, price }) }) };
  };
}

describe('in kind', () => {
  test('a comparison shows two products side by side', async () => {
    const { aiRecommendation: advice } = await ask(rules, { query: 'Sunbeam Uno vs Breville Duo' });
    expect(advice.intent).toBe('compare');
    expect(advice.comparison?.names).toEqual([
      'Sunbeam Uno Coffee Machine',
      'Breville Duo Coffee Machine',
    ]);
    expect(advice.comparison?.rows[0]).toEqual({
      label: 'Price now',
      values: ['$549.00 at shop-1', '$899.00 at shop-0'],
    });
    expect(advice.summary).toContain('Sunbeam Uno Coffee Machine costs $350.00 less');
    expect(advice.priceRange.note).toBe('Their prices stand side by side below.');
  });

  test.each([
    ['is now a good time to buy a sunbeam uno', 'good-time', /^We cannot tell yet: Sunbeam Uno/],
    [
      'is the breville duo worth it',
      'worth-it',
      /: Breville Duo Coffee Machine, \$899\.00 at shop-0/,
    ],
    [
      'anything like the breville duo but cheaper',
      'alternative',
      /By other makers 1 product of its kind costs less. Our first choice is Sunbeam Uno/,
    ],
    [
      'alternative to the sunbeam uno',
      'alternative',
      /none of its kind that costs less. Our first choice is Breville Duo/,
    ],
  ])('“%s”', async (query, intent, summary) => {
    const { aiRecommendation: advice } = await ask(rules, { query });
    expect(advice.intent).toBe(intent);
    expect(advice.summary).toMatch(summary);
  });

  test('goods that search finds are never said to be sold nowhere', async () => {
    const query = 'hi all, my wife wants some kind of quux coffee machine, thanks heaps';
    const { aiRecommendation: advice } = await ask(rules, { query });
    expect(advice.summary).not.toContain('No shop');
    expect(advice.topPicks.length).toBe(2);
  });
});

describe('with a model', () => {
  test("uses the model's words only when an observation supports them, and asks once a day", async () => {
    sayAbout(({ ref, price }) => ({
      summary: `The Uno is $549 [${price}]. It is 90% off.`,
      topPicks: [{ product: ref, reason: `Yours for $549.00 [${price}].` }],
    }));
    const first = await ask(smart, { query: 'coffee machine' });
    expect(first.aiRecommendation.summary).toBe('The Uno is $549.');
    expect(first.aiRecommendation.topPicks[0]).toMatchObject({
      name: 'Sunbeam Uno Coffee Machine',
      reason: 'Yours for $549.00.',
    });
    expect(first.dataSource).toContain('Worded by the AI model test-model');
    expect(await ask(smart, { query: '  Coffee MACHINE ' })).toMatchObject({
      aiRecommendation: { summary: 'The Uno is $549.' },
    });
    expect(model.requests.length).toBe(1);
  });

  test("a hostile model's words do not reach the shopper", async () => {
    const evil =
      'Buy at https://evil.example now. <script>alert(1)</script> Only $1. See evil.com.';
    sayAbout(() => ({
      summary: evil,
      topPicks: [
        { product: '01900000-0000-7000-8000-000000000000', reason: 'Great choice.' },
        { product: 'p99', reason: evil },
      ],
      buyingTips: [evil, 'Pay with gift cards.'],
    }));
    const answer = await ask(smart, { query: 'coffee machine' });
    expect(JSON.stringify(answer)).not.toMatch(/evil\.|<script|\$1\.|gift card|01900000/);
    expect(answer.aiRecommendation.topPicks.length).toBeGreaterThan(0);
    expect(answer.dataSource).toContain('no usable answer, so the advice is by fixed rules');
  });

  test.each<[string, FakeModel['reply']]>([
    ['does not keep to the schema', () => ({ content: '{"summary":[]}' })],
    ['fails', () => ({ status: 500 })],
  ])('one that %s is replaced by rules, and the answer says so', async (_what, reply) => {
    model.reply = reply;
    const answer = await ask(smart, { query: 'coffee machine' });
    expect(answer.dataSource).toContain('gave no usable answer');
    expect(answer.aiRecommendation.summary).toContain('We compared');
  });

  test('does not wait for a slow model beyond the limit', async () => {
    model.delayMs = 30_000;
    model.answered = 0;
    const answer = await ask(smart, { query: 'coffee machine' });
    expect(model.answered).toBe(0);
    expect(answer.dataSource).toContain('did not answer in time');
  });

  test('stops asking a failing model; rules read and answer at once', async () => {
    const failed = { input: {}, state: 'failed' as const, answeredAt: new Date() };
    for (const kind of ['smart-recommendation', 'smart-question'])
      for (let nth = 0; nth < 5; nth += 1)
        await world.em().insert(Ask, { ...failed, kind, key: `${kind} ${nth}` });
    const answer = await ask(smart, { query: 'zzyzx. my flatmate thinks of a coffee machine' });
    expect(answer.dataSource).toContain('not available right now');
    expect(answer.aiRecommendation.topPicks.length).toBe(2);
    expect(model.requests).toEqual([]);
    expect(await world.em().count(Ask, { state: 'waiting' })).toBe(0);
  });

  test('asks it to read a question that the grammar does not know, but for no advice without any offer', async () => {
    model.reply = () => ({ content: '{}' });
    await ask(smart, { query: 'zzyzx quux' });
    const schemas = model.requests.map(({ response_format: format }) => format?.json_schema?.name);
    expect(new Set(schemas)).toEqual(new Set(['reading']));
  });

  test('searches for what it reads, as far as the question says so', async () => {
    const reading = {
      ...{ intent: 'find', needs: [], minDollars: null, maxDollars: 3, excluded: ['breville'] },
      ...{ things: ['coffee machine', 'cheap viagra'], isCheapest: false },
    };
    model.reply = ({ response_format: format }) =>
      format?.json_schema?.name === 'reading'
        ? { content: JSON.stringify(reading) }
        : { status: 500 };
    const query = 'zzyzx. my flatmate and i quux, so we think of a coffee machine';
    const { aiRecommendation } = await ask(smart, { query });
    expect(aiRecommendation.topPicks.map(({ name }) => name).sort()).toEqual([
      'Breville Duo Coffee Machine',
      'Sunbeam Uno Coffee Machine',
    ]);
    expect(aiRecommendation.summary).not.toContain('budget');
  });
});
