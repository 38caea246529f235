import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Host } from '#db/entities/host.ts';
import { retailersWithoutPages } from '#db/queries/crawl/pages.ts';
import { allRetailers, enabledRetailers, findRetailer } from '#db/queries/retailers/retailers.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { profileOf, readRealRetailers } from '#db/seed/real-retailers.ts';
import { seedRetailers } from '#db/seed/seed-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { ALL_DEMO_SHOPS, disableRetailer, enableRetailer } from '#worker/cli/retailer.ts';
import { tryPage } from '#worker/cli/retailer-try.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { type ShopServer, startShopServer } from '../support/shop-server.ts';

describe('the profiles', () => {
  const profiles = readRealRetailers();

  test('cover at least 50 shops, each once by slug, name and website, none of them a demo shop', () => {
    expect(profiles.length).toBeGreaterThanOrEqual(50);
    const demo = DEMO_RETAILERS.map(({ slug, name, website }) => ({ slug, name, website }));
    for (const key of ['slug', 'name', 'website'] as const) {
      const values = [...profiles, ...demo].map((profile) => profile[key].toLowerCase());
      expect(new Set(values).size, key).toBe(values.length);
    }
  });

  test('name no shop that has closed', () => {
    const hosts = profiles.map(({ website }) => new URL(website).hostname.replace(/^www\./, ''));
    expect(
      hosts.filter((host) => /^(?:catch|mydeal|godfreys|dicksmith)\.com\.au$/.test(host)),
    ).toEqual([]);
  });

  test('claim no visit that nobody made: what is unchecked says so, and since when', () => {
    for (const { slug, evidence, robots, trustBasis, asOf } of profiles) {
      if (evidence !== 'tried') {
        expect(robots, slug).toBe('not-read');
        expect(trustBasis, slug).toContain('Not measured');
      }
      expect(asOf, slug).toMatch(/^20\d\d-/);
    }
  });

  test('where a price hangs on a store, or on being a member, shoppers are told', () => {
    const told = new Map(profiles.map((profile) => [profile.slug, profileOf(profile).description]));
    for (const slug of ['aldi', 'coles', 'woolworths', 'iga'])
      expect(told.get(slug)).toMatch(/store/);
    expect(told.get('costco')).toMatch(/members/);
    expect(told.get('jb-hi-fi')).not.toMatch(/undefined|store/);
  });

  test('a shop that refuses us is fed, never crawled', () => {
    const refusing = profiles.filter(
      ({ access }) => access === 'refuses' || access === 'feed-only',
    );
    expect(refusing.length).toBeGreaterThan(0);
    for (const retailer of refusing) expect(profileOf(retailer).kind, retailer.slug).toBe('feed');
  });

  test('a faulty file is told by its name and every fault', () => {
    const folder = mkdtempSync(join(tmpdir(), 'profiles-'));
    const [sound] = profiles;
    const discovery = { ...sound?.discovery, listUrls: ['https://elsewhere.example/list'] };
    writeFileSync(join(folder, 'shop.json'), JSON.stringify({ ...sound, slug: 'shop', discovery }));
    writeFileSync(join(folder, 'other.json'), JSON.stringify({ ...sound, paceMs: 1, extra: true }));
    writeFileSync(join(folder, 'broken.json'), '{');
    const message = faultOf(() => readRealRetailers(folder));
    rmSync(folder, { recursive: true });
    expect(message).toMatch(/shop\.json: discovery: https:\/\/elsewhere/);
    expect(message).toMatch(/other\.json: paceMs: at least a second/);
    expect(message).toMatch(/other\.json: file: .*extra/);
    expect(message).toMatch(/broken\.json: /);
  });
});

function faultOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return '';
}

