import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/*
 * Pages that are laid out and drawn only when we ask: nobody looks at them, and frames are a fifth of what a page costs.
 * A Chromium with windows cannot do without: its pages draw themselves, and asking changes nothing.
 */

/** Between two frames of a page that waits for them, in milliseconds. */
const FRAME_MS = 33;

/** A new page of the browser without frames of its own. What its scripts do besides (timers, requests, promises) goes on. */
export async function openUndrawnPage(context: BrowserContext): Promise<Page> {
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) return context.newPage();
  // Other pages' windows open at the same time: ours is known by its address.
  const url = `about:blank#${randomUUID()}`;
  const [page] = await Promise.all([
    context.waitForEvent('page', (one) => one.url() === url),
    browser.send('Target.createTarget', { url, enableBeginFrameControl: true }),
  ]);
  await browser.detach();
  return page;
}

/** Draws frames for a page until the function that it gives is called: what waits to be seen comes to run. */
export function drawFrames(session: CDPSession): () => void {
  let isStopped = false;
  const draw = async () => {
    while (!isStopped) {
      await session.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true });
      await sleep(FRAME_MS);
    }
  };
  // Refused by a page that draws itself, and by one that has ended.
  void draw().catch(() => undefined);
  return () => {
    isStopped = true;
  };
}
