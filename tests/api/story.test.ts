/*
 * One shopper's story from end to end, with the real API, worker consumers, queue and shop over HTTP: register, search,
 * save, set an alert, the price falls, the worker notices, the mail waits in the outbox, unsubscribe, delete the account.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { Mail } from '#db/entities/mail.ts';
import { Page } from '#db/entities/page.ts';
import { Search } from '#db/entities/search.ts';
import { Favorite, SearchHistory } from '#db/entities/shopper.ts';
import { Session, User } from '#db/entities/user.ts';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import type { Consumers } from '#worker/queues/start-consumers.ts';
import { startWorker } from '#worker/start-worker.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import { limitMs } from '../support/limits.ts';
import { mailsTo } from '../support/person.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const KETTLE = { name: 'Breville Smart Kettle', brand: 'Breville' };
let world: ShopWorld;
let queues: Queues;
let worker: Consumers;
let api: TestApi;

beforeAll(async () => {
  world = await openShopWorld({ 'kettle-100001': { ...KETTLE, price: '149.00' } });
  api = await openTestApi(world.databaseUrl);
  queues = await openQueues({ databaseUrl: world.databaseUrl, redisUrl: null });
  worker = await startWorker({
    config: api.services.config,
    orm: world.services.orm,
    queues,
    crawl: world.services,
    log: world.services.log,
  });
});

afterAll(async () => {
  await worker.close();
  await queues.close();
  await api.close();
  await world.close();
});

async function until<T>(ask: () => Promise<T | null | undefined>): Promise<T> {
  const endAt = Date.now() + limitMs(40_000);
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > endAt) throw new Error('did not happen in time');
    await wait(100);
  }
}

async function search(token: string): Promise<SearchProduct | undefined> {
  const answer = await api.call('POST', '/search/ai-search', { body: { query: 'kettle' }, token });
  return (answer.body['data'] as { products: SearchProduct[] }).products[0];
}

/** Follows the link in a mail's text and presses the button of its page, as a browser does. */
async function follow(text: string, pattern: RegExp): Promise<number> {
  const url = new URL(pattern.exec(text)?.[0] ?? 'http://no-link.example/');
  const answer = await api.api(new Request(url, { method: 'POST' }), {
    remoteAddress: '203.0.113.8',
  });
  return answer.status;
}

test(
  'from the first search to the last trace',
  async () => {
    const email = 'kylie@example.com';
    const registered = await api.call('POST', '/auth/register', {
      body: { email, password: 'gum-tree-77', name: 'Kylie' },
    });
    const { token, user } = registered.body['data'] as { token: string; user: { id: string } };

    // The worker has found the shop by itself, and a search finds its price.
    const found = await until(() => search(token));
    expect(found.currentPrice).toBe(149);

    const saved = await api.call('POST', '/favorites', {
      token,
      body: { productSnapshot: { ...found } },
    });
    expect(saved.status).toBe(201);

    const alert = await api.call('POST', '/alerts', {
      token,
      body: { productId: found._id, targetPrice: 129 },
    });
    expect(alert.body).toMatchObject({ data: { state: 'unconfirmed' } });
    const [confirmation] = await until(async () => {
      const mails = await mailsTo(world.em(), email, { kind: 'confirmation' });
      return mails.length > 0 ? mails : null;
    });
    expect(await follow(confirmation?.text ?? '', /\S+\/api\/alerts\/confirm\?token=\S+/)).toBe(
      200,
    );

    // The price falls, the page falls due, the worker notices.
    world.shop.products.set('kettle-100001', { ...KETTLE, price: '119.00' });
    await world.em().nativeUpdate(Page, {}, { nextCheckAt: new Date() });
    const [told] = await until(async () => {
      const mails = await mailsTo(world.em(), email, { kind: 'alert' });
      return mails.length > 0 ? mails : null;
    });
    expect(`${told?.subject} ${told?.text}`).toContain('$119');
    const favorites = await api.call('GET', '/favorites', { token });
    expect(favorites.body).toMatchObject({
      data: { stats: { total: 1, priceDropped: 1 }, favorites: [{ priceChangePercent: -20.13 }] },
    });

    expect(await follow(told?.text ?? '', /\S+\/api\/alerts\/unsubscribe\?token=\S+/)).toBe(200);
    expect((await api.call('GET', '/alerts', { token })).body).toMatchObject({ data: [] });

    const proof = { token, body: { currentPassword: 'gum-tree-77' } };
    expect((await api.call('DELETE', '/auth/account', proof)).status).toBe(200);
    const em = world.em();
    const mine = { user: user.id };
    const left = [
      await em.count(User, { id: user.id }),
      ...[
        await em.count(Session, mine),
        await em.count(Favorite, mine),
        await em.count(Alert, mine),
      ],
      ...[await em.count(SearchHistory, mine), await em.count(Search, mine)],
      await em.count(Mail, { recipient: email }),
    ];
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
  },
  limitMs(120_000),
);
