import type { NewPage } from '#db/queries/pages.ts';
import type { PageReading } from '#domain/page-reading.ts';
import type { SitemapBody } from '../crawl/pages-of-sitemap.ts';
import type { PageBody } from '../fetch/page-body.ts';
import type { UnreadPage } from './read-page.ts';

/** A sitemap as it was fetched. */
export type UnreadSitemap = Omit<SitemapBody, 'xml'> & { xml: PageBody };

/** What a thread is asked to read. */
export type ExtractTask = { page: UnreadPage } | { sitemap: UnreadSitemap };

/** What it answers. */
export type ExtractAnswer = { reading: PageReading } | { pages: NewPage[] };
