/*
 * `npm run screenshots`: every screen in its main states at 360, 768 and 1440 px, light and dark, into screenshots/.
 *   npm run screenshots -- home search     only states whose name begins so
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { startBrowser } from './support/browser.ts';
import { setup as startPostgres } from './support/postgres-setup.ts';
import { reachState, SCREEN_STATES } from './support/screen-states.ts';
import { ADMIN_STATES } from './support/screens/admin.ts';
import type { ScreenState } from './support/screens/state.ts';
import { findOffer, joinWithPast, type Shopper } from './support/shopper-calls.ts';
import { openContext, openTab } from './support/shopper-context.ts';
import { openSiteWorld } from './support/site-world.ts';

const WIDTHS = [360, 768, 1440];
/** Concurrent pages, and the time limit for starting a state. */
const AT_ONCE = 2;
const LONGEST_MS = 8 * 60_000;
const FOLDER = join(REPO_ROOT, 'screenshots');

const wanted = process.argv.slice(2);
const states = [...SCREEN_STATES, ...ADMIN_STATES].filter(
  ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);
const stopPostgres = await startPostgres();
const [world, browser] = await Promise.all([openSiteWorld(), startBrowser()]);
const shopper = await joinWithPast(world.origin);
const { _id: productId } = await findOffer(world.origin, 'bambino', 'Harbour Appliances');
await mkdir(FOLDER, { recursive: true });

const deadline = Date.now() + LONGEST_MS;
const waiting = states.values();
const failed: string[] = [];
/** Photographs states until none is left. */
async function shootSome(): Promise<void> {
  for (const state of waiting) {
    if (Date.now() > deadline) throw new Error(`${state.name} and later states were not reached.`);
    for (const width of WIDTHS) {
      await shoot(browser, state, shopper, width).catch((error: unknown) => {
        failed.push(state.name);
        console.error(`${state.name} ${width}: ${String(error).split('\n')[0]}`);
      });
    }
  }
}
const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, shootSome));
const late = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
console.log([`${states.length} states, ${new Set(failed).size} failed`, ...late].join('\n'));
process.exitCode = failed.length + late.length > 0 ? 1 : 0;
await browser.close();
await world.stop();
await stopPostgres();

async function shoot(on: Browser, state: ScreenState, as: Shopper, width: number): Promise<void> {
  const { storage } = state;
  const options = { width, ...(state.signedIn && { as }), ...(storage && { storage }) };
  const context = await openContext(on, as.site);
  try {
    const page = await openTab(context, options);
    page.setDefaultTimeout(10_000);
    await state.before?.(page);
    await page.goto(state.path.replace('{product}', productId));
    await reachState(page, state);
    await page.evaluate(showPictures);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(finishTransitions);
      const path = join(FOLDER, `${state.name}-${width}-${colorScheme}.png`);
      // A dialog belongs to the viewport, not to the page.
      await page.screenshot({ path, fullPage: !state.ready.startsWith('dialog') });
    }
  } finally {
    await context.close();
  }
}

/** Runs in the page: waits until colours have changed. A script may change them in the frame after the media query. */
async function finishTransitions(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  const started = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.all(started.map(({ finished }) => finished));
}

/** Runs in the page: scrolls so that lazy pictures load, and shows what is drawn only near the screen. */
async function showPictures(): Promise<void> {
  for (const part of document.querySelectorAll<HTMLElement>('.below-fold')) {
    part.style.contentVisibility = 'visible';
  }
  for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
    scrollTo(0, top);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  scrollTo(0, 0);
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
}
