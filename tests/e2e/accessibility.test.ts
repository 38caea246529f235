/*
 * Accessibility: every screen in every main state passes axe-core, light and dark, does not shift while loading, and does not overflow a narrow
 * window or one with large text.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { PATIENCE } from '../support/limits.ts';
import { expectLogged } from '../support/logged-faults.ts';
import { drawn } from '../support/page-steps.ts';
import { reachState, SCREEN_STATES } from '../support/screen-states.ts';
import { isAfterInput } from '../support/screens/state.ts';
import { findOffer, joinWithPast, type Shopper } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';

/** Layout shift that a shopper may see while a page loads: a fifth of what counts as good. */
const MAX_SHIFT = 0.02;
/** CSS pixels: 1,280 at a zoom of 400 %. */
const NARROWEST = 320;
const PHONE = 360;
const WIDE = 1280;
const HEIGHT = 900;
/** Pixels: twice what browsers begin with. */
const LARGE_LETTERS = 32;
/** What a dark style sheet can break: axe's rules that look at colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let shopper: Shopper | null = null;
let productId = '';
beforeAll(async () => {
  shopper = await joinWithPast(SITE);
  productId = (await findOffer(SITE, 'bambino', 'Harbour Appliances'))._id;
});

/** What axe, which the page must have, finds by these rules, or by all of its own; one line a fault: rule and where. */
async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  const { violations } = await page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    // What passes needs no selectors, and no page has media to load before it is judged.
    const options = { resultTypes: ['violations'], preload: false };
    return axe.run(values ? { ...options, runOnly: { type: 'rule', values } } : options);
  }, rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}

/** Watches layout shifts from the first paint on; input of the shopper excuses what follows it. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
  );

/** States by the load that they begin with: one without input first, then those that a shopper reaches from there. */
const LOADS = Map.groupBy(SCREEN_STATES, ({ name, path, before, storage, signedIn }) =>
  before || storage ? name : `${path} ${signedIn}`,
)
  .values()
  .map((states) => ({ name: states.map((state) => state.name).join(', '), states }))
  .toArray();

/** The first load of each page. */
const FIRST_OF_PAGE = new Set(
  Map.groupBy(
    LOADS.flatMap(({ states }) => states.slice(0, 1)).filter((state) => !isAfterInput(state)),
    ({ path }) => path.split('?')[0],
  )
    .values()
    .map(([first]) => first),
);

describe('every screen', () => {
  test.for(LOADS)('$name', { concurrent: true }, async ({ states }, { open }) => {
    const [first = expect.fail('no state'), ...later] = states;
    const isLoaded = !isAfterInput(first);
    const page = await open(first.path.replace('{product}', productId), {
      ...(first.signedIn && shopper && { as: shopper }),
      ...(first.storage && { storage: first.storage }),
      ...(isLoaded && { width: PHONE, dark: true }),
      before: async (tab) => {
        expectLogged(tab, /^\[api\]/);
        await watchShifts(tab);
        await first.before?.(tab);
      },
    });
    await reachState(page, first);
    if (isLoaded) {
      expect(await shiftOf(page), 'on a phone').toBeLessThan(MAX_SHIFT);
      expect(await reflowFaults(page)).toEqual([]);
      await page.setViewportSize({ width: WIDE, height: HEIGHT });
    }
    // The states of a page load alike.
    if (FIRST_OF_PAGE.has(first)) {
      await page.reload();
      await reachState(page, first);
      expect(await shiftOf(page), 'in a wide window').toBeLessThan(MAX_SHIFT);
    }
    await expectNoFaults(page, first.name);
    for (const state of later) {
      // Closes what the state before has opened.
      await page.keyboard.press('Escape');
      await reachState(page, state);
      await expectNoFaults(page, state.name);
    }
  });
});

async function expectNoFaults(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await addAxe(page);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // Begins with the theme that is shown: a change draws the whole page anew.
  for (const theme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await paint(page, theme);
    // Colours are the style sheet's alone: the page need not be loaded again.
    const faults = await faultsOf(page, theme === 'dark' ? RULES_OF_COLOUR : undefined);
    expect(faults, `${name}, ${theme}`).toEqual([]);
  }
}

/** Past playwright's own evaluation, which takes twice as long for so long a script. */
async function addAxe(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Runtime.evaluate', { expression: AXE });
  await browser.detach();
}

/** Shows the page in this theme, past every transition of its colours. */
async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // A script may follow the theme in the frame after it.
  await drawn(page);
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  });
}

test('the page of the API', async ({ open }) => {
  const page = await open('/api/docs');
  // Swagger draws all operations at once.
  await page.locator('.opblock-tag').first().click({ timeout: PATIENCE.timeout });
  await page.locator('.opblock-summary-control').first().click();
  await page.locator('.opblock-body').first().waitFor();
  await expectNoFaults(page, 'the page');
});

/** What sticks out of the window of a phone or is cut in it, as it is, narrow and with large letters; undoes both. */
async function reflowFaults(page: Page): Promise<string[]> {
  const onPhone = await page.evaluate(findFaults);
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT });
  const narrow = await page.evaluate(findFaults);
  await page.setViewportSize({ width: PHONE, height: HEIGHT });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE_LETTERS } });
  const large = await page.evaluate(findFaults);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE_LETTERS / 2 } });
  await browser.detach();
  return [
    ...onPhone.map((fault) => `${PHONE} px wide: ${fault}`),
    ...narrow.map((fault) => `${NARROWEST} px wide: ${fault}`),
    ...large.map((fault) => `letters of ${LARGE_LETTERS} px: ${fault}`),
  ];
}

/** In the page. A list that scrolls by itself may be wider; what is for screen readers alone takes no room. */
function findFaults(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest('svg, input, .visually-hidden, .skip-link, thead, [hidden]')) continue;
    if (!element.checkVisibility()) continue;
    const name = `<${element.tagName.toLowerCase()} class="${element.className}">`;
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 0 && !isFramed(element) && (left < -1 || right > clientWidth + 1)) {
      faults.push(`${name} reaches from ${Math.round(left)} to ${Math.round(right)} px`);
    }
    const cuts = ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
    if (cuts && element.scrollWidth > element.clientWidth + 1) {
      faults.push(`${name} cuts ${element.scrollWidth - element.clientWidth} px of its words`);
    }
  }
  return faults.slice(0, 5);

  function isFramed(element: Element): boolean {
    const { body, documentElement } = document;
    const frame = element.parentElement;
    if (!frame || frame === body || frame === documentElement) return false;
    return getComputedStyle(frame).overflowX !== 'visible' || isFramed(frame);
  }
}
