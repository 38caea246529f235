import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { Offer } from '#db/entities/offer.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { User } from '#db/entities/user.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import { type KettleApi, openKettleApi } from '../support/api-world.ts';
import { createOffer, createRetailer } from '../support/factory.ts';
import { mailsTo, type Person, register } from '../support/person.ts';
import type { TestApi } from '../support/test-api.ts';

let world: KettleApi;
let api: TestApi;
let offer: { id: string; url: string; productId: string };
let people = 0;

beforeAll(async () => {
  world = await openKettleApi();
  ({ api, offer } = world);
});

afterAll(() => world.close());

beforeEach(() => world.em().nativeDelete(RateLimit, {}));

async function person(): Promise<Person> {
  people += 1;
  return register(api);
}

async function setAlert({ token }: Person, body: Record<string, unknown> = {}) {
  const answer = await api.call('POST', '/alerts', {
    token,
    body: { productId: offer.productId, ...body },
  });
  return { status: answer.status, ...(answer.body['data'] as { id: string; state: string }) };
}

/** Agrees to the newest confirmation that was mailed to an address. */
async function confirm(email: string) {
  const [mail] = (await mailsTo(world.em(), email, { key: { $like: 'confirm-address:%' } })).slice(
    -1,
  );
  const path = /\/api(\/alerts\/confirm\?token=\S+)/.exec(mail?.text ?? '')?.[1];
  if (!path) throw new Error(`no confirmation was mailed to ${email}`);
  expect((await api.call('POST', path)).status).toBe(200);
}

async function stateOf(id: string) {
  return (await world.em().findOne(Alert, { id }))?.state;
}

describe('an address that confirmed', () => {
  test("is confirmed for one person; other people's alerts to it wait", async () => {
    const [one, other] = [await person(), await person()];
    const email = `shared-${people}@example.com`;
    const theirs = await setAlert(other, { email });
    const mine = await setAlert(one, { email });
    await confirm(email);
    expect(await stateOf(mine.id)).toBe('watching');
    expect(await stateOf(theirs.id)).toBe('unconfirmed');
    expect((await setAlert(one, { email })).state).toBe('watching');
    expect((await setAlert(other, { email })).state).toBe('unconfirmed');
  });

  test("is a verified account's own address, for that account only", async () => {
    const [one, other] = [await person(), await person()];
    expect((await setAlert(one)).state).toBe('unconfirmed');
    await world.em().nativeUpdate(User, { id: one.id }, { emailVerified: true });
    expect((await setAlert(one)).state).toBe('watching');
    expect((await setAlert(other, { email: one.email })).state).toBe('unconfirmed');
  });
});

describe('a target', () => {
  test('may be 0 but not negative', async () => {
    const one = await person();
    expect((await setAlert(one, { targetPrice: 0 })).status).toBe(201);
    expect((await setAlert(one, { targetPrice: -0.01 })).status).toBe(400);
  });

  test('may be 0 for a favourite too', async () => {
    const { token } = await person();
    const saved = await api.call('POST', '/favorites', { token, body: { productUrl: offer.url } });
    const { _id } = saved.body['data'] as { _id: string };
    const answer = await api.call('PATCH', `/favorites/${_id}/price-alert`, {
      token,
      body: { enabled: true, targetPrice: 0 },
    });
    expect(answer.body).toMatchObject({ data: { priceAlert: { enabled: true, targetPrice: 0 } } });
  });
});

describe('choices', () => {
  test('are stored, a smallest drop in per cent as dollars', async () => {
    const one = await person();
    const smallestDrop = { amount: 10, unit: 'percent' };
    const { status } = await setAlert(one, { smallestDrop, restDays: 7, backInStock: true });
    expect(status).toBe(201);
    const list = await api.call('GET', '/alerts', { token: one.token });
    expect(list.body['data']).toMatchObject([
      { kind: 'any_drop', smallestDrop: 14.9, restDays: 7, backInStock: true },
    ]);
  });

  test('one shop alone, which may cease to list it', async () => {
    const one = await person();
    const em = world.em();
    const { id: retailer } = await createRetailer(em, { name: 'Voltaroo' });
    const shop = { retailer, product: offer.productId };
    const dearer = await createOffer(em, { ...shop, priceCents: 16_000 });
    const wish = { shop: 'Voltaroo', targetPrice: 155 };
    expect((await setAlert(one, { ...wish, shop: 'Nowhere' })).status).toBe(404);
    expect((await setAlert(one, wish)).status).toBe(201);
    const listed = async () =>
      (await api.call('GET', '/alerts', { token: one.token })).body['data'];
    expect(await listed()).toMatchObject([
      { shop: 'Voltaroo', isListed: true, priceWhenSet: 160, bestPrice: 160 },
    ]);
    await em.nativeDelete(Offer, { id: dearer.id });
    expect(await listed()).toMatchObject([
      { shop: 'Voltaroo', isListed: false, bestPrice: null, state: 'unconfirmed' },
    ]);
    expect((await setAlert(one, wish)).status).toBe(404);
    await setAlert(one, { targetPrice: 140 });
    expect(await listed()).toMatchObject([{ shop: null, isListed: true, bestPrice: 149 }]);
  });

  test.each([
    { smallestDrop: { amount: 149, unit: 'dollars' } },
    { smallestDrop: { amount: 0, unit: 'percent' } },
    { restDays: -1 },
    { restDays: 1.5 },
    { backInStock: 'yes' },
  ])('out of range are refused: %j', async (choice) => {
    expect((await setAlert(await person(), choice)).status).toBe(400);
  });
});

