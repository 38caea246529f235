import { beforeEach, expect, test, vi } from 'vitest';
import { MatchDecision } from '#db/entities/match.ts';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { Feedback } from '#db/entities/shopper.ts';
import {
  keepMatch,
  mergeProducts,
  operator,
  splitOffer,
  undoDecision,
} from '#db/queries/matches/decisions.ts';
import { productPath } from '#domain/public-path.ts';
import { runCli } from '#worker/cli/commands.ts';
import { historyChecksum } from '../support/factory.ts';
import { hourlyShop } from '../support/hourly-shop.ts';

const own = hourlyShop(Date.parse('2026-11-21T00:00:00Z'));
const BY = operator('operator@example.com');
const em = () => own.world.em();

let price = 100;

/** Raises all prices by a dollar, so that no page answers 304, and reads all pages. */
async function crawl(): Promise<void> {
  price += 1;
  for (const [id, product] of own.world.shop.products)
    own.world.shop.products.set(id, { ...product, price: `${price}.00` });
  await own.crawl();
}

/** Which offers share a product: '100001 100002, 100003'. */
async function groups(): Promise<string> {
  const offers = await em().findAll(Offer, { orderBy: { url: 'asc' } });
  const idOf = (url: string) => /\d{6}/.exec(url)?.[0];
  const grouped = Map.groupBy(offers, (offer) => offer.product.id);
  return [...grouped.values()].map((each) => each.map(({ url }) => idOf(url)).join(' ')).join(', ');
}

async function offerOf(id: string) {
  return em().findOneOrFail(Offer, { url: { $like: `%${id}%` } });
}

async function split(id: string) {
  const offer = await offerOf(id);
  return splitOffer(em(), { offerId: offer.id, from: offer.product.id }, BY);
}

beforeEach(async () => {
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: '1.00' };
  own.world.shop.products.set('kettle-100001', kettle);
  own.world.shop.products.set('kettle-100002', kettle);
  own.world.shop.products.set('kettle-100003', { ...kettle, name: 'Breville Clever Kettle' });
  await crawl();
  await crawl();
  expect(await groups()).toBe('100001 100002, 100003');
});

test('a split-off offer stays separate when it is read again, until the split is undone', async () => {
  const history = await historyChecksum(em());
  const { matchMethod, matchConfidence, matchBecause } = await offerOf('100002');
  const decided = await split('100002');
  expect(await groups()).toBe('100001, 100002, 100003');
  expect(await historyChecksum(em())).toBe(history);
  await crawl();
  expect(await groups()).toBe('100001, 100002, 100003');
  const later = await historyChecksum(em());
  await undoDecision(em(), decided?.id ?? '', 'operator@example.com');
  expect(await groups()).toBe('100001 100002, 100003');
  expect(await historyChecksum(em())).toBe(later);
  await crawl();
  expect(await groups()).toBe('100001 100002, 100003');
  expect(await offerOf('100002')).toMatchObject({ matchMethod, matchConfidence, matchBecause });
});

test('a split-off offer does not change the product it left', async () => {
  const offer = await offerOf('100002');
  await split('100002');
  const kettle = own.world.shop.products.get('kettle-100002');
  own.world.shop.products.set('kettle-100002', {
    ...kettle,
    gtin: '9312345678907',
  } as typeof kettle & object);
  await crawl();
  expect(await em().findOneOrFail(Product, offer.product.id)).toMatchObject({ gtin: null });
});

test('a split-off offer stays separate at a new address', async () => {
  await split('100002');
  const { id } = await offerOf('100002');
  const body = own.world.shop.products.get('kettle-100002');
  const moved = `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: body?.name,
    brand: { '@type': 'Brand', name: 'Breville' },
    offers: {
      '@type': 'Offer',
      url: `${own.world.shop.origin}/product/kettle-200002`,
      price: '105.00',
      priceCurrency: 'AUD',
      availability: 'https://schema.org/InStock',
    },
  })}</script>`;
  own.world.shop.products.set('kettle-100002', { name: '', price: '105', body: moved });
  await own.crawl();
  expect(await groups()).toBe('100001, 100003, 200002');
  expect((await offerOf('200002')).id).toBe(id);
});

