import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { FetchRefused } from '#domain/errors.ts';
import { FETCH_KINDS } from './fetch-kinds.ts';
import type { FetchedPage } from './fetched-page.ts';
import type { FetchedPart, PartRequest } from './page-part.ts';
import { isNeeded } from './page-request.ts';

/** Gets one part for a page, or throws FetchRefused. */
export type LoadPart = (request: Omit<PartRequest, 'aroundHop'>) => Promise<FetchedPart>;

/** What one page may use. Times in milliseconds. */
export interface RenderLimits {
  /** From the first script to the finished text. */
  renderMs: number;
  /** A page that asked for nothing this long has settled. */
  quietMs: number;
  parts: number;
  partBytes: number;
  residentBytes: number;
}

/** Defaults, sized by the fetcher's own: one page ends within 15 s. */
export const RENDER_LIMITS: RenderLimits = {
  renderMs: 12_000,
  quietMs: 300,
  parts: 80,
  partBytes: 20 * 1024 * 1024,
  residentBytes: 1024 * 1024 * 1024,
};

/**
 * Runs the scripts of a fetched page and returns it with the text they made. The browser itself reaches
 * nothing: every request of the page is answered here, through `loadPart`, or refused.
 */
export async function renderIn(
  context: BrowserContext,
  fetched: FetchedPage,
  loadPart: LoadPart,
  limits: RenderLimits,
): Promise<FetchedPage> {
  const page = await context.newPage();
  const traffic = { open: 0, parts: 0, bytes: 0, lastAt: performance.now() };

  await page.route('**/*', async (route) => {
    traffic.open += 1;
    try {
      await answer(route, page, fetched, () => {
        traffic.parts += 1;
        return traffic.parts <= limits.parts && traffic.bytes <= limits.partBytes;
      }, async (part) => {
        const loaded = await loadPart(part);
        traffic.bytes += loaded.body.length;
        return loaded;
      });
    } finally {
      traffic.open -= 1;
      traffic.lastAt = performance.now();
    }
  });

  try {
    await page.goto(fetched.url, { waitUntil: 'domcontentloaded' });
    await settled(traffic, limits.quietMs);
    return { ...fetched, body: await pageText(page) };
  } finally {
    await page.close();
  }
}
