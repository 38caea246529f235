import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { FetchedPart } from './page-part.ts';
import type { PageTraffic, RequestFailure } from './page-traffic.ts';

interface Kept {
  origin: string;
  /** The emptied tab; null if it could not be emptied and was closed. */
  emptied: Promise<Tab | null>;
}

/**
 * A tab that takes longer to empty is closed, as a script probably blocks it. Chromium with windows takes 0.1 to 0.5 s, on a busy
 * machine over 1 s; only the next page of the same shop waits for it.
 */
const EMPTY_MS = 5_000;
/** A page with an endless script may not close either; its browser is then ended. */
const CLOSE_MS = 1_000;

/** Keeps the `most` recently used tabs of a browser. */
export function createTabs(context: BrowserContext, most: number) {
  const kept: Kept[] = [];
  return {
    /** Resolves when the browser ends; its tabs may never answer after that. */
    ended: new Promise<void>((resolve) => context.once('close', () => resolve())),
    /** Returns a new tab, or one that has rendered only pages of this origin. */
    async take(origin: string) {
      const at = kept.findIndex((one) => one.origin === origin);
      const [found] = at === -1 ? [] : kept.splice(at, 1);
      return (await found?.emptied) ?? openTab(context);
    },
    /** Empties a tab and keeps it for its origin; closes it if its page was not read or the tab is spoiled. */
    async giveBack(tab: Tab, origin: string, isRead: boolean) {
      if (!isRead || tab.isSpoiled) return closeTab(tab);
      kept.push({ origin, emptied: emptied(tab, origin) });
      const surplus = kept.length > most ? kept.shift() : undefined;
      const oldest = await surplus?.emptied;
      if (oldest) await closeTab(oldest);
    },
  };
}

export type Tabs = ReturnType<typeof createTabs>;

async function emptied(tab: Tab, origin: string): Promise<Tab | null> {
  const isEmpty = await Promise.race([
    emptyTab(tab, origin).then(
      () => !tab.isSpoiled,
      () => false,
    ),
    sleep(EMPTY_MS, false),
  ]);
  if (isEmpty) return tab;
  await closeTab(tab);
  return null;
}

async function closeTab(tab: Tab): Promise<void> {
  await Promise.race([tab.page.close().catch(() => undefined), sleep(CLOSE_MS)]);
}

/*
 * A browser tab. After a well-behaved page it is emptied and kept for the next page of the same origin, as opening a tab costs
 * as much as rendering in it.
 *
 * Drawing takes a fifth of a page's time, and nobody sees it, so the headless shell draws a page only on request (drawFrames).
 * Chromium and Chrome draw by themselves, but only the front tab of a window, so each tab has its own window.
 */

/** A tab, in which one page is rendered at a time. */
export interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
  /** The main frame's id, the same for all the tab's pages. */
  readonly frameId: string;
  /** Answers the page's requests; null between pages, when all requests are refused. */
  traffic: PageTraffic | null;
  /** Called when the page's process crashes. */
  onCrash: () => void;
  /** True after a page did something that may outlive it: the tab is then closed, not kept. */
  isSpoiled: boolean;
}

/** Opens a tab whose pages have no network access except through `traffic`. */
async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await openPage(context);
  const session = await context.newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const tab: Tab = {
    page,
    session,
    frameId: frameTree.frame.id,
    traffic: null,
    onCrash: () => undefined,
    isSpoiled: false,
  };
  const spoil = () => {
    tab.isSpoiled = true;
  };
  page.on('popup', (popup) => {
    spoil();
    void popup.close().catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    spoil();
    void dialog.dismiss().catch(() => undefined);
  });
  page.on('download', spoil);
  page.on('crash', () => {
    spoil();
    tab.onCrash();
  });
  session.on('Fetch.requestPaused', (paused) => {
    const reply = (answer: FetchedPart | RequestFailure) =>
      answerPaused(session, paused.requestId, answer);
    if (tab.traffic) void tab.traffic.answer(paused, reply);
    else void reply('BlockedByClient').catch(() => undefined);
  });
  const patterns = [{ urlPattern: 'http://*' }, { urlPattern: 'https://*' }];
  await session.send('Fetch.enable', { patterns });
  return tab;
}

async function answerPaused(
  session: CDPSession,
  requestId: string,
  answer: FetchedPart | RequestFailure,
): Promise<void> {
  if (typeof answer === 'string') {
    await session.send('Fetch.failRequest', { requestId, errorReason: answer });
    return;
  }
  const responseHeaders = Object.entries(answer.headers).map(([name, value]) => ({ name, value }));
  const body = answer.body.toString('base64');
  const response = { requestId, responseCode: answer.status, responseHeaders, body };
  await session.send('Fetch.fulfillRequest', response);
}

/** Ends the tab's page and clears cookies, storage and history. Close the tab if this rejects, or hangs because of an endless script. */
async function emptyTab(tab: Tab, origin: string): Promise<void> {
  const { page, session } = tab;
  tab.onCrash = () => undefined;
  const storageId = { securityOrigin: origin, isLocalStorage: false };
  await session.send('DOMStorage.clear', { storageId });
  tab.traffic = null;
  await page.goto('about:blank', { waitUntil: 'commit' });
  await Promise.all([
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORES }),
    session.send('Page.resetNavigationHistory'),
    session.send('Runtime.evaluate', { expression: `window.name = ''` }),
  ]);
}

/** All storage that a page can write. 'all' takes ten times as long for caches that our pages never fill. */
const STORES =
  'cookies,local_storage,indexeddb,cache_storage,file_systems,service_workers,shared_storage,storage_buckets';

/** Time between two frames in milliseconds. */
const FRAME_MS = 33;

/** Opens a page in its own window, with frames on request if the browser supports it. */
async function openPage(context: BrowserContext): Promise<Page> {
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) return context.newPage();
  // Several pages may open at once: the address identifies this one.
  const url = `about:blank#${randomUUID()}`;
  const [page] = await Promise.all([
    context.waitForEvent('page', (one) => one.url() === url),
    browser.send('Target.createTarget', { url, enableBeginFrameControl: true, newWindow: true }),
  ]);
  await browser.detach();
  return page;
}

/** A frame that takes longer, because its page has ended, does not delay the frames of other pages. */
const LONGEST_FRAME_MS = 500;
const turns = new WeakMap<BrowserContext, Promise<unknown>>();

/** Requests frames one after the other: the headless shell crashes when two windows draw at once. */
async function inTurn(context: BrowserContext, draw: () => Promise<unknown>): Promise<void> {
  const before = turns.get(context) ?? Promise.resolve();
  const frame = before.then(draw);
  turns.set(
    context,
    Promise.race([frame, sleep(LONGEST_FRAME_MS)]).catch(() => undefined),
  );
  await frame;
}

/** Draws frames for a page until the returned function is called, so that scripts waiting for a frame can run. */
export function drawFrames({ page, session }: Tab): () => void {
  let isStopped = false;
  const draw = async () => {
    while (!isStopped) {
      await inTurn(page.context(), () =>
        session.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true }),
      );
      await sleep(FRAME_MS);
    }
  };
  // Browsers that draw by themselves reject this, as does a page that has ended.
  void draw().catch(() => undefined);
  return () => {
    isStopped = true;
  };
}