test('an offer that an operator keeps stays, whatever barcode it states later', async () => {
  const { id: offer, product } = await offerOf('100002');
  await em().insert(Feedback, { kind: 'not-the-same-product', offer });
  const kept = await keepMatch(em(), { offer, product: product.id, into: null }, BY);
  for (const [id, gtin] of [
    ['kettle-100001', '9312345678907'],
    ['kettle-100002', '9300675024235'],
  ] as const) {
    const kettle = own.world.shop.products.get(id);
    own.world.shop.products.set(id, { name: '', price: '', ...kettle, gtin });
    await crawl();
  }
  expect(await groups()).toBe('100001 100002, 100003');
  await undoDecision(em(), kept?.id ?? '', 'operator@example.com');
  await crawl();
  expect(await groups()).toBe('100001, 100002, 100003');
});

test('a merged product stays merged, and new offers by its keys join the survivor', async () => {
  const history = await historyChecksum(em());
  const [from, into] = [(await offerOf('100003')).product.id, (await offerOf('100001')).product.id];
  const decided = await mergeProducts(em(), { from, into }, BY);
  expect(await groups()).toBe('100001 100002 100003');
  expect(await historyChecksum(em())).toBe(history);
  const clever = own.world.shop.products.get('kettle-100003');
  own.world.shop.products.set('kettle-100004', { name: '', price: '', ...clever });
  await crawl();
  await crawl();
  expect(await groups()).toBe('100001 100002 100003 100004');
  const later = await historyChecksum(em());
  await undoDecision(em(), decided?.id ?? '', 'operator@example.com');
  expect(await historyChecksum(em())).toBe(later);
  await crawl();
  expect(await groups()).toBe('100001 100002 100004, 100003');
  expect(await em().count(MatchDecision, { undoneBy: 'operator@example.com' })).toBe(1);
});

test('the commands list, split, merge, keep and undo', async () => {
  vi.stubEnv('DATABASE_URL', own.world.databaseUrl);
  const said = async (...words: string[]) => {
    const lines: string[] = [];
    expect(await runCli(words, (line) => lines.push(line))).toBe(0);
    return lines.join('\n');
  };
  const undo = async (text: string) => {
    const id = /matches:undo (\S+)/.exec(text)?.[1] ?? '';
    expect(await said('matches:undo', id)).toBe('The decision is undone.');
    await expect(said('matches:undo', id)).rejects.toThrow('Nothing changed');
  };
  try {
    const { id, product } = await offerOf('100002');
    const other = (await offerOf('100003')).product.id;
    await em().insert(Feedback, {
      kind: 'not-the-same-product',
      offer: id,
      comment: 'Another size',
    });
    const list = await said('matches');
    expect(list).toContain('Reported by shoppers: 1. Proposed by the daily job: 0.');
    expect(list).toContain('Another size');
    expect(list).toMatch(new RegExp(`cli -- matches:split ${id}\\n.*cli -- matches:keep ${id}`));
    expect(list).not.toContain('Decisions');
    const split = await said('matches:split', id);
    expect(await groups()).toBe('100001, 100002, 100003');
    await undo(split);
    const move = await said('matches:split', id, '--to', other);
    expect(await groups()).toBe('100001, 100002 100003');
    await undo(move);
    const address = `https://priceroo.example${productPath(other, 'Breville Clever Kettle')}`;
    const merge = await said('matches:merge', address, product.id);
    expect(await groups()).toBe('100001 100002 100003');
    await undo(merge);
    expect(await groups()).toBe('100001 100002, 100003');
    await undo(await said('matches:keep', id));
    const decided = await said('matches');
    expect(decided.match(/by command line, undone by command line/g)).toHaveLength(4);
    await expect(said('matches:split', 'kettle')).rejects.toThrow('is not an id');
  } finally {
    vi.unstubAllEnvs();
  }
});
