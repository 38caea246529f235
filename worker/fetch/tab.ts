import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { openUndrawnPage } from './frames.ts';
import type { FetchedPart } from './page-part.ts';
import type { PageTraffic, RequestFailure } from './page-traffic.ts';

/*
 * A tab, kept for the next page of the same origin: opening one costs as much as rendering in it. It is given back only
 * after a page that behaved, emptied of all the page left, and closed before another origin's page is rendered.
 */

/** A tab of the browser. One page is rendered in it at a time. */
export interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
  /** The main frame's id, the same for all the tab's pages. */
  readonly frameId: string;
  /** Answers what the page asks for; null between two pages, when everything is refused. */
  traffic: PageTraffic | null;
  /** Called when the page's process ends under it. */
  onCrash: () => void;
  /** True once a page did in it what may outlive the page: it is closed then, not kept. */
  isSpoiled: boolean;
}

/** Opens a tab in which nothing is reached but through `traffic`. */
export async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await openUndrawnPage(context);
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
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: answer.status,
    responseHeaders: Object.entries(answer.headers).map(([name, value]) => ({ name, value })),
    body: answer.body.toString('base64'),
  });
}

/**
 * Ends the tab's page and clears what it may have left: cookies, all stores of its origin, the way back. May
 * never end when a script of the page does not: the tab must be closed then, as when this rejects.
 */
export async function emptyTab(tab: Tab, origin: string): Promise<void> {
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

/** All that a page can write; 'all' names caches besides that no page of ours fills, and takes ten times as long. */
const STORES =
  'cookies,local_storage,indexeddb,cache_storage,file_systems,service_workers,shared_storage,storage_buckets';
