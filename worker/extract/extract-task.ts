import type { NewPage } from '#db/queries/pages.ts';
import type { PageReading } from '#domain/page-reading.ts';
import type { SitemapBody } from '../crawl/pages-of-sitemap.ts';
import type { FetchedBody } from './read-page.ts';

/** What a thread is asked to read. */
export type ExtractTask = { page: FetchedBody } | { sitemap: SitemapBody };

/** What it answers. */
export type ExtractAnswer = { reading: PageReading } | { pages: NewPage[] };
