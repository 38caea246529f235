import { expect, test, vi } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { HeldPage, RefusedOffer } from '#db/entities/run.ts';
import { listRefused } from '#db/queries/operators/refused-view.ts';
import { runCli } from '#worker/cli/commands.ts';
import { anyRow } from '../support/factory.ts';
import { hourlyShop } from '../support/hourly-shop.ts';
import type { ShopProduct } from '../support/shop-server.ts';

const START = Date.parse('2026-11-21T00:00:00Z');
const own = hourlyShop(START);

type Thing = { name: string; price?: number; currency?: string; category?: string };

let version = 0;

/** A shop's JSON answer that lists these products. */
function list(...things: Thing[]): ShopProduct {
  version += 1;
  const products = things.map((thing) => ({
    currency: 'AUD',
    ...thing,
    url: `/thing/${thing.name.replaceAll(' ', '-')}`,
  }));
  return { name: 'All we have', price: `${version}`, body: JSON.stringify({ products }) };
}

async function refused() {
  const all = { slug: null, reason: null };
  const { rows } = await listRefused(own.world.em(), all, { limit: 100, offset: 0 });
  return rows
    .map(({ name, reason, price, currency, lastPriceCents, ceilingCents, times }) => ({
      name,
      reason,
      read: `${price} ${currency}`,
      lastPriceCents,
      ceilingCents,
      times,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const kettle = (price: number): Thing => ({ name: 'Acme Kettle', price });

test('stores each refused offer with what was read and the limit it was judged by', async () => {
  own.world.shop.products.set('list-1', list(kettle(20)));
  await own.crawl();
  own.world.shop.products.set(
    'list-1',
    list(
      { name: 'Acme Toaster', price: 30, currency: 'USD' },
      { name: 'Acme Phone', price: 20_000.01, category: 'Mobile Phones' },
      kettle(7.99),
    ),
  );
  await own.crawl();
  const nothing = { lastPriceCents: null, ceilingCents: null, times: 1 };
  expect(await refused()).toEqual([
    {
      ...nothing,
      name: 'Acme Kettle',
      reason: 'price-doubted',
      read: '7.99 AUD',
      lastPriceCents: 2_000,
    },
    {
      ...nothing,
      name: 'Acme Phone',
      reason: 'price-implausible',
      read: '20000.01 AUD',
      ceilingCents: 2_000_000,
    },
    { ...nothing, name: 'Acme Toaster', reason: 'currency-not-aud', read: '30 USD' },
  ]);
});

test('deletes a refused offer once it is accepted, also after a 304', async () => {
  const toaster = { name: 'Acme Toaster', price: 30, currency: 'USD' };
  own.world.shop.products.set('list-1', list(kettle(20), toaster));
  await own.crawl();
  own.world.shop.products.set('list-1', list(kettle(21), { ...toaster, price: 31 }));
  await own.crawl();
  expect(await refused()).toMatchObject([{ name: 'Acme Toaster', read: '31 USD', times: 2 }]);
  await own.crawl();
  expect(await refused()).toMatchObject([{ name: 'Acme Toaster', times: 2 }]);
  own.world.shop.products.set('list-1', list(kettle(20), { ...toaster, currency: 'AUD' }));
  await own.crawl();
  expect(await own.world.em().count(RefusedOffer)).toBe(0);
});

test('deletes a refused offer that another page states correctly', async () => {
  own.world.shop.products.set('list-1', list({ ...kettle(20), currency: 'USD' }));
  await own.crawl();
  own.world.shop.products.set('list-2', list(kettle(20)));
  await own.crawl();
  expect(await refused()).toEqual([]);
});

test('a page that fails or states nothing keeps its refused offers', async () => {
  own.world.shop.products.set('list-1', list({ ...kettle(20), currency: 'USD' }));
  await own.crawl();
  own.world.shop.products.delete('list-1');
  await own.crawl();
  own.world.shop.products.set('list-1', { name: '', price: '0', body: '<p>Just a moment</p>' });
  await own.crawl();
  expect(await refused()).toMatchObject([{ name: 'Acme Kettle' }]);
});

test('a page without a refusal costs no extra query', async () => {
  own.world.shop.products.set('list-1', list(kettle(20)));
  await own.crawl();
  own.world.shop.products.set('list-1', list(kettle(21)));
  await own.world.em().execute('drop table refused_offer');
  await own.crawl();
  expect((await anyRow(own.world.em(), Offer)).priceCents).toBe(2_100);
});

test('stores what is refused during a quarantine, and deletes nothing', async () => {
  const things = (factor: number, ...more: Thing[]) =>
    list(
      ...[1, 2, 3, 4].map((nth) => ({ name: `Acme Thing ${nth}`, price: 20 * nth * factor })),
      ...more,
    );
  const toaster = { name: 'Acme Toaster', price: 30, currency: 'USD' };
  own.world.shop.products.set('list-1', things(1, toaster));
  await own.crawl();
  own.world.shop.products.set('list-1', things(10, { ...kettle(20), currency: 'USD' }));
  await own.crawl();
  expect(await own.world.em().count(HeldPage)).toBe(1);
  expect(await refused()).toMatchObject([{ name: 'Acme Kettle' }, { name: 'Acme Toaster' }]);
});

test('the command lists all refused offers, or those of one retailer and reason', async () => {
  vi.stubEnv('DATABASE_URL', own.world.databaseUrl);
  const said = async (...args: string[]) => {
    const lines: string[] = [];
    expect(await runCli(['refused', ...args], (line) => lines.push(line))).toBe(0);
    return lines.join('\n');
  };
  try {
    expect(await said()).toBe('No offer is refused.');
    own.world.shop.products.set(
      'list-1',
      list(kettle(20), { name: 'Acme Book', currency: 'USD', price: 9 }),
    );
    await own.crawl();
    own.world.shop.products.set('list-1', list(kettle(7.99)));
    await own.crawl();
    const all = await said();
    expect(all).toMatch(/^test-shop +price-doubted +1$/m);
    expect(all).toContain(
      `2026-11-21 12:00  test-shop  price-doubted  $7.99 (last price $20.00)
  Acme Kettle  ${own.world.shop.origin}/thing/Acme-Kettle  on ${own.world.shop.origin}/product/list-1`,
    );
    expect(await said('test-shop', '--reason', 'no-price')).toBe('No offer is refused.');
    await expect(said('no-shop')).rejects.toThrow("no retailer 'no-shop'");
    await expect(said('--reason', 'taste')).rejects.toThrow('price-doubted');
  } finally {
    vi.unstubAllEnvs();
  }
});
