import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Page } from '#db/entities/page.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { runCli } from '#worker/cli/commands.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { createPage, hoursFromNow } from '../support/factory.ts';

const CLI = join(REPO_ROOT, 'worker/cli.ts');

let world: CrawlWorld;
const lines: string[] = [];

beforeAll(async () => {
  world = await openCrawlWorld([]);
  vi.stubEnv('DATABASE_URL', world.databaseUrl);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await world.close();
});

/** An address that the command may not fetch: its pages are refused and due again later. */
const SHOP = 'http://127.0.0.1:9/';

test('reads only due pages with --resume', async () => {
  const { id } = await world.addRetailer('test-shop', SHOP);
  const page = await createPage(world.em(), {
    retailer: id,
    url: `${SHOP}p/1`,
    nextCheckAt: hoursFromNow(1),
    lastOutcome: 'stored',
  });
  const outcome = async () => (await world.em().findOneOrFail(Page, { id: page.id })).lastOutcome;
  await runCli(['scrape', 'test-shop', '--resume'], (line) => lines.push(line));
  expect(await outcome()).toBe('stored');
  await runCli(['scrape', 'test-shop'], (line) => lines.push(line));
  expect(await outcome()).toBe('failed');
  expect(lines).toContain('test-shop: 0 offers from 2 pages. Pages without a new price: 2');
});

test('prints one line for a refused page', async () => {
  const code = await runCli(['scrape', `${SHOP}p/1`], (line) => lines.push(line));
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^Not fetched \(address-forbidden\)/);
});

test('reads a demo shop whether or not the demo server is running', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'priceroo-scrape-'));
  vi.stubEnv('DATA_DIR', dataDir);
  const home = 'http://gumnut-grocer.demo-shops.localhost/';
  await runCli(['scrape', home], (line) => lines.push(line));
  rmSync(dataDir, { recursive: true });
  expect(JSON.parse(lines.at(-1) ?? '').links.others).toContainEqual(
    expect.stringMatching(/^http:\/\/gumnut-grocer\.demo-shops\.localhost\/category\//),
  );
});

test('with --json prints one value; the log goes to standard error', async () => {
  const { id } = await world.addRetailer('logged-shop', SHOP);
  await createPage(world.em(), { retailer: id, url: `${SHOP}p/2` });
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, LOG_LEVEL: 'debug' };
  const child = spawn(process.execPath, [CLI, 'scrape', 'logged-shop', '--json'], { env });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(JSON.parse(stdout)).toMatchObject({ checked: 1 });
  expect(stderr).toMatch(/^\d\d:\d\d:\d\d scrape {3}(?:debug|info|warn) /m);
});
