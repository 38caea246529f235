import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { ProductSelectors } from '#db/entities/retailer.ts';
import { OperatorError } from '#domain/errors.ts';
import { readPage } from '../extract/read-page.ts';
import { type ExpectedPage, expectedPage } from './expected-page.ts';
import { readSavedPage } from './page-file.ts';
import { keptPages } from './page-keeper.ts';
import { emptyScore, type PagesScore, scorePage } from './score-pages.ts';
import { type PageSource, withoutSources } from './without-source.ts';

/** Options: selectors of the shop's profile, and page sources to ignore. */
interface ReplayOptions {
  selectorsOf?: (url: string) => ProductSelectors | undefined;
  without?: readonly PageSource[];
  /** The time at which pages were fetched that do not state it; default: now. */
  nowMs?: number;
  /** Called with the number of pages read and the total. */
  onPage?: (done: number, total: number) => void;
}

type ReplayPage = ExpectedPage | { file: string; kind: null };

/**
 * Scores the current extractor on a folder's saved pages, against expected.json or the readings kept with them. Throws OperatorError
 * if the folder contains neither, or for an invalid list.
 */
export async function replayFolder(folder: string, options: ReplayOptions = {}) {
  const { against, pages } = await pagesOf(folder);
  const score = emptyScore();
  /** Files that could not be read, with the reason. */
  const unreadable: { file: string; reason: string }[] = [];
  for (const [index, page] of pages.entries()) {
    options.onPage?.(index, pages.length);
    try {
      await replayPage(folder, page, score, options);
    } catch (error) {
      // An unreadable file must not hide the other results; it is reported with the score.
      unreadable.push({ file: page.file, reason: String(error) });
    }
  }
  return { pages: pages.length, against, score, unreadable };
}

export type FolderReplay = Awaited<ReturnType<typeof replayFolder>>;

/** The pages of a folder, and their reference values. */
async function pagesOf(
  folder: string,
): Promise<{ against: 'expected.json' | 'kept readings'; pages: ReplayPage[] }> {
  const listPath = join(folder, 'expected.json');
  if (existsSync(listPath)) {
    return { against: 'expected.json', pages: await readExpected(listPath) };
  }
  if (!existsSync(folder)) throw new OperatorError(`There is no folder ${folder}.`);
  const files = await keptPages(folder);
  if (files.length === 0) {
    throw new OperatorError(
      `${folder} contains neither an expected.json nor pages kept by a crawl (KEEP_PAGES_DAYS).`,
    );
  }
  const pages = files.map((file) => ({ file: relative(folder, file), kind: null }));
  return { against: 'kept readings', pages };
}

async function replayPage(
  folder: string,
  page: ReplayPage,
  score: PagesScore,
  { selectorsOf, without = [], nowMs = Date.now() }: ReplayOptions,
): Promise<void> {
  const { body: kept, head } = await readSavedPage(join(folder, page.file));
  const body = withoutSources(kept, without);
  const url = (page.kind === null ? null : page.url) ?? head?.url ?? '';
  const selectors = selectorsOf?.(url);
  const reading = readPage({
    body,
    url,
    contentType: head?.contentType ?? null,
    nowMs: head ? Date.parse(head.fetchedAt) : nowMs,
    selectors,
  });
  if (page.kind !== null) return scorePage(score, page, reading);
  const expected = head?.reading ?? {};
  // A page without a name had no offer when it was kept.
  const kind = expected.name === undefined && !expected.items ? 'no-product' : 'kept';
  return scorePage(score, { file: page.file, url, kind, expected }, reading);
}

async function readExpected(path: string): Promise<ExpectedPage[]> {
  const parsed = z.array(expectedPage).safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new OperatorError([`${path} is not as expected:`, ...faults.slice(0, 20)].join('\n'));
}
