import { parentPort } from 'node:worker_threads';
import type { NewPage } from '#db/queries/crawl/pages.ts';
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
 * What it answers. Pages of a sitemap as texts of JSON, each of some thousand: to take over 50,000 objects at once would hold
 * the event loop for 0.1 s.
 */
export type ExtractAnswer = { reading: PageReading } | { pages: string[] };

/** Yields the pages of such an answer in batches. */
export function* pagesOfTexts(texts: readonly string[]): Generator<NewPage[]> {
  for (const text of texts) yield JSON.parse(text) as NewPage[];
}

function textsOfPages(pages: readonly NewPage[]): string[] {
  const texts: string[] = [];
  for (let from = 0; from < pages.length; from += PAGES_AT_ONCE)
    texts.push(JSON.stringify(pages.slice(from, from + PAGES_AT_ONCE)));
  return texts;
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
  return { pages: textsOfPages(pagesOfSitemap({ ...sitemap, xml: bodyText(sitemap.xml) })) };
}
