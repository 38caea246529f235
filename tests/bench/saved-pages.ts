/*
 * Points the real worker at saved pages of real shops: `node tests/bench/saved-pages.ts <folder>`.
 * The folder holds expected.json (a list of {file, url, retailer, kind}) and the files it names, maybe gzipped.
 * Each shop becomes an origin on 127.0.0.1 that answers the saved bodies over HTTP; the worker crawls them with
 * robots.txt, pace, extraction, guards and storage as ever. Prints what was stored and what was refused, and why.
 */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EntityManager } from '@mikro-orm/postgresql';
import { loadConfig } from '#db/config.ts';
import { logger } from '#db/log.ts';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { addPages } from '#db/queries/pages.ts';
import { findRetailer, upsertRetailers } from '#db/queries/retailers.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { createTestDatabase } from '../support/database.ts';
import { setup } from '../support/postgres-setup.ts';

interface SavedPage {
  file: string;
  url?: string;
  retailer: string;
  kind: string;
  country: string;
}

const folder = process.argv[2];
if (!folder) throw new Error('usage: saved-pages.ts <folder with expected.json>');
const listed: SavedPage[] = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
// A fragment without an address stands at the root of a shop of its own.
const pages = listed.map((page, index) => ({
  ...page,
  url: page.url ?? `https://shop-${index}.test/`,
}));
const shops = Map.groupBy(pages, (page) => new URL(page.url).host);

const stopCluster = await setup();
const database = await createTestDatabase();
await migrate(database.url);
const orm = await openOrm(database.url);
const em = orm.em.fork() as EntityManager;
const servers: Server[] = [];
const origins = new Map<string, string>();
for (const [host, saved] of shops) {
  const server = createServer((request, response) => {
    const page = saved.find((item) => pathOf(item.url) === request.url);
    if (!page) return void response.writeHead(404).end();
    const bytes = readFileSync(join(folder, page.file));
    const body = page.file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const type = page.file.includes('.json') ? 'application/json' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  servers.push(server);
  origins.set(host, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
const config = loadConfig({ NODE_ENV: 'test' });
const services = openCrawl(config, orm, logger('saved-pages'), [...origins.values()]);
let stored = 0;
for (const [host, saved] of shops) {
  const origin = origins.get(host) ?? '';
  const slug = host.replaceAll('.', '-');
  await upsertRetailers(
    em,
    [
      {
        slug,
        name: saved[0]?.retailer ?? host,
        category: 'Saved',
        region: 'Saved',
        website: origin,
        description: '',
        trustScore10: 5,
        trustBasis: '',
        kind: 'real',
        render: 'http',
        // A shop abroad must prove that it asks Australian dollars.
        currency: saved[0]?.country === 'AU' ? 'AUD' : '',
        paceMs: 0,
        discovery: { sitemap: false, listUrls: [], searchUrlTemplate: null },
      },
    ],
    'enabled',
  );
  const retailer = await findRetailer(em, { slug });
  if (!retailer) throw new Error(`no retailer ${slug}`);
  await addPages(
    em,
    retailer.id,
    saved.map((page) => ({ url: origin + pathOf(page.url), kind: 'product', priority: 90 })),
    120,
  );
  await crawlRetailer(services, retailer.id, new AbortController().signal, 5_000);
  for (const page of saved) {
    const [row] = await em.execute<{ outcome: string; reason: string | null; offers: number }[]>(
      `select last_outcome as outcome, last_reason as reason,
         (select count(*)::int from offer where page_id = page.id) as offers
       from page where url = ?`,
      [origin + pathOf(page.url)],
    );
    stored += row?.offers ?? 0;
    const said = [row?.outcome, row?.reason].filter(Boolean).join(' ');
    console.log(
      `${String(row?.offers ?? 0).padStart(4)}  ${said.padEnd(28)} ${page.kind.padEnd(14)} ${page.file}`,
    );
  }
}
console.log(`${stored} offers stored from ${pages.length} saved pages of ${shops.size} shops`);
await services.close();
await orm.close();
for (const server of servers) server.close();
await database.drop();
await stopCluster();

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
