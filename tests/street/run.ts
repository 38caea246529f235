/*
 * A street of real shop software: `npx node tests/street/run.ts [system …]`. Each system runs on this machine with its own demonstration
 * products; Priceroo crawls it from the home page alone, and the offers are compared with the shop's own database (docs/real-shops.md).
 *   system.ts, systems/   what each system is, how it starts, how its products are read
 *   programs.ts           PHP, MariaDB and Node on loopback
 *   gateway.ts            counts our requests
 *   crawl.ts, compare.ts  our side
 * STREET_HOME holds the programs, one folder each; STREET_PORT is the first of the ports in use. STREET_REQUESTS
 * prints our requests, STREET_HOLD keeps the shop open until Ctrl-C. No part of `npm test`.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres-setup.ts';
import { compare } from './compare.ts';
import { openStreetCrawl } from './crawl.ts';
import { openGateway } from './gateway.ts';
import { type MariaDb, startMariaDb } from './programs.ts';
import type { System } from './system.ts';
import { abanteCart } from './systems/abantecart.ts';
import { cubeCart } from './systems/cubecart.ts';
import { dawn } from './systems/dawn.ts';
import { everShop } from './systems/evershop.ts';
import { liteCart } from './systems/litecart.ts';
import { openCart } from './systems/opencart.ts';
import { phoenixCart } from './systems/phoenix-cart.ts';
import { vendure } from './systems/vendure.ts';
import { wooCommerce } from './systems/woocommerce.ts';
import { zenCart } from './systems/zencart.ts';

const SYSTEMS: readonly System[] = [
  everShop,
  wooCommerce,
  abanteCart,
  phoenixCart,
  liteCart,
  openCart,
  zenCart,
  cubeCart,
  vendure,
  dawn,
];

const home = process.env['STREET_HOME'] ?? '.data/street';
const firstPort = Number(process.env['STREET_PORT'] ?? 4800);
const wanted = process.argv.slice(2);
/** After these hours each product page is due again, and no page that rests. */
const HOURS_LATER = 12;
const PICTURE = /\.(?:jpe?g|png|webp|gif|avif|svg)(?:$|\?)|\/image\//i;

await mkdir(home, { recursive: true });
const stopPostgres = await startPostgres();
let mariaDb: Promise<MariaDb> | null = null;
const rows: Record<string, string | number>[] = [];
try {
  for (const [nth, system] of SYSTEMS.entries()) {
    if (wanted.length > 0 && !wanted.includes(system.slug)) continue;
    const folder = join(home, system.slug);
    if (!existsSync(folder)) console.log(`${system.name}: put ${system.source} into ${folder}`);
    else
      await visit(system, folder, firstPort + 2 * nth).then(
        (row) => rows.push(row),
        (error) => console.error(system.name, error),
      );
  }
} finally {
  await (await (mariaDb as Promise<MariaDb> | null))?.stop();
  await stopPostgres();
}
console.table(rows);

async function visit(system: System, folder: string, port: number) {
  const origin = `http://127.0.0.1:${port}`;
  const log = join(home, `${system.slug}.log`);
  const shop = await system.open({
    folder,
    port: port + 1,
    origin,
    log,
    mariaDb: () => (mariaDb ??= startMariaDb(home, firstPort + 39)),
  });
  const gateway = await openGateway(port, port + 1);
  const crawl = await openStreetCrawl(home, origin);
  try {
    const printed = await crawl.scrape();
    console.log(`${system.name}: ${printed.replace(/^.* pages, .*\n/gm, '').trim()}`);
    const first = gateway.asked.filter(isPage).length;
    await crawl.pass(HOURS_LATER);
    await crawl.scrape();
    const later = gateway.asked.filter(isPage).length - first;
    await crawl.fetchPictures();
    const { differences, ...counts } = compare(await shop.products(), await crawl.offers());
    for (const line of differences) console.log(`  ${line}`);
    if (process.env['STREET_REQUESTS'])
      for (const { path, status } of gateway.asked) console.log(`  ${status} ${path}`);
    if (process.env['STREET_HOLD']) await once(process, 'SIGINT');
    const each = (requests: number) => (requests / Math.max(1, counts.sold)).toFixed(2);
    const row = { system: system.name, ...counts, first: each(first), later: each(later) };
    console.table([row]);
    return row;
  } finally {
    await crawl.close();
    gateway.close();
    shop.server.stop();
  }
}

function isPage({ path }: { path: string }): boolean {
  return path !== '/robots.txt' && !PICTURE.test(path);
}
