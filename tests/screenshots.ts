/*
 * `npm run screenshots`: every screen in its main states at 360, 768 and 1440 px, light and dark, into screenshots/.
 *   npm run screenshots -- home search     only states whose name begins so
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { startBrowser } from './support/browser.ts';
import { setup as startPostgres } from './support/postgres-setup.ts';
import { reachState, SCREEN_STATES, type ScreenState } from './support/screen-states.ts';
import { findOffer, joinWithPast, type Shopper } from './support/shopper-calls.ts';
import { openContext } from './support/shopper-context.ts';
import { openSiteWorld } from './support/site-world.ts';

const WIDTHS = [360, 768, 1440];
const FOLDER = join(REPO_ROOT, 'screenshots');

const wanted = process.argv.slice(2);
const states = SCREEN_STATES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);
const stopPostgres = await startPostgres();
const [world, server] = await Promise.all([openSiteWorld(), startBrowser()]);
const browser = await chromium.connect(server.wsEndpoint());
const shopper = await joinWithPast(world.origin);
const { _id: productId } = await findOffer(world.origin, 'bambino', 'Harbour Appliances');
await mkdir(FOLDER, { recursive: true });

for (const state of states) {
  for (const width of WIDTHS) {
    for (const dark of [false, true]) await shoot(browser, state, shopper, width, dark);
  }
  console.log(state.name);
}
await browser.close();
await server.close();
await world.stop();
await stopPostgres();

async function shoot(
  on: Browser,
  state: ScreenState,
  as: Shopper,
  width: number,
  dark: boolean,
): Promise<void> {
  const { site } = as;
  const { storage } = state;
  const options = { width, dark, ...(state.signedIn && { as }), ...(storage && { storage }) };
  const context = await openContext(on, site, options);
  const page = await context.newPage();
  await state.before?.(page);
  await page.goto(state.path.replace('{product}', productId));
  await reachState(page, state);
  const path = join(FOLDER, `${state.name}-${width}-${dark ? 'dark' : 'light'}.png`);
  // A dialog stands in the window, not on the page.
  await page.screenshot({ path, fullPage: !state.ready.startsWith('dialog') });
  await context.close();
}
