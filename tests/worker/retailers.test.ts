import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Host } from '#db/entities/page.ts';
import { retailersWithoutPages } from '#db/queries/crawl/pages.ts';
import { allRetailers, enabledRetailers, findRetailer } from '#db/queries/retailers/retailers.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { profileOf, readRealRetailers } from '#db/seed/real-retailers.ts';
import { seedRetailers } from '#db/seed/seed-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { runCli } from '#worker/cli/commands.ts';
import { ALL_DEMO_SHOPS, setStatus } from '#worker/cli/retailer.ts';
import { tryPage } from '#worker/retailers/try-page.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { type ShopServer, startShopServer } from '../support/shop-server.ts';

describe('the profiles', () => {
  const { retailers: profiles, faults } = readRealRetailers();

  test('are valid', () => expect(faults).toEqual([]));

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

  test('mark unchecked profiles as such, with a date', () => {
    for (const { slug, evidence, robots, trustBasis, asOf } of profiles) {
      if (evidence !== 'tried') {
        expect(robots, slug).toBe('not-read');
        expect(trustBasis, slug).toContain('Not measured');
      }
      expect(asOf, slug).toMatch(/^20\d\d-/);
    }
  });

  test('tell shoppers where prices depend on a store or a membership', () => {
    const told = new Map(profiles.map((profile) => [profile.slug, profileOf(profile).description]));
    for (const slug of ['aldi', 'coles', 'woolworths', 'iga'])
      expect(told.get(slug)).toMatch(/store/);
    expect(told.get('costco')).toMatch(/members/);
    expect(told.get('jb-hi-fi')).not.toMatch(/undefined|store/);
  });

  test('a shop that refuses us gets a feed, never a crawl', () => {
    const refusing = profiles.filter(
      ({ access }) => access === 'refuses' || access === 'feed-only',
    );
    expect(refusing.length).toBeGreaterThan(0);
    for (const retailer of refusing) expect(profileOf(retailer).kind, retailer.slug).toBe('feed');
  });

  test('skips an invalid file and reports its name and every fault', () => {
    const folder = mkdtempSync(join(tmpdir(), 'profiles-'));
    const [sound] = profiles;
    const discovery = { ...sound?.discovery, listUrls: ['https://elsewhere.example/list'] };
    const write = (name: string, profile: object) =>
      writeFileSync(join(folder, name), JSON.stringify(profile));
    write('shop.json', { ...sound, slug: 'shop', discovery });
    write('other.json', { ...sound, paceMs: 1, extra: true, region: 'TODO: states' });
    write('sound.json', { ...sound, slug: 'sound' });
    writeFileSync(join(folder, 'broken.json'), '{');
    const { retailers, faults: found } = readRealRetailers([folder]);
    rmSync(folder, { recursive: true });
    const message = found.join('\n');
    expect(message).toMatch(/shop\.json: discovery: https:\/\/elsewhere/);
    expect(message).toMatch(/other\.json: paceMs: at least a second/);
    expect(message).toMatch(/other\.json: file: .*extra/);
    expect(message).toContain('other.json: region: still says TODO');
    expect(message).toMatch(/broken\.json: .*JSON/);
    expect(retailers).toMatchObject([{ slug: 'sound' }]);
  });
});

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
    expect(kinds.get('disabled')?.length).toBe(readRealRetailers().retailers.length);
    expect(await enabledKinds()).toEqual(new Set(['demo']));
  });

  test('enabling a real retailer disables all demo shops, even after a restart', async () => {
    await setStatus(world.em(), 'jb-hi-fi', 'enabled');
    expect(await enabledKinds()).toEqual(new Set(['real']));
    await seed();
    expect(await enabledKinds()).toEqual(new Set(['real']));
    await expect(setStatus(world.em(), 'gumnut-grocer', 'enabled')).rejects.toThrow(OperatorError);
    await expect(setStatus(world.em(), ALL_DEMO_SHOPS, 'enabled')).rejects.toThrow(OperatorError);
  });

  test('never crawls a feed retailer', async () => {
    await setStatus(world.em(), 'coles', 'enabled');
    const due = await retailersWithoutPages(world.em());
    const idOf = async (slug: string) => (await findRetailer(world.em(), { slug }))?.id;
    expect(due).toContain(await idOf('jb-hi-fi'));
    expect(due).not.toContain(await idOf('coles'));
  });

  test('demo shops come back once no real retailer is enabled', async () => {
    for (const slug of ['jb-hi-fi', 'coles']) await setStatus(world.em(), slug, 'disabled');
    await setStatus(world.em(), ALL_DEMO_SHOPS, 'enabled');
    expect(await enabledKinds()).toEqual(new Set(['demo']));
    await expect(setStatus(world.em(), 'no-such-shop', 'enabled')).rejects.toThrow(
      "no retailer 'no-such-shop'",
    );
  });

  async function tried(path: string) {
    // The shop has been left alone since the last test for as long as it is polite.
    await world.em().nativeUpdate(Host, {}, { begunAt: null });
    const { fetcher } = world.services;
    const { data, lines, failed } = await tryPage(world.em(), fetcher, shop.origin + path);
    return { failed, profile: data.profile, text: lines.join('\n') };
  }

  test('retailer try shows each field with its source, and a profile', async () => {
    const { failed, profile, text } = await tried('/product/kettle-100001');
    expect(failed).toBe(false);
    expect(text).toContain('robots.txt: allows this page');
    expect(text).toMatch(/price +149\.00 +json-ld/);
    expect(text).toMatch(/brand +Breville +json-ld/);
    expect(profile).toMatchObject({
      access: 'plain-http',
      evidence: 'tried',
      website: `${shop.origin}/`,
    });
  });

  test.each([
    ['/product/wall-100002', /Refused: blocked/, 'refuses'],
    ['/product/shell-100003', /A browser seems necessary/, 'needs-browser'],
  ])('retailer try %s says what is wrong', async (path, said, access) => {
    const { failed, profile, text } = await tried(path);
    expect(failed).toBe(true);
    expect(text).toMatch(said);
    expect(profile?.access).toBe(access);
  });

  test('retailer try refuses what a crawl would, and prints the limit', async () => {
    const { failed, text } = await tried('/product/dear-100004');
    expect(failed).toBe(true);
    expect(text).toContain(
      'Refused: price-implausible, its price is beyond what its category costs: $250,000.00 (at most $100,000.00)',
    );
  });

  test('retailer try does not take a wrong address for a shop that refuses', async () => {
    const { lines } = await tryPage(world.em(), world.services.fetcher, 'http://localhost:1/p');
    expect(lines.join('\n')).toMatch(
      /^Not fetched \(address-forbidden\).*Only public web addresses/s,
    );
    expect(lines.join('\n')).not.toContain('refuses us');
  });

  describe('own profiles', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'own-profiles-'));
    const folder = join(dataDir, 'retailers');
    const own = (name: string) => join(folder, name);
    const said = async (...words: string[]) => {
      const lines: string[] = [];
      const code = await runCli(words, (line) => lines.push(line));
      return { code, text: lines.join('\n') };
    };
    beforeAll(() => {
      vi.stubEnv('DATABASE_URL', world.databaseUrl);
      vi.stubEnv('DATA_DIR', dataDir);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
      rmSync(dataDir, { recursive: true });
    });

    test('retailer try reads a page of this machine with --loopback only, and saves a draft', async () => {
      const url = `${shop.origin}/product/kettle-100001`;
      await world.em().nativeUpdate(Host, {}, { begunAt: null, robotsFetchedAt: null });
      expect((await said('retailer', 'try', url)).text).toContain('use --loopback');
      await expect(said('retailer', 'try', 'https://a.example/', '--loopback')).rejects.toThrow(
        'for pages on this machine',
      );
      await world.em().nativeUpdate(Host, {}, { begunAt: null, robotsFetchedAt: null });
      const { code, text } = await said('retailer', 'try', url, '--loopback', '--save');
      expect(code).toBe(0);
      expect(text).toContain(`Saved as ${folder}`);
      const [draft = ''] = readdirSync(folder);
      const check = await said('retailer', 'check');
      expect(check.code).toBe(1);
      expect(check.text).toContain('must use https, unless LOCAL_SHOPS');
      vi.stubEnv('LOCAL_SHOPS', shop.origin);
      const local = await said('retailer', 'check');
      expect(local.text).not.toContain('must use https');
      expect((await said('retailer', 'try', url)).code).toBe(0);
      expect((await said('scrape', url)).code).toBe(0);
      vi.stubEnv('LOCAL_SHOPS', '');
      rmSync(own(draft));
    });

    test('a shop at an address is previewed, and added and enabled once that is wanted', async () => {
      await world.em().nativeUpdate(Host, {}, { begunAt: null, robotsFetchedAt: null });
      vi.stubEnv('LOCAL_SHOPS', shop.origin);
      const asked = await said('retailer', 'add', shop.origin);
      expect(asked.code).toBe(0);
      expect(asked.text).toMatch(/\$\d+\.\d\d \(json-ld.*in stock \(json-ld.*no picture/);
      expect(asked.text).toContain('Nothing was stored');
      expect(await findRetailer(world.em(), { slug: '127-0-0-1' })).toBeNull();
      await expect(
        said('retailer', 'add', shop.origin, '--selector', 'cost=.x', 'price=b'),
      ).rejects.toThrow('--selector');
      const blind = await said('retailer', 'add', shop.origin, '--selector', 'price=.none');
      expect(blind.text).toContain('(json-ld');
      const added = await said('retailer', 'add', shop.origin, '--selector', 'price=p', '--yes');
      expect(added.text).toMatch(/\(selectors, json-ld.*is enabled/s);
      expect(await findRetailer(world.em(), { slug: '127-0-0-1' })).toMatchObject({
        status: 'enabled',
        discovery: { selectors: { name: 'h1', price: 'p' } },
      });
      await expect(said('retailer', 'add', shop.origin, '--yes')).rejects.toThrow('exists already');
      await said('retailer', 'remove', '127-0-0-1');
      const away = await said('retailer', 'add', 'http://127.0.0.1:1/');
      expect(away).toMatchObject({ code: 1, text: expect.stringContaining('Not fetched') });
      vi.stubEnv('LOCAL_SHOPS', '');
    });

    test('one that is added is listed; a bad one is skipped, and the others work', async () => {
      const [sound] = readRealRetailers().retailers;
      const website = 'https://wombat.example/';
      const discovery = { ...sound?.discovery, sitemapUrls: [], listUrls: [] };
      const profile = { ...sound, slug: 'wombat', name: 'Wombat', website, discovery };
      const source = join(dataDir, 'wombat.json');
      writeFileSync(source, JSON.stringify({ ...profile, region: undefined }));
      await expect(said('retailer', 'add', source)).rejects.toThrow('wombat.json: region: missing');
      writeFileSync(source, JSON.stringify({ ...profile, region: 'TODO' }));
      await expect(said('retailer', 'add', source)).rejects.toThrow('region: still says TODO');
      writeFileSync(
        source,
        JSON.stringify({ ...profile, discovery: { ...discovery, searchUrlTemplate: null } }),
      );
      expect((await said('retailer', 'add', source)).text).toContain('retailer enable wombat');
      writeFileSync(own('bad.json'), '{');
      expect(await said('retailer', 'check')).toMatchObject({ code: 1 });
      expect((await said('retailer', 'list')).text).toMatch(/^wombat +disabled +Wombat/m);
      rmSync(own('bad.json'));
      expect((await said('retailer', 'check')).code).toBe(0);
      expect((await said('retailer', 'remove', 'wombat')).text).toBe('wombat is removed.');
      expect((await said('retailer', 'list')).text).not.toMatch(/^wombat /m);
      await expect(said('retailer', 'remove', 'jb-hi-fi')).rejects.toThrow('only profiles that');
    });

    test('another machine keeps a profile whose file it does not have, until it is removed', async () => {
      const replaced = readRealRetailers().retailers.find(({ slug }) => slug === 'jb-hi-fi');
      const source = join(dataDir, 'jb-hi-fi.json');
      writeFileSync(source, JSON.stringify({ ...replaced, paceMs: 77_000 }));
      await said('retailer', 'add', source);
      const paceMs = async () => (await findRetailer(world.em(), { slug: 'jb-hi-fi' }))?.paceMs;
      expect(await paceMs()).toBe(77_000);
      const elsewhere = mkdtempSync(join(tmpdir(), 'priceroo-elsewhere-'));
      await seedRetailers(world.em(), { demoRetailers: true, dataDir: elsewhere });
      expect(await paceMs()).toBe(77_000);
      vi.stubEnv('DATA_DIR', elsewhere);
      expect((await said('retailer', 'remove', 'jb-hi-fi')).text).toContain(
        'shipped profile again',
      );
      expect(await paceMs()).toBe(replaced?.paceMs);
      vi.stubEnv('DATA_DIR', dataDir);
      rmSync(own('jb-hi-fi.json'));
      rmSync(elsewhere, { recursive: true });
    });

    test('reading a feed retailer reports that it has a feed', async () => {
      await said('retailer', 'enable', 'coles');
      await expect(said('scrape', 'coles')).rejects.toThrow('feed:import coles');
      await expect(said('feed:import', 'coles', dataDir)).rejects.toThrow('is a folder');
      await expect(said('feed:import', 'coles', own('none.csv'))).rejects.toThrow('no such file');
      await said('retailer', 'disable', 'coles');
      await expect(said('scrape', 'coles')).rejects.toThrow('retailer enable coles');
    });
  });

  test('retailer try leaves alone what robots.txt denies', async () => {
    const { failed, text } = await tried('/secret/1');
    expect(failed).toBe(true);
    expect(text).toContain('denies this page');
    expect(shop.requests).not.toContain('/secret/1');
  });
});