describe('a product that is out of stock', () => {
  beforeAll(() => world.em().nativeUpdate(Offer, {}, { availability: 'out_of_stock' }));
  afterAll(() => world.em().nativeUpdate(Offer, {}, { availability: 'in_stock' }));

  test('can be watched from its last price', async () => {
    const one = await person();
    expect((await setAlert(one, { targetPrice: 150 })).status).toBe(400);
    expect((await setAlert(one, { targetPrice: 140 })).status).toBe(201);
    const list = await api.call('GET', '/alerts', { token: one.token });
    expect(list.body['data']).toMatchObject([{ priceWhenSet: 149, bestPrice: null }]);
  });

  test('differs from a product that no shop lists', async () => {
    const productId = '01900000-0000-7000-8000-000000000000';
    expect((await setAlert(await person(), { productId })).status).toBe(404);
  });
});

describe('a favourite', () => {
  test('watches the product: its cheapest shop, verdict and next special', async () => {
    const { token } = await person();
    const em = world.em();
    const retailer = await createRetailer(em, { name: 'Voltaroo' });
    const shop = { retailer: retailer.id, product: offer.productId };
    const cheaper = await createOffer(em, { ...shop, priceCents: 13_500 });
    const saved = await api.call('POST', '/favorites', { token, body: { productUrl: offer.url } });
    expect(saved.body['data']).toMatchObject({
      cheapest: { price: 135, shop: 'Voltaroo' },
      buyVerdict: { word: 'not-enough-history' },
      nextSpecial: null,
      productSnapshot: { currentPrice: 149 },
    });
    await em.nativeDelete(Offer, { id: cheaper.id });
  });

  test.each(['plain', 'snapshot'])('is the variant that is named (%s)', async (shape) => {
    const { token } = await person();
    const em = world.em();
    const { retailer, product, url, priceCents } = await em.findOneOrFail(Offer, { id: offer.id });
    const dearer = await createOffer(em, {
      retailer: retailer.id,
      product: product.id,
      url,
      variant: `red-${shape}`,
      priceCents: priceCents + 5_000,
    });
    const save = (productUrl: string, offerId?: string) => {
      const wanted = { productUrl, ...(offerId && { offerId }) };
      const body = shape === 'plain' ? wanted : { productSnapshot: { ...wanted, name: 'Red' } };
      return api.call('POST', '/favorites', { token, body });
    };
    expect((await save(offer.url, dearer.id)).body).toMatchObject({
      data: { productSnapshot: { currentPrice: 199 } },
    });
    expect((await save(offer.url)).body).toMatchObject({
      data: { productSnapshot: { currentPrice: 149 } },
    });
    expect((await save(`${offer.url}-other`, dearer.id)).status).toBe(404);
  });
});

describe('an account that is deleted', () => {
  test('leaves nothing and deletes nothing of others', async () => {
    const [one, other] = [await person(), await person()];
    const em = world.em();
    // One typed the other's address, and a third one, for alerts.
    const atOther = await setAlert(one, { email: other.email });
    const third = `third-${people}@example.com`;
    await setAlert(one, { email: third });
    await confirm(third);
    await setAlert(other, { email: third });
    await confirm(third);
    await api.call('POST', '/newsletter', { body: { email: one.email } });
    await api.call('POST', '/newsletter', { body: { email: other.email } });
    await api.call('POST', '/auth/forgot-password', { body: { email: one.email } });
    const text = { subject: 'A', text: 'A', html: 'A' };
    await addMail(em, {
      key: `alert:${atOther.id}:${offer.id}:1`,
      kind: 'alert',
      recipient: other.email,
      text,
    });
    const before = await mailsOf(other);
    const currentPassword = one.password;
    const gone = { token: one.token, body: { currentPassword } };
    expect((await api.call('DELETE', '/auth/account', gone)).status).toBe(200);
    expect(await tracesOf([one.id, one.email, atOther.id])).toEqual([]);
    expect(before).toEqual(expect.arrayContaining([`welcome:${other.id}`]));
    expect(await mailsOf(other)).toEqual(before.filter((key) => isOfOther(key, one, atOther.id)));
    expect(await tracesOf([other.email])).toContain('newsletter_subscriber');
    expect((await setAlert(other, { email: third })).state).toBe('watching');
  });
});

const isOfOther = (key: string, one: Person, alertId: string) =>
  !key.includes(one.id) && !key.includes(alertId);

async function mailsOf({ email }: Person): Promise<string[]> {
  return (await mailsTo(world.em(), email)).map(({ key }) => key).toSorted();
}

/** The tables with a row that holds one of these texts anywhere; the counters of limits end by themselves. */
async function tracesOf(texts: string[]): Promise<string[]> {
  const em = world.em();
  const tables = await em.execute<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limit'`,
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const rows = await em.execute(
      `select 1 from "${name}" t where ${texts.map(() => 'strpos(t::text, ?) > 0').join(' or ')} limit 1`,
      texts,
    );
    if (rows.length > 0) traces.push(name);
  }
  return traces;
}
