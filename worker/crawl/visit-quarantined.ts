/* A crawl job of a quarantined retailer. After price moves it reads a sample for operators, later the due probes. It holds every page. */
import { claimPage } from '#db/queries/crawl/pages.ts';
import {
  claimProbe,
  healQuarantine,
  type OpenQuarantine,
  scheduleControlPages,
} from '#db/queries/quarantine/quarantine.ts';
import { crawlPage, type PageEnd } from './crawl-page.ts';
import type { CrawlOutcome, Visit } from './services.ts';

const SAMPLE_PAGES = 20;
/** This many sane pages in a row end a quarantine; all due pages if there are fewer. */
const SANE_PAGES_TO_HEAL = 3;
/** Maximum pages of a probe, including those without evidence about the shop (sitemaps, new products). */
const PROBE_PAGES = 10;

/** Reads a probe or a sample of a quarantined retailer if one is due. */
export async function visitQuarantined(
  visit: Visit,
  quarantine: OpenQuarantine,
  endAt: number,
): Promise<CrawlOutcome> {
  const { kind, heldPages, runId } = quarantine;
  if (await claimProbe(visit.em, runId)) {
    return { pages: await probe(visit, runId), more: false };
  }
  const missing = SAMPLE_PAGES - heldPages;
  const isToSample = kind === 'moved' && quarantine.probes === 0 && missing > 0;
  return isToSample ? readSample(visit, runId, missing, endAt) : { pages: 0, more: false };
}

async function readSample(visit: Visit, runId: string, missing: number, endAt: number) {
  await scheduleControlPages(visit.em, visit.retailer.id, missing);
  let held = 0;
  let isBudgetSpent = false;
  const pages = await readPages(visit, runId, missing + PROBE_PAGES, (end) => {
    if (end.heldIn) held += 1;
    isBudgetSpent = performance.now() >= endAt;
    return held < missing && !isBudgetSpent;
  });
  return { pages, more: held < missing && isBudgetSpent };
}

/** Reads control pages and ends the quarantine if all are sane; a bad page ends the probe. Returns the number of pages read. */
async function probe(visit: Visit, runId: string): Promise<number> {
  await scheduleControlPages(visit.em, visit.retailer.id, SANE_PAGES_TO_HEAL);
  let sane = 0;
  let isBad = false;
  const pages = await readPages(visit, runId, PROBE_PAGES, ({ verdict, goOn }) => {
    if (verdict === 'sane') sane += 1;
    isBad = !goOn || (verdict !== null && verdict !== 'sane');
    return !isBad && sane < SANE_PAGES_TO_HEAL;
  });
  const isSane = sane >= SANE_PAGES_TO_HEAL || (sane > 0 && pages < PROBE_PAGES);
  if (!isBad && isSane && !visit.signal.aborted) {
    await healQuarantine(visit.em, runId);
    visit.services.log.info({ retailer: visit.retailer.slug }, 'the shop is sane again');
  }
  return pages;
}

/** Reads due pages, control pages first, until it has read `most`, none is left, or `next` returns false. Returns the number read. */
async function readPages(
  visit: Visit,
  runId: string,
  most: number,
  next: (end: PageEnd) => boolean,
): Promise<number> {
  let pages = 0;
  while (pages < most && !visit.signal.aborted) {
    const claim = await claimPage(visit.em, visit.retailer.id, 'control');
    if (!claim) break;
    pages += 1;
    const end = await crawlPage(visit, runId, claim);
    if (!next(end) || !end.goOn) break;
  }
  return pages;
}
