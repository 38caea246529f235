import { parentPort } from 'node:worker_threads';
import type { NewPage } from '#db/queries/crawl/pages.ts';
import { inGroups } from '#domain/in-groups.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { readPage, type UnreadPage } from '../extract/read-page.ts';
import { bodyText, type PageBody } from '../fetch/page-body.ts';
import { pagesOfSitemap, type SitemapBody } from './sitemap.ts';

/** A fetched sitemap. */
export type UnreadSitemap = Omit<SitemapBody, 'xml'> & { xml: PageBody };

/** A thread's task. */
export type ExtractTask = { page: UnreadPage } | { sitemap: UnreadSitemap };

/** Number of pages per text of an answer. */
const PAGES_AT_ONCE = 5_000;

/**
 * A thread's answer. It sends the pages of a sitemap as JSON texts of PAGES_AT_ONCE pages: to deserialise 50,000 objects at once would
 * block the event loop for 0.1 s.
 */
export type ExtractAnswer = { reading: PageReading } | { pages: string[] };

/** Yields the pages of a sitemap's answer in batches. */
export function* pagesOfTexts(texts: readonly string[]): Generator<NewPage[]> {
  for (const text of texts) yield JSON.parse(text) as NewPage[];
}

parentPort?.on('message', (task: ExtractTask) => {
  parentPort?.postMessage(answerOf(task));
});

function answerOf(task: ExtractTask): ExtractAnswer {
  if ('page' in task) {
    const { page } = task;
    return { reading: readPage({ ...page, body: bodyText(page.body) }) };
  }
  const { sitemap } = task;
  const pages = pagesOfSitemap({ ...sitemap, xml: bodyText(sitemap.xml) });
  return { pages: [...inGroups(pages, PAGES_AT_ONCE)].map((group) => JSON.stringify(group)) };
}
