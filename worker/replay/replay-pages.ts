import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { ProductSelectors } from '#db/entities/retailer.ts';
import { listKeptPages } from '#db/queries/crawl/kept-pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { readPage } from '../extract/read-page.ts';
import { type ExpectedPage, expectedPage } from './expected-page.ts';
import { readPackedText } from './packed-text.ts';
import { readKeptPage } from './page-keeper.ts';
import { emptyScore, scorePage } from './score-pages.ts';
import { type PageSource, withoutSources } from './without-source.ts';

/** Options: selectors of the shop's profile, and page sources to ignore. */
interface ReplayOptions {
  selectorsOf?: (url: string) => ProductSelectors | undefined;
  without?: readonly PageSource[];
  /** The time at which a folder's pages were fetched; default: now. */
  nowMs?: number;
  /** Called with the number of pages read and the total. */
  onPage?: (done: number, total: number) => void;
}

/** A page with its right answers, which is loaded when its turn comes. */
interface ReplayPage {
  file: string;
  load: () => Promise<{
    page: ExpectedPage;
    body: string;
    contentType: string | null;
    nowMs: number;
  }>;
}

/** Scores the current extractor on a folder's saved pages. Throws OperatorError without a valid expected.json. */
export async function replayFolder(folder: string, options: ReplayOptions = {}) {
  const { nowMs = Date.now() } = options;
  const pages = (await readExpected(folder)).map((page) => ({
    file: page.file,
    load: async () => {
      const body = await readPackedText(join(folder, page.file));
      return { page, body, contentType: null, nowMs };
    },
  }));
  return replayPages(pages, 'expected.json', options);
}

/** Scores it on the pages that the crawl of a retailer keeps, against their readings of then. Throws OperatorError when none are kept. */
export async function replayKept(
  em: EntityManager,
  retailer: RetailerRow,
  options: ReplayOptions = {},
) {
  const listed = await listKeptPages(em, retailer.id);
  if (listed.length === 0) throw noneKept(retailer);
  const pages = listed.map(({ page, url: file }) => ({
    file,
    load: async () => {
      const kept = await readKeptPage(em, page);
      if (!kept) throw new Error('it is no longer kept');
      const { url, body, contentType, reading: expected, fetchedAt } = kept;
      // A page without a name had no offer when it was kept.
      const kind = expected.name === undefined && !expected.items ? 'no-product' : 'kept';
      return { page: { file, url, kind, expected }, body, contentType, nowMs: fetchedAt.getTime() };
    },
  }));
  return replayPages(pages, 'kept readings', options);
}

export function noneKept({ name }: RetailerRow): OperatorError {
  return new OperatorError(`No pages of ${name} are kept; set KEEP_PAGES_DAYS to keep them.`);
}

async function replayPages(
  pages: readonly ReplayPage[],
  against: 'expected.json' | 'kept readings',
  { selectorsOf, without = [], onPage }: ReplayOptions,
) {
  const score = emptyScore();
  /** Files that could not be read, with the reason. */
  const unreadable: { file: string; reason: string }[] = [];
  for (const [index, { file, load }] of pages.entries()) {
    onPage?.(index, pages.length);
    try {
      const { page, body, ...at } = await load();
      const url = page.url ?? '';
      const selectors = selectorsOf?.(url);
      const reading = readPage({ ...at, body: withoutSources(body, without), url, selectors });
      scorePage(score, page, reading);
    } catch (error) {
      // An unreadable file must not hide the other results; it is reported with the score.
      unreadable.push({ file, reason: String(error) });
    }
  }
  return { pages: pages.length, against, score, unreadable };
}

export type PagesReplay = Awaited<ReturnType<typeof replayPages>>;

async function readExpected(folder: string): Promise<ExpectedPage[]> {
  const path = join(folder, 'expected.json');
  if (!existsSync(path)) throw new OperatorError(`There is no ${path}.`);
  const parsed = z.array(expectedPage).safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new OperatorError([`${path} is not as expected:`, ...faults.slice(0, 20)].join('\n'));
}
