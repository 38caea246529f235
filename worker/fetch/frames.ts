import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/*
 * Pages that are laid out and drawn only when we ask: nobody looks at them, and frames are a fifth of what a page costs.
 * Only the headless shell can do that. Chromium and Chrome draw their pages themselves, and only those that are the
 * front tab of a window: each page has a window of its own.
 */

/** Time between two frames of a page that waits for them, in milliseconds. */
const FRAME_MS = 33;

/** Opens a page that draws no frames of its own where the browser can do that. Its timers, requests and promises run as usual. */
export async function openUndrawnPage(context: BrowserContext): Promise<Page> {
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) return context.newPage();
  // Several pages may open at the same time: the address tells ours from the others.
  const url = `about:blank#${randomUUID()}`;
  const [page] = await Promise.all([
    context.waitForEvent('page', (one) => one.url() === url),
    browser.send('Target.createTarget', { url, enableBeginFrameControl: true, newWindow: true }),
  ]);
  await browser.detach();
  return page;
}

/** Draws frames for a page until the returned function is called, so that scripts that wait for a frame run. */
export function drawFrames(session: CDPSession): () => void {
  let isStopped = false;
  const draw = async () => {
    while (!isStopped) {
      await session.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true });
      await sleep(FRAME_MS);
    }
  };
  // A browser that draws its pages itself refuses, and so does a page that has ended.
  void draw().catch(() => undefined);
  return () => {
    isStopped = true;
  };
}
