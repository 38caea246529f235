import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '#domain/errors.ts';
import { readPage } from '../extract/read-page.ts';
import { profileSelectors, type SelectorsOf } from '../retailers/profile-selectors.ts';
import { fastPathDifferences } from './compare-paths.ts';
import { type ExpectedPage, expectedPage } from './expected-page.ts';
import { readSavedPage } from './page-file.ts';
import { keptPages } from './page-keeper.ts';
import { emptyScore, type PagesScore, scorePage } from './score-pages.ts';
import { type PageSource, withoutSources } from './without-source.ts';

/** A folder's score, and what it was held against. */
export interface FolderReplay {
  pages: number;
  /** 'expected.json', or what was read when each page was kept. */
  against: 'expected.json' | 'kept readings';
  score: PagesScore;
  /** HTML pages that their JSON-LD answers alone, and those of them that the full vote answers otherwise. */
  fastPath: { answered: number; differing: { file: string; fields: string[] }[] };
  /** Files that could not be read, with the reason. */
  unreadable: { file: string; reason: string }[];
}

/**
 * Reads a folder's saved pages with the present extractor and scores them: against its expected.json where there is one,
 * else, for pages we kept, against what was read then; `without` what a page could be read from. Throws OperatorError when it holds neither, or a faulty list.
 */
export async function replayFolder(
  folder: string,
  selectorsOf: SelectorsOf = profileSelectors(),
  without: readonly PageSource[] = [],
): Promise<FolderReplay> {
  const listPath = join(folder, 'expected.json');
  if (existsSync(listPath)) {
    return replay(folder, await readExpected(listPath), 'expected.json', { selectorsOf, without });
  }
  const files = existsSync(folder) ? await keptPages(folder) : [];
  if (files.length === 0) {
    throw new OperatorError(`${folder} holds neither an expected.json nor pages that were kept.`);
  }
  const pages = files.map((file) => ({ file: relative(folder, file), kind: null }));
  return replay(folder, pages, 'kept readings', { selectorsOf, without });
}

interface Reading {
  selectorsOf: SelectorsOf;
  without: readonly PageSource[];
}

type Asked = ExpectedPage | { file: string; kind: null };

async function replay(
  folder: string,
  pages: readonly Asked[],
  against: FolderReplay['against'],
  how: Reading,
): Promise<FolderReplay> {
  const result: FolderReplay = {
    pages: pages.length,
    against,
    score: emptyScore(),
    fastPath: { answered: 0, differing: [] },
    unreadable: [],
  };
  for (const page of pages) {
    try {
      await replayPage(folder, page, result, how);
    } catch (error) {
      // One lost file must not hide what the others say; it is told with the score.
      result.unreadable.push({ file: page.file, reason: String(error) });
    }
  }
  return result;
}

async function replayPage(
  folder: string,
  page: Asked,
  result: FolderReplay,
  { selectorsOf, without }: Reading,
): Promise<void> {
  const { body: kept, head } = await readSavedPage(join(folder, page.file));
  const body = withoutSources(kept, without);
  const url = (page.kind === null ? null : page.url) ?? head?.url ?? '';
  const selectors = selectorsOf(url);
  const reading = readPage({ body, url, contentType: head?.contentType ?? null, selectors });
  const fields = fastPathDifferences(body, url);
  if (fields) result.fastPath.answered += 1;
  if (fields && fields.length > 0) result.fastPath.differing.push({ file: page.file, fields });
  const { score } = result;
  if (page.kind !== null) return scorePage(score, page, reading);
  const expected = head?.reading ?? {};
  // A page that gave nothing then has no name either.
  const kind = expected.name === undefined && !expected.items ? 'no-product' : 'kept';
  return scorePage(score, { file: page.file, url, kind, expected }, reading);
}

async function readExpected(path: string): Promise<ExpectedPage[]> {
  const parsed = z.array(expectedPage).safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new OperatorError([`${path} is not as expected:`, ...faults.slice(0, 20)].join('\n'));
}
