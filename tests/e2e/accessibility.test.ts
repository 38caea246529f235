/*
 * Accessibility: every screen in every main state passes axe-core, light and dark, does not shift while loading, and does not overflow a narrow
 * window or one with large text.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectLogged } from '../support/logged-faults.ts';
import { reachState, SCREEN_STATES } from '../support/screen-states.ts';
import { isAfterInput } from '../support/screens/state.ts';
import { findOffer, joinWithPast, type Shopper } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';

/** Layout shift that a shopper may see while a page loads: a fifth of what counts as good. */
const MAX_SHIFT = 0.02;
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
    return axe.run(values ? { runOnly: { type: 'rule', values } } : {});
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

describe('every screen, light and dark', () => {
  test.for(SCREEN_STATES)('$name', { concurrent: true }, async (state, { open }) => {
    const page = await open(state.path.replace('{product}', productId), {
      ...(state.signedIn && shopper && { as: shopper }),
      ...(state.storage && { storage: state.storage }),
      before: async (tab) => {
        expectLogged(tab, /^\[api\]/);
        await watchShifts(tab);
        await state.before?.(tab);
      },
    });
    await reachState(page, state);
    await page.evaluate(AXE);
    expect(await faultsOf(page), 'light').toEqual([]);
    if (!isAfterInput(state)) expect(await shiftOf(page)).toBeLessThan(MAX_SHIFT);
    // Colours are the style sheet's alone and change at once: the page need not be loaded again.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page, RULES_OF_COLOUR), 'dark').toEqual([]);
  });
});

test.for([false, true])('the page of the API, dark: %s', async (dark, { open }) => {
  const page = await open('/api/docs', { dark });
  await page.locator('.opblock-tag').first().click();
  await page.locator('.opblock-summary-control').first().click();
  await page.locator('.opblock-body').first().waitFor();
  await page.evaluate(AXE);
  expect(await faultsOf(page)).toEqual([]);
});

describe('on a phone in dark mode nothing shifts or overflows', () => {
  const loaded = SCREEN_STATES.filter((state) => !isAfterInput(state));

  test.for(loaded)('$name', { concurrent: true }, async (state, { open }) => {
    const page = await open(state.path.replace('{product}', productId), {
      width: 360,
      dark: true,
      ...(state.signedIn && shopper && { as: shopper }),
      before: async (tab) => {
        expectLogged(tab, /^\[api\]/);
        await watchShifts(tab);
        await state.before?.(tab);
      },
    });
    await reachState(page, state);
    expect(await shiftOf(page)).toBeLessThan(MAX_SHIFT);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, 'pixels that stick out on the right').toBeLessThanOrEqual(0);
    expect(await reflowFaults(page)).toEqual([]);
  });
});

/** CSS pixels: 1,280 at a zoom of 400 %. */
const NARROWEST = 320;
const PHONE = 360;
const PHONE_HEIGHT = 900;
/** Pixels: twice what browsers begin with. */
const LARGE_LETTERS = 32;

/** What sticks out of the window or is cut in it, narrow and with large letters; leaves the page with both undone. */
async function reflowFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: NARROWEST, height: PHONE_HEIGHT });
  const narrow = await page.evaluate(findFaults);
  await page.setViewportSize({ width: PHONE, height: PHONE_HEIGHT });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE_LETTERS } });
  const large = await page.evaluate(findFaults);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE_LETTERS / 2 } });
  await browser.detach();
  return [
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
