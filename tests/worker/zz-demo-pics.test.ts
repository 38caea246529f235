import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRetailer, upsertRetailers } from '#db/queries/retailers.ts';
import { noteNewPictures, claimPictures, pictureStoreBytes } from '#db/queries/pictures.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { startDemoShops } from '#worker/demo-retailers/server.ts';
import { createPictureRounds } from '#worker/pictures/picture-rounds.ts';
import { openCrawlWorld } from '../support/crawl-world.ts';
test('demo', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'priceroo-demo-'));
  const shops = await startDemoShops({ port: 0 });
  const world = await openCrawlWorld([]);
  await upsertRetailers(world.em(), DEMO_RETAILERS.map(({ trustScore, ...p }) => ({ ...p, trustScore10: trustScore, kind: 'demo' as const })), 'enabled');
  const crawl = openCrawl({ ...world.config, dataDir, demoRetailers: true, demoPort: shops.port }, world.services.orm, world.services.log);
  for (const p of DEMO_RETAILERS.slice(0, 12)) { const r = await findRetailer(world.em(), { slug: p.slug }); await crawlRetailer(crawl, r!.id, new AbortController().signal, 2500); }
  const em = world.em();
  const [n] = await em.execute('select (select count(*) from offer) o, (select count(*) from product) p');
  console.log(JSON.stringify(n));
  let t = performance.now(); const k = await noteNewPictures(em, 5000); console.log('note', k, performance.now() - t);
  t = performance.now(); await noteNewPictures(em, 5000); console.log('note again', performance.now() - t);
  console.log(JSON.stringify(await em.execute('select rank, count(*)::int n from picture_source group by 1')));
  await em.execute("update picture_source set next_try_at = now()");
  const round = createPictureRounds(crawl);
  for (let i = 0; i < 8; i++) { t = performance.now(); const c = process.cpuUsage(); const n = await round(world.em(), new AbortController().signal); const u = process.cpuUsage(c); console.log('round', n, 'wall', Math.round(performance.now() - t), 'cpu', Math.round((u.user + u.system) / 1000)); }
  console.log(JSON.stringify(await em.execute('select state, reason, count(*)::int n, count(distinct hash)::int h from picture_source group by 1,2')), await pictureStoreBytes(em), JSON.stringify(await em.execute('select width, avg(length(bytes))::int b from picture group by 1')));
  await crawl.close(); await world.close(); await shops.close(); await rm(dataDir, { recursive: true });
  expect(1).toBe(1);
});
