import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { upsertRetailers } from '#db/queries/retailers/retailers.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { startDemoShops } from '#worker/demo/server.ts';
import { openCrawlWorld } from './crawl-world.ts';

/** Enables every demo shop, without a pause between pages. */
export async function enableDemoRetailers(em: EntityManager): Promise<void> {
  const profiles = DEMO_RETAILERS.map((profile) => ({ ...profile, paceMs: 0 }));
  await upsertRetailers(em, profiles, 'enabled');
}

/** The demo shops and a crawl of them. */
export type DemoCrawl = Awaited<ReturnType<typeof openDemoCrawl>>;

/** Serves the demo shops as they are at `at`, so that the truth of each page is known exactly. */
export async function openDemoCrawl(at: Date) {
  const now = () => at;
  const dataDir = await mkdtemp(join(tmpdir(), 'priceroo-demo-'));
  let shops = await startDemoShops({ port: 0, now });
  const { port } = shops;
  const world = await openCrawlWorld([]);
  await enableDemoRetailers(world.em());
  const config = { ...world.config, dataDir, demoRetailers: true, demoPort: port };
  const services = { ...openCrawl(config, world.services.orm, world.services.log), now };
  return {
    em: world.em,
    services,
    port,
    dataDir,
    /** Restarts the server, so that it sees the breaks in this file. */
    async restart(breaksFile: string) {
      await shops.close();
      shops = await startDemoShops({ port, now, breaksFile });
    },
    async close() {
      await services.close();
      await world.close();
      await shops.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
