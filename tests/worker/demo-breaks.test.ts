import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Host, Page } from '#db/entities/page.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { runCli } from '#worker/cli/commands.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { type BreakKind, breaksFileIn } from '#worker/demo/world/breaks.ts';
import { DEMO_SHOPS, type PageStyle } from '#worker/demo/world/shops.ts';
import { type DemoCrawl, openDemoCrawl } from '../support/demo-crawl.ts';
import { daysAgo, storedOffers } from '../support/factory.ts';
import { testFetcher } from '../support/test-fetcher.ts';

/** A fixed time for the demo shops, so that only the break changes their prices. */
const NOW = new Date('2026-11-18T03:00:00Z');
const A_FEW_PAGES_MS = 100;
const PAGES = 12;

/** Breaks with the page style of their shop and the kind of quarantine they cause; pages without a price: quarantine.test.ts. */
const BREAKS: [broken: BreakKind, style: PageStyle, kind: string][] = [
  ['x10', 'json-ld', 'moved'],
  ['403', 'opengraph', 'failed'],
  ['slow', 'css-only', 'failed'],
];

let demo: DemoCrawl;

beforeAll(async () => {
  demo = await openDemoCrawl(NOW);
  vi.stubEnv('DATA_DIR', demo.dataDir);
  demo.services.fetcher = testFetcher({
    demoPort: demo.port,
    // The time limit of production, shortened.
    timeouts: { headersMs: 2_000, totalMs: 2_000 },
  });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await demo.services.fetcher.close();
  await demo.close();
});

/** Breaks or repairs a shop as an operator does, and restarts the server so that it sees the change. */
async function demoBreak(shop: string, kind: BreakKind | 'none'): Promise<void> {
  await runCli(['demo', '--break', shop, kind], () => {});
  await demo.restart(breaksFileIn(demo.dataDir));
}

test.each(BREAKS)(
  'notices a demo shop broken as %s, and shows none of its prices',
  async (broken, style, kind) => {
    const slug = DEMO_SHOPS.find((shop) => shop.pageStyle === style)?.slug ?? '';
    const em = demo.em();
    const retailer = await findRetailer(em, { slug });
    if (!retailer) throw new Error(`no demo shop of the style ${style}`);
    const read = (budgetMs?: number) =>
      crawlRetailer(demo.services, retailer.id, new AbortController().signal, budgetMs);
    const shown = async () => {
      const offers = await storedOffers(em, { retailer: retailer.id });
      return offers.map(({ seenAt: _, ...offer }) => offer);
    };
    /** Makes that many product pages due, and nothing else. */
    const makeDue = async () => {
      const pages = await em.find(
        Page,
        { retailer: retailer.id, kind: 'product' },
        { orderBy: { id: 'asc' }, limit: PAGES },
      );
      await em.nativeUpdate(Page, { retailer: retailer.id }, { nextCheckAt: daysAgo(-1) });
      await em.nativeUpdate(Page, { id: pages.map(({ id }) => id) }, { nextCheckAt: daysAgo(0) });
    };

    const knownPages = () => em.count(Page, { retailer: retailer.id, kind: 'product' });
    while ((await knownPages()) < PAGES) await read(A_FEW_PAGES_MS);
    await makeDue();
    await read();
    const sane = await shown();
    expect(sane.length).toBeGreaterThanOrEqual(PAGES);

    await demoBreak(slug, broken);
    await makeDue();
    while ((await read()).more);
    const quarantine = await openQuarantine(em, retailer.id);
    expect(quarantine).toMatchObject({ kind });
    expect(await shown()).toEqual(sane);

    await demoBreak(slug, 'none');
    await em.nativeUpdate(Host, {}, { restsUntil: null });
    await probeNow(em, quarantine?.runId ?? '');
    await read();
    expect(await openQuarantine(em, retailer.id)).toBeNull();
    expect(await shown()).toEqual(sane);
  },
);
