/* A member's channel for alerts, and the feed of their favourites. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AlertChannel } from '#db/entities/alert.ts';
import { Mail } from '#db/entities/mail.ts';
import { Offer } from '#db/entities/offer.ts';
import { createOffer, createProduct, createRetailer } from '../support/factory.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let site: TestApi;
let token: string;
let stranger: string;

beforeAll(async () => {
  site = await openEmptyApi();
  const join = async (email: string) => {
    const body = { email, password: 'gum-tree-77', name: 'Kylie' };
    const answer = await site.call('POST', '/auth/register', { body });
    return (answer.body['data'] as { token: string }).token;
  };
  token = await join('kylie@example.com');
  stranger = await join('stranger@example.com');
});
afterAll(() => site.close());

const em = () => site.services.em();
const URL_OF_HOOK = 'https://discord.example/api/webhooks/1/secret';
const channel = async (as = token) => (await site.call('GET', '/user/channel', { token: as })).body;
const choose = (url: string, name = 'discord') =>
  site.call('PUT', '/user/channel', { token, body: { channel: name, url } });

test('a channel is set, tried by a note, shown without its secret, and removed', async () => {
  expect(await channel()).toMatchObject({ data: null });
  expect((await choose(URL_OF_HOOK)).status).toBe(200);
  const seen = await channel();
  expect(seen).toMatchObject({
    data: {
      channel: 'discord',
      host: 'discord.example',
      lastNote: { state: 'waiting', error: null },
    },
  });
  expect(JSON.stringify(seen)).not.toContain('secret');
  const [row] = await em().findAll(AlertChannel);
  expect(row?.address).not.toContain('discord');
  expect(await em().count(Mail, { kind: 'channel' })).toBe(1);
  expect(await channel(stranger)).toMatchObject({ data: null });
  const remove = () => site.call('DELETE', '/user/channel', { token });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
});

test.each(['http://discord.example/hook', 'javascript:alert(1)', 'https://a:b@discord.example'])(
  '%s is no channel',
  async (url) => {
    const { status, body } = await choose(url);
    expect([status, body['field']]).toEqual([400, 'url']);
  },
);

test('the feed shows the favourites to whoever knows its address, until it is ended or renewed', async () => {
  const retailer = (await createRetailer(em(), { name: 'Kettle & Hut' })).id;
  const product = (await createProduct(em(), { name: 'Kettle <1 L>' })).id;
  const offer = await createOffer(em(), { retailer, product, priceCents: 4_900 });
  const body = { productUrl: offer.url };
  expect((await site.call('POST', '/favorites', { token, body })).status).toBe(201);
  const make = async () =>
    ((await site.call('POST', '/user/favorites-feed', { token })).body['data'] as { url: string })
      .url;
  const read = async (url: string) => {
    const answer = await site.api(new Request(url), { remoteAddress: '203.0.113.9' });
    const { status, headers } = answer;
    return { status, type: headers.get('content-type'), text: await answer.text() };
  };
  const url = await make();
  expect((await site.call('GET', '/user/favorites-feed', { token })).body['data']).toEqual({ url });
  const { status, type, text } = await read(url);
  expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(text).toContain('<title>Kettle &lt;1 L&gt;: $49.00</title>');
  expect(text).toContain('$49.00 at Kettle &amp; Hut, saved at $49.00.');
  const idOf = (feed: string) => /<entry><id>([^<]+)</.exec(feed)?.[1];
  await em().nativeUpdate(Offer, { id: offer.id }, { priceCents: 3_900 });
  expect(idOf((await read(url)).text)).not.toBe(idOf(text));

  const other = await make();
  expect([(await read(url)).status, (await read(other)).status]).toEqual([404, 200]);
  expect((await read(`${other}x`)).status).toBe(400);
  expect((await site.call('DELETE', '/user/favorites-feed', { token })).status).toBe(200);
  expect((await read(other)).status).toBe(404);
});

test('the export names both, without their secrets; they go with the account', async () => {
  await choose(URL_OF_HOOK);
  await site.call('POST', '/user/favorites-feed', { token });
  const { body } = await site.call('GET', '/auth/export', { token });
  expect(body['data']).toMatchObject({
    alertChannel: [{ channel: 'discord' }],
    favoritesFeed: [{}],
  });
  expect(JSON.stringify(body)).not.toContain('discord.example');
  const password = { currentPassword: 'gum-tree-77' };
  expect((await site.call('DELETE', '/auth/account', { token, body: password })).status).toBe(200);
  expect(await em().count(AlertChannel)).toBe(0);
  expect(await em().count(Mail, { kind: 'channel' })).toBe(0);
});
