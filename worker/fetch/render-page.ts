import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { FetchRefused } from '#domain/errors.ts';
import { FETCH_KINDS } from './fetch-kinds.ts';
import type { FetchedPage } from './fetched-page.ts';
import { type LoadPart, PageTraffic, type TrafficLimits } from './page-traffic.ts';

/** What one page may use. Times in milliseconds. */
export interface RenderLimits extends TrafficLimits {
  /** From opening the page to its finished text. */
  renderMs: number;
  /** A page that has asked for nothing this long is finished, whatever it says. */
  quietMs: number;
  /** Memory of the whole browser at which it is ended. */
  privateBytes: number;
}

/** Defaults: faults.md's promise is 15 s a page, its own fetch included. */
export const RENDER_LIMITS: RenderLimits = {
  renderMs: 10_000,
  quietMs: 500,
  parts: 80,
  partBytes: 20 * 1024 * 1024,
  privateBytes: 1024 * 1024 * 1024,
};

/** True when a page's text holds what it was rendered for, so that no more need be waited for. */
export type IsComplete = (text: string) => boolean | Promise<boolean>;

/** A pause in a page's requests after which a first look is worth it, in milliseconds. */
const FIRST_LOOK_MS = 30;

/**
 * Runs the scripts of a fetched page and returns it with the text they made. The browser reaches nothing
 * itself: every request of the page is answered through `loadPart` or refused. Throws FetchRefused
 * 'timeout', 'too-large' (text or memory), or 'network' when the browser ends under the page.
 */
export async function renderPage(
  context: BrowserContext,
  fetched: FetchedPage,
  loadPart: LoadPart,
  limits: RenderLimits,
  isComplete: IsComplete = () => false,
): Promise<FetchedPage> {
  const startedAt = performance.now();
  const traffic = new PageTraffic(fetched, loadPart, limits);
  let page: Page | undefined;
  let refuse: (reason: 'timeout' | 'too-large', message: string) => void = () => undefined;
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = (reason, message) => reject(new FetchRefused(reason, message));
  });
  const deadline = setTimeout(() => {
    refuse('timeout', `${fetched.url} was not rendered in ${limits.renderMs} ms`);
  }, limits.renderMs);

  const rendered = async () => {
    page = await context.newPage();
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    page.on('crash', () => refuse('too-large', `${fetched.url} crashed its tab`));
    await page.route('**/*', (route) => traffic.answer(route));
    await page.goto(fetched.url, { waitUntil: 'commit' });
    await Promise.race([page.waitForLoadState('domcontentloaded'), traffic.leaving]);
    await traffic.settled(FIRST_LOOK_MS);
    const text = await pageText(page);
    if (await isComplete(text)) return text;
    await traffic.settled(limits.quietMs);
    return pageText(page);
  };

  try {
    const body = await Promise.race([rendered(), refused]);
    const elapsedMs = fetched.elapsedMs + Math.round(performance.now() - startedAt);
    return { ...fetched, body, elapsedMs };
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    throw new FetchRefused('network', `${fetched.url} was not rendered: ${firstLine(error)}`);
  } finally {
    clearTimeout(deadline);
    // A page whose script never returns may not close either: its browser is ended after it.
    if (page) await Promise.race([page.close().catch(() => undefined), sleep(CLOSE_MS)]);
  }
}

const CLOSE_MS = 1_000;

/**
 * The document as text, read in a world of its own: the page's scripts cannot answer for it, and what is
 * larger than a page may be never leaves the browser.
 */
async function pageText(page: Page): Promise<string> {
  const maxChars = FETCH_KINDS.page.limits.unpackedBytes;
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const world = { frameId: frameTree.frame.id, worldName: 'reading' };
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression: `(() => {
      const text = document.documentElement.outerHTML;
      return text.length > ${maxChars} ? null : text;
    })()`,
    returnByValue: true,
  });
  if (typeof result.value === 'string') return `<!doctype html>${result.value}`;
  throw new FetchRefused('too-large', `the rendered page is larger than ${maxChars} characters`);
}

/** Playwright's messages carry a log behind the first line. */
function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
}
