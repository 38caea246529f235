/* Limits on the number of rows hold however many calls come at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PricePass } from '#db/entities/alert.ts';
import { Ask } from '#db/entities/ask.ts';
import { Offer } from '#db/entities/offer.ts';
import { ApiKey } from '#db/entities/user.ts';
import { addApiKey } from '#db/queries/accounts/api-keys.ts';
import { findOrAddAsk } from '#db/queries/asks/asks.ts';
import { addPasses, MOST_PASSES } from '#db/queries/price-pass/passes.ts';
import { cents } from '#domain/money.ts';
import { figure } from '../../support/figure.ts';
import { addProduct, addShops } from '../../support/landing-rows.ts';
import { register } from '../../support/person.ts';
import { openEmptyApi, type TestApi } from '../../support/test-api.ts';

const AT_ONCE = 50;
let api: TestApi;
let user: string;

beforeAll(async () => {
  api = await openEmptyApi();
  user = (await register(api)).id;
});
afterAll(() => api.close());

const em = () => api.services.em();
const atOnce = (work: (nth: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => work(nth)));

test('API keys', async () => {
  const most = 10;
  await atOnce(() => addApiKey(em(), user, 'script', most));
  const kept = await em().count(ApiKey, { user });
  figure(`API keys: ${kept} of ${most}`);
  expect(kept).toBe(most);
});

test('price passes', async () => {
  await addShops(em(), ['kite']);
  const offers = [{ shop: 'kite', price: 350 }];
  const product = await addProduct(em(), { name: 'Pura Milk 2L', category: 'Groceries' }, offers);
  const { id: offerId } = await em().findOneOrFail(Offer, { product });
  const bought = { offerId, paidCents: cents(400), boughtAt: new Date(), endsAt: new Date() };
  await atOnce(() =>
    addPasses(
      em(),
      user,
      Array.from({ length: 10 }, () => bought),
    ),
  );
  const kept = await em().count(PricePass, { user });
  figure(`price passes: ${kept} of ${MOST_PASSES}`);
  expect(kept).toBe(MOST_PASSES);
});

test('questions to the model', async () => {
  const callsADay = 5;
  const breaker = { failures: 5, restMs: 60_000, answerWithinMs: 60_000 };
  await atOnce((nth) =>
    findOrAddAsk(em(), { kind: 'test', key: `question-${nth}`, input: {} }, { callsADay, breaker }),
  );
  const kept = await em().count(Ask, { kind: 'test' });
  figure(`questions: ${kept} of ${callsADay}`);
  expect(kept).toBe(callsADay);
});