describe('with a database', () => {
  let shop: ShopServer;
  let world: CrawlWorld;
  const seed = (demoRetailers = true) => seedRetailers(world.em(), { demoRetailers });
  const enabledKinds = async () =>
    new Set((await enabledRetailers(world.em())).map(({ kind }) => kind));

  beforeAll(async () => {
    shop = await startShopServer({
      'kettle-100001': { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' },
      'wall-100002': {
        name: '',
        price: '',
        body: '<title>Access Denied</title><h1>Access Denied</h1>',
      },
      'dear-100004': { name: 'Breville Gold Coffee Machine', price: '250000.00' },
      'shell-100003': {
        name: '',
        price: '',
        body: '<title>Shop</title><div id="root"></div><script src="/a.js"></script>',
      },
    });
    world = await openCrawlWorld([shop.origin]);
    await seed();
  });
  afterAll(async () => {
    await world.close();
    await shop.close();
  });

  test('real retailers begin disabled, demo shops enabled', async () => {
    const kinds = Map.groupBy(await allRetailers(world.em()), ({ status }) => status);
    expect(kinds.get('disabled')?.length).toBe(readRealRetailers().length);
    expect(await enabledKinds()).toEqual(new Set(['demo']));
  });

  test('enabling a real one disables all demo shops, also over the next start', async () => {
    await enableRetailer(world.em(), 'jb-hi-fi');
    expect(await enabledKinds()).toEqual(new Set(['real']));
    await seed();
    expect(await enabledKinds()).toEqual(new Set(['real']));
    await expect(enableRetailer(world.em(), 'gumnut-grocer')).rejects.toThrow(OperatorError);
    await expect(enableRetailer(world.em(), ALL_DEMO_SHOPS)).rejects.toThrow(OperatorError);
  });

  test('a fed retailer is never given to the crawl', async () => {
    await enableRetailer(world.em(), 'coles');
    const due = await retailersWithoutPages(world.em());
    const idOf = async (slug: string) => (await findRetailer(world.em(), { slug }))?.id;
    expect(due).toContain(await idOf('jb-hi-fi'));
    expect(due).not.toContain(await idOf('coles'));
  });

  test('demo shops come back once no real retailer is enabled', async () => {
    for (const slug of ['jb-hi-fi', 'coles']) await disableRetailer(world.em(), slug);
    await enableRetailer(world.em(), ALL_DEMO_SHOPS);
    expect(await enabledKinds()).toEqual(new Set(['demo']));
    await expect(enableRetailer(world.em(), 'no-such-shop')).rejects.toThrow(
      "no retailer 'no-such-shop'",
    );
  });

  async function tried(path: string) {
    const lines: string[] = [];
    // The shop has been left alone since the last test for as long as it is polite.
    await world.em().nativeUpdate(Host, {}, { nextFreeAt: new Date() });
    const code = await tryPage(world.em(), world.services.fetcher, shop.origin + path, (line) =>
      lines.push(line),
    );
    return { code, text: lines.join('\n') };
  }

  test('retailer:try shows each field with its source, and a profile', async () => {
    const { code, text } = await tried('/product/kettle-100001');
    expect(code).toBe(0);
    expect(text).toContain('robots.txt: allows this page');
    expect(text).toMatch(/price +149\.00 +json-ld/);
    expect(text).toMatch(/brand +Breville +json-ld/);
    const profile = JSON.parse(text.slice(text.indexOf('\n{')));
    expect(profile).toMatchObject({
      access: 'plain-http',
      evidence: 'tried',
      website: `${shop.origin}/`,
    });
  });

  test.each([
    ['/product/wall-100002', /Refused: blocked/, 'refuses'],
    ['/product/shell-100003', /A browser seems needed/, 'needs-browser'],
  ])('retailer:try %s says what is wrong', async (path, said, access) => {
    const { code, text } = await tried(path);
    expect(code).toBe(1);
    expect(text).toMatch(said);
    expect(text).toContain(`"access": "${access}"`);
  });

  test('retailer:try refuses what a crawl would, and says what it was held against', async () => {
    const { code, text } = await tried('/product/dear-100004');
    expect(code).toBe(1);
    expect(text).toContain(
      'Refused: price-implausible, its price is beyond what its category costs: $250,000.00 (at most $100,000.00)',
    );
  });

  test('retailer:try does not take a wrong address for a shop that refuses', async () => {
    const lines: string[] = [];
    const { fetcher } = world.services;
    await tryPage(world.em(), fetcher, 'http://localhost:1/p', (line) => lines.push(line));
    expect(lines.join('\n')).toMatch(/robots.txt: not read.*Only addresses of the public web/s);
    expect(lines.join('\n')).not.toContain('refuses us');
  });

  test('retailer:try leaves alone what robots.txt denies', async () => {
    const { code, text } = await tried('/secret/1');
    expect(code).toBe(1);
    expect(text).toContain('denies this page');
    expect(shop.requests).not.toContain('/secret/1');
  });
});
