import { expect, test } from 'vitest';
import { Page } from '#db/entities/page.ts';
import { addPages, claimPage } from '#db/queries/crawl/pages.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { readFetchedPage } from '#worker/crawl/crawl-page.ts';
import { openCrawlWorld } from '../support/crawl-world.ts';
import { fetchedPage } from '../support/fetched-page.ts';

const SHOP = 'https://loop.example';

test('a sitemap index that links to itself with new queries ends after two levels, within 1,000 rows', async () => {
  const world = await openCrawlWorld([]);
  const em = world.em();
  const retailer = await world.addRetailer('loop', SHOP);
  const runId = await openRun(em, retailer.id, 'crawl');
  await addPages(em, retailer.id, [{ url: `${SHOP}/map.xml`, kind: 'sitemap', priority: 35 }], 120);
  const steps = [];
  for (let claim = await claimPage(em, retailer.id); claim; ) {
    const next = Array.from({ length: 700 }, (_, part) => `${claim?.url}?${part}`);
    const xml = `<sitemapindex>${next.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
    const visit = { services: world.services, em, retailer, runId, claim };
    await readFetchedPage(visit, fetchedPage(claim.url, xml));
    steps.push(claim.url.split('?').length - 1);
    claim = steps.length < 5 ? await claimPage(em, retailer.id) : null;
  }
  expect(steps.slice(0, 2)).toEqual([0, 1]);
  expect(await em.count(Page, { kind: 'sitemap' })).toBe(1_000);
  const deepest = await em.findOneOrFail(Page, { url: { $like: '%?%?%' }, lastOutcome: null });
  await em.nativeUpdate(Page, { id: { $ne: deepest.id } }, { nextCheckAt: new Date('2100-01-01') });
  await em.nativeDelete(Page, { kind: 'sitemap', id: { $ne: deepest.id }, lastOutcome: null });
  // New pages are due one after the other, in the order of their links.
  await em.nativeUpdate(Page, { id: deepest.id }, { nextCheckAt: new Date('2026-01-01') });
  const last = await claimPage(em, retailer.id);
  if (!last) throw new Error('the deepest sitemap was not due');
  const xml = `<sitemapindex><sitemap><loc>${last.url}?deeper</loc></sitemap></sitemapindex>`;
  await readFetchedPage(
    { services: world.services, em, retailer, runId, claim: last },
    fetchedPage(last.url, xml),
  );
  expect(await em.count(Page, { url: { $like: '%deeper' } })).toBe(0);
  await world.close();
});
