import type { CDPSession } from 'playwright-core';
import { FetchRefused } from '#domain/errors.ts';
import { FETCH_KINDS } from './fetch-kinds.ts';
import type { FetchedPage, TextPage } from './fetched-page.ts';
import { drawFrames } from './frames.ts';
import { type LoadPart, PageTraffic, type TrafficLimits } from './page-traffic.ts';
import type { Tab } from './tab.ts';
import type { Tabs } from './tabs.ts';

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

/** True when a page, as it is now, holds what it was rendered for, so that no more need be waited for. */
export type IsComplete = (page: TextPage) => boolean | Promise<boolean>;

/** Pauses in a page's requests after which a look is worth it, in milliseconds, before it counts as quiet. */
const LOOKS_MS = [30, 120];

/**
 * Runs the scripts of a fetched page and returns it with the text they made. The browser reaches nothing
 * itself: every request of the page is answered through `loadPart` or refused. Throws FetchRefused
 * 'timeout', 'too-large' (text or memory), or 'browser-unavailable' when the browser ends under the page.
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
  let refuse: (reason: 'timeout' | 'too-large' | 'browser-unavailable', message: string) => void =
    () => undefined;
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = (reason, message) => reject(new FetchRefused(reason, message));
  });
  const deadline = setTimeout(() => {
    refuse('timeout', `${fetched.url} was not rendered in ${limits.renderMs} ms`);
  }, limits.renderMs);

  void tabs.ended.then(() => {
    refuse('browser-unavailable', `${fetched.url} was not rendered: its browser ended`);
  });

  const rendered = async () => {
    tab = await tabs.take(origin);
    tab.onCrash = () => refuse('too-large', `${fetched.url} crashed its tab`);
    tab.traffic = new PageTraffic(fetched, loadPart, limits);
    return textOf(tab, tab.traffic, fetched, limits.quietMs, isComplete);
  };

  try {
    const body = await Promise.race([rendered(), refused]);
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

/** Loads the page; its text as soon as it is complete, else when it is quiet. */
async function textOf(
  { page, session, frameId }: Tab,
  traffic: PageTraffic,
  fetched: FetchedPage,
  quietMs: number,
  isComplete?: IsComplete,
): Promise<string> {
  await page.goto(fetched.url, { waitUntil: 'commit' });
  await Promise.race([page.waitForLoadState('domcontentloaded'), traffic.leaving]);
  const looks = LOOKS_MS.filter((pauseMs) => pauseMs < quietMs);
  let last = '';
  let stopFrames: (() => void) | undefined;
  try {
    for (const pauseMs of looks) {
      await traffic.settled(pauseMs);
      const body = await documentText(session, frameId);
      // What was not complete the last time is not now either.
      if (body !== last && (await isComplete?.({ ...fetched, body }))) return body;
      last = body;
      // Most pages state their price before they are ever seen; the others get to be.
      stopFrames ??= drawFrames(session);
    }
    stopFrames ??= drawFrames(session);
    for (;;) {
      await traffic.settled(quietMs);
      const seen = traffic.lastAt;
      const text = await documentText(session, frameId, true);
      // On a busy machine a script may get to run only now, and ask for more.
      if (traffic.lastAt === seen) return text;
    }
  } finally {
    stopFrames?.();
  }
}

/**
 * The document as text, read in a world of its own: the page's scripts cannot answer for it, and what is
 * larger than a page may be never leaves the browser. `whenIdle` lets scripts that are due run before, for a while.
 */
async function documentText(
  session: CDPSession,
  frameId: string,
  whenIdle = false,
): Promise<string> {
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

/** A page that is never idle is read after this long, in milliseconds. */
const IDLE_MS = 300;

/** Playwright's messages carry a log behind the first line. */
function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
}
