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

/** How pages are read: with the selectors that a shop's profile gives, and without some of the sources of a page. */
interface ReplayOptions {
  selectorsOf?: (url: string) => ProductSelectors | undefined;
  without?: readonly PageSource[];
  /** Hears how many of all pages were read. */
  onPage?: (done: number, total: number) => void;
}

type Asked = ExpectedPage | { file: string; kind: null };

/**
 * Scores a folder's saved pages by the present extractor, against expected.json or what was read when they were kept. Throws
 * OperatorError when the folder holds neither, or for a faulty list.
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
      // A lost file must not hide what the others say; it is reported with the score.
      unreadable.push({ file: page.file, reason: String(error) });
    }
  }
  return { pages: pages.length, against, score, unreadable };
}

export type FolderReplay = Awaited<ReturnType<typeof replayFolder>>;

/** The pages of a folder, and what they are scored against. */
async function pagesOf(
  folder: string,
): Promise<{ against: 'expected.json' | 'kept readings'; pages: Asked[] }> {
  const listPath = join(folder, 'expected.json');
  if (existsSync(listPath)) {
    return { against: 'expected.json', pages: await readExpected(listPath) };
  }
  const files = existsSync(folder) ? await keptPages(folder) : [];
  if (files.length === 0) {
    throw new OperatorError(`${folder} holds neither an expected.json nor pages that were kept.`);
  }
  const pages = files.map((file) => ({ file: relative(folder, file), kind: null }));
  return { against: 'kept readings', pages };
}

async function replayPage(
  folder: string,
  page: Asked,
  score: PagesScore,
  { selectorsOf, without = [] }: ReplayOptions,
): Promise<void> {
  const { body: kept, head } = await readSavedPage(join(folder, page.file));
  const body = withoutSources(kept, without);
  const url = (page.kind === null ? null : page.url) ?? head?.url ?? '';
  const selectors = selectorsOf?.(url);
  const reading = readPage({ body, url, contentType: head?.contentType ?? null, selectors });
  if (page.kind !== null) return scorePage(score, page, reading);
  const expected = head?.reading ?? {};
  // A page that gave nothing when it was kept has no name either.
  const kind = expected.name === undefined && !expected.items ? 'no-product' : 'kept';
  return scorePage(score, { file: page.file, url, kind, expected }, reading);
}

async function readExpected(path: string): Promise<ExpectedPage[]> {
  const parsed = z.array(expectedPage).safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new OperatorError([`${path} is not as expected:`, ...faults.slice(0, 20)].join('\n'));
}
