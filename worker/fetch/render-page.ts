import type { CDPSession } from 'playwright-core';
import { type FetchRefusal, FetchRefused } from '#domain/errors.ts';
import { FETCH_KINDS, type FetchedPage, type TextPage } from './fetched-page.ts';
import type { LoadPart } from './page-part.ts';
import { createPageTraffic, type PageTraffic, type TrafficLimits } from './page-traffic.ts';
import { drawFrames, type Tab, type Tabs } from './tabs.ts';

/** Resource limits of one page. Times in milliseconds. */
export interface RenderLimits extends TrafficLimits {
  /** From opening the page to reading its text. */
  renderMs: number;
  /** A page without requests for this long is finished. */
  quietMs: number;
  /** Private memory at which the whole browser is closed. */
  privateBytes: number;
}

/** Defaults. With its own fetch, a page has 15 s. */
export const RENDER_LIMITS: RenderLimits = {
  renderMs: 10_000,
  quietMs: 500,
  parts: 80,
  partBytes: 20 * 1024 * 1024,
  privateBytes: 1024 * 1024 * 1024,
};

/** True when the page already contains the content that it is rendered for. */
export type IsComplete = (page: TextPage) => boolean | Promise<boolean>;

/** The page is checked after these pauses in its requests, in milliseconds, before it counts as quiet. */
const CHECKS_MS = [30, 120];

/**
 * Runs a page's scripts and returns the page with the resulting text; each request goes through `loadPart` or is refused. Throws
 * FetchRefused 'timeout', 'too-large' (text or memory), or 'browser-unavailable' when the browser ends.
 */
export async function renderPage(
  tabs: Tabs,
  fetched: FetchedPage,
  loadPart: LoadPart,
  limits: RenderLimits,
  isComplete?: IsComplete,
): Promise<TextPage> {
  const startedAt = performance.now();
  const { origin } = new URL(fetched.url);
  let tab: Tab | undefined;
  let isRead = false;
  const refused = Promise.withResolvers<never>();
  const refuse = (reason: FetchRefusal, message: string) =>
    refused.reject(new FetchRefused(reason, message));
  const deadline = setTimeout(() => {
    refuse('timeout', `${fetched.url} was not rendered in ${limits.renderMs} ms`);
  }, limits.renderMs);

  void tabs.ended.then(() => {
    refuse('browser-unavailable', `${fetched.url} was not rendered: its browser ended`);
  });

  const rendered = async () => {
    tab = await tabs.take(origin);
    tab.onCrash = () => refuse('too-large', `${fetched.url} crashed its tab`);
    tab.traffic = createPageTraffic(fetched, loadPart, limits);
    return textOf(tab, tab.traffic, fetched, limits.quietMs, isComplete);
  };

  try {
    const body = await Promise.race([rendered(), refused.promise]);
    isRead = true;
    const elapsedMs = fetched.elapsedMs + Math.round(performance.now() - startedAt);
    return { ...fetched, body, elapsedMs };
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    const message = `${fetched.url} was not rendered: ${firstLine(error)}`;
    throw new FetchRefused('browser-unavailable', message);
  } finally {
    clearTimeout(deadline);
    if (tab) await tabs.giveBack(tab, origin, isRead);
  }
}

/** Loads the page and returns its text when it is complete, otherwise when it is quiet. */
async function textOf(
  tab: Tab,
  traffic: PageTraffic,
  fetched: FetchedPage,
  quietMs: number,
  isComplete?: IsComplete,
): Promise<string> {
  const { page, session, frameId } = tab;
  await page.goto(fetched.url, { waitUntil: 'commit' });
  await Promise.race([page.waitForLoadState('domcontentloaded'), traffic.leaving]);
  const checks = CHECKS_MS.filter((pauseMs) => pauseMs < quietMs);
  let last = '';
  let stopFrames: (() => void) | undefined;
  try {
    for (const pauseMs of checks) {
      await traffic.settled(pauseMs);
      const body = await documentText(session, frameId);
      // An unchanged text is still incomplete.
      if (body !== last && (await isComplete?.({ ...fetched, body }))) return body;
      last = body;
      // Most pages state their price without a frame; draw the others now.
      stopFrames ??= drawFrames(tab);
    }
    stopFrames ??= drawFrames(tab);
    for (;;) {
      await traffic.settled(quietMs);
      const quietSince = traffic.lastAt();
      const text = await documentText(session, frameId, true);
      // On a busy machine a script may run only now and send more requests.
      if (traffic.lastAt() === quietSince) return text;
    }
  } finally {
    stopFrames?.();
  }
}

/**
 * The document as text, up to the cap, read in a world that the page's scripts cannot change. `whenIdle` lets pending scripts run first.
 */
async function documentText(session: CDPSession, frameId: string, whenIdle = false) {
  const maxChars = FETCH_KINDS.page.limits.unpackedBytes;
  const world = { frameId, worldName: 'reading' };
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression: `(async () => {
      if (${whenIdle}) await new Promise((go) => requestIdleCallback(go, { timeout: ${IDLE_MS} }));
      const text = document.documentElement.outerHTML;
      return text.length > ${maxChars} ? null : text;
    })()`,
    returnByValue: true,
    awaitPromise: true,
  });
  if (typeof result.value === 'string') return `<!doctype html>${result.value}`;
  throw new FetchRefused('too-large', `the rendered page is larger than ${maxChars} characters`);
}

/** A page that is never idle is read after this time in milliseconds. */
const IDLE_MS = 300;

/** The first line of Playwright's message, without its log. */
function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
}
