import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { codeOf } from '#domain/errors.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { DAY_MS } from '#domain/time.ts';
import type { TextPage } from '../fetch/fetched-page.ts';
import { PAGE_FILE_ENDING, packPage } from './page-file.ts';

/** Keeps a fetched page with its reading. Never throws: a full disk must not stop the crawl. */
export type KeepPage = (
  retailerSlug: string,
  page: Pick<TextPage, 'url' | 'contentType' | 'body'>,
  reading: PageReading,
  fetchedAt: Date,
) => Promise<void>;

/** Maximum packed bytes per retailer; beyond it the oldest pages are deleted. */
const MAX_RETAILER_BYTES = 200 * 1024 * 1024;
/** Other workers also write, so the folder's size is measured again after this many pages. */
const PAGES_BETWEEN_COUNTS = 200;

/** Keeps pages as `<folder>/<retailer>/<day>/<time>-<hash of the URL>.page.gz`, for `days` and within the cap. */
export function createPageKeeper(
  folder: string,
  days: number,
  log: Pick<Logger, 'warn'>,
  maxBytes = MAX_RETAILER_BYTES,
): KeepPage {
  const counts = new Map<string, { bytes: number; pages: number }>();

  return async function keepPage(slug, page, reading, fetchedAt) {
    const home = join(folder, slug);
    try {
      const bytes = packPage(page, reading, fetchedAt);
      await writePage(home, page.url, bytes, fetchedAt);
      const count = counts.get(slug);
      if (count && count.pages < PAGES_BETWEEN_COUNTS && count.bytes + bytes.length <= maxBytes) {
        counts.set(slug, { bytes: count.bytes + bytes.length, pages: count.pages + 1 });
        return;
      }
      await dropOldDays(home, new Date(fetchedAt.getTime() - days * DAY_MS));
      counts.set(slug, { bytes: await dropBeyond(home, maxBytes), pages: 0 });
    } catch (err) {
      log.warn({ err, url: page.url }, 'could not keep a page');
    }
  };
}

async function writePage(home: string, url: string, bytes: Buffer, at: Date): Promise<void> {
  const [day = '', time = ''] = at.toISOString().split('T');
  const path = join(home, day, `${time.replace(/[:.Z]/g, '')}-${markOf(url)}${PAGE_FILE_ENDING}`);
  await mkdir(join(home, day), { recursive: true });
  // Renaming prevents readers from seeing half a page.
  try {
    await writeFile(`${path}.part`, bytes);
    await rename(`${path}.part`, path);
  } catch (cause) {
    await rm(`${path}.part`, { force: true });
    throw cause;
  }
}

/** The part of a file name that identifies the page's URL. */
function markOf(url: string): string {
  return createHash('sha1').update(url).digest('hex').slice(0, 12);
}

/** A lookup of the newest kept page of a URL below a folder; the files are listed once. */
export async function findKeptPages(folder: string): Promise<(url: string) => string | null> {
  const newest = new Map<string, string>();
  for (const path of await keptPages(folder)) {
    newest.set(path.slice(-PAGE_FILE_ENDING.length - 12, -PAGE_FILE_ENDING.length), path);
  }
  return (url) => newest.get(markOf(url)) ?? null;
}

async function dropOldDays(home: string, before: Date): Promise<void> {
  const firstKept = before.toISOString().slice(0, 10);
  for (const day of await readdir(home)) {
    if (/^\d{4}-\d{2}-\d{2}$/.test(day) && day < firstKept) {
      await rm(join(home, day), { recursive: true, force: true });
    }
  }
}

/** Deletes the oldest pages until the rest fits; returns the bytes that are left. */
async function dropBeyond(home: string, maxBytes: number): Promise<number> {
  const pages = await keptPages(home);
  const sizes = await Promise.all(pages.map(sizeOf));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  for (let index = 0; index < pages.length && total > maxBytes; index += 1) {
    await rm(pages[index] ?? '', { force: true });
    total -= sizes[index] ?? 0;
  }
  return total;
}

/** The paths of all kept pages below a folder, oldest first. */
export async function keptPages(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith(PAGE_FILE_ENDING))
    .sort()
    .map((name) => join(folder, name));
}

/** The size of a file; 0 if another worker has just deleted it. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}
