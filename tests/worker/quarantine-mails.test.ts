import { raw } from '@mikro-orm/postgresql';
import { afterEach, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { openShops } from '../support/crawl-world.ts';
import { createUser } from '../support/factory.ts';
import type { ShopProduct, ShopServer } from '../support/shop-server.ts';

interface Shop {
  server: ShopServer | undefined;
  retailer: RetailerRow;
}

let world: Awaited<ReturnType<typeof openShops>>;
let clockMs = Date.now();

/** Opens shops with three products each, crawls them, and adds operators. */
async function openSaneShops(count: number): Promise<Shop[]> {
  clockMs = Date.now();
  const stocks = Array.from({ length: count }, (_, index) => [`shop-${index}`, stock(1)] as const);
  world = await openShops(Object.fromEntries(stocks), () => new Date(clockMs));
  for (const [name, role, emailVerified] of [
    ['kylie', 'operator', true],
    ['bruce', 'operator', true],
    ['unproven', 'operator', false],
    ['shopper', 'user', true],
  ] as const)
    await createUser(world.em(), { email: `${name}@example.com`, name, role, emailVerified });
  const retailers = Object.values(await world.addRetailers());
  const shops = retailers.map((retailer) => ({ server: world.shops[retailer.slug], retailer }));
  await Promise.all(shops.map(crawl));
  return shops;
}

afterEach(() => world.close());

function stock(factor: number): Record<string, ShopProduct> {
  return Object.fromEntries(
    [0, 1, 2].map((index) => [
      `thing-${100_000 + index}`,
      { name: `Acme Thing Number ${100 + index}`, price: ((20 + index) * factor).toFixed(2) },
    ]),
  );
}

/** Multiplies the shop's prices by `factor` and crawls it. */
async function reprice(shop: Shop, factor: number): Promise<void> {
  for (const [id, product] of Object.entries(stock(factor))) shop.server?.products.set(id, product);
  await crawl(shop);
}

async function crawl({ retailer }: Shop): Promise<void> {
  clockMs += 60 * 60_000;
  await world.crawl(retailer.id);
}

async function probe(shop: Shop): Promise<void> {
  const open = await openQuarantine(world.em(), shop.retailer.id);
  await probeNow(world.em(), open?.runId ?? '');
  await crawl(shop);
}

const isQuarantined = async ({ retailer }: Shop) =>
  (await openQuarantine(world.em(), retailer.id)) !== null;

async function mails(recipient = '%') {
  const rows = await world
    .em()
    .find(
      Mail,
      { kind: 'quarantine', recipient: { $like: recipient } },
      { orderBy: { sendAfter: 'asc', recipient: 'asc' } },
    );
  return rows.map((mail) => ({ ...mail, isDue: mail.sendAfter <= new Date() }));
}

const subjects = async () => (await mails('kylie%')).map(({ subject }) => subject);

test('a quarantine sends one mail to each operator with a verified address; its end sends none', async () => {
  const [shop] = await openSaneShops(1);
  if (!shop) throw new Error('no shop was opened');
  await reprice(shop, 10);
  expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['bruce@example.com', 'shop-0: new prices are held back'],
    ['kylie@example.com', 'shop-0: new prices are held back'],
  ]);
  const [mail] = await mails();
  expect(mail?.isDue).toBe(true);
  expect(mail?.text).toMatch(
    /quarantined since \d+ \w+ \d{4}.*Sydney time\).*more than three times/s,
  );
  expect(mail?.text).toContain('3 of the newest 3 readings');
  expect(mail?.text).toContain('last good prices');
  expect(mail?.text).toContain(`${world.config.siteUrl}/admin/quarantine`);
  await crawl(shop);
  await probe(shop);
  await reprice(shop, 1);
  await probe(shop);
  expect(await isQuarantined(shop)).toBe(false);
  await crawl(shop);
  expect(await mails()).toHaveLength(2);
});

test('the webhook gets the same note as an operator', async () => {
  const [shop] = await openSaneShops(1);
  if (!shop) throw new Error('no shop was opened');
  world.services.letterhead.hasWebhook = true;
  await reprice(shop, 10);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([
    'bruce@example.com',
    'kylie@example.com',
    'webhook',
  ]);
});

test.each([
  ['mail', 'quarantine'],
  ['held_page', 'mail'],
])('when %s cannot be written there is no %s either', async (table) => {
  const [shop] = await openSaneShops(1);
  if (!shop) throw new Error('no shop was opened');
  await world.em().execute(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no row for now'; end $$;
     create trigger refuse before insert on ${table} for each row execute function refuse()`,
  );
  // The third page raises suspicion.
  await expect(reprice(shop, 10)).rejects.toThrow('no row for now');
  expect(await isQuarantined(shop)).toBe(false);
  expect(await mails()).toEqual([]);
  await world.em().execute(`drop trigger refuse on ${table}`);
  await crawl(shop);
  expect(await isQuarantined(shop)).toBe(true);
  expect(await mails()).toHaveLength(2);
});

test('when many shops fail at once an operator gets three mails, and one that counts the rest', async () => {
  const shops = await openSaneShops(7);
  const [late, later, ...atOnce] = shops;
  if (!late || !later) throw new Error('too few shops were opened');
  await Promise.all(atOnce.map((shop) => reprice(shop, 10)));
  expect(await subjects()).toEqual([
    ...Array(3).fill(expect.stringMatching(/^shop-\d: new prices are held back$/)),
    '2 more shops: new prices are held back',
  ]);
  await reprice(late, 10);
  const summary = (await mails('kylie%')).at(-1);
  expect(summary).toMatchObject({ isDue: false, subject: expect.stringMatching(/^3 more shops/) });
  expect(summary?.text).toMatch(/besides those in the earlier mails: shop-0, shop-\d, shop-\d\./);
  // After that mail is sent, no other follows on the same day.
  await world.em().nativeUpdate(Mail, { key: { $like: 'quarantines:%' } }, { state: 'sent' });
  await reprice(later, 10);
  expect(await subjects()).toHaveLength(4);
  expect((await subjects()).at(-1)).toMatch(/^3 more shops/);
  // The next day starts a new count.
  await world
    .em()
    .nativeUpdate(Mail, {}, { createdAt: raw<string>(`created_at - interval '25 hours'`) });
  await reprice(later, 1);
  await probe(later);
  await reprice(later, 10);
  expect(await subjects()).toHaveLength(5);
  expect(await mails()).toHaveLength(10);
});
