/*
 * Whether a page keeps to its window: on the narrowest screen that counts (WCAG 1.4.10), and with letters of twice
 * the size (WCAG 1.4.4), which the browser's own setting makes, not a zoom.
 */
import type { Page } from 'playwright-core';

/** CSS pixels: 1,280 at a zoom of 400 %. */
const NARROWEST = 320;
const PHONE = 360;
const PHONE_HEIGHT = 900;
/** Pixels: twice what browsers begin with. */
const LARGE_LETTERS = 32;

/** What sticks out of the window or is cut in it, narrow and with large letters; leaves the page with both undone. */
export async function reflowFaults(page: Page): Promise<string[]> {
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
  const scrolls = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest('svg, input, .visually-hidden, .skip-link, thead, [hidden]')) continue;
    if (!element.checkVisibility()) continue;
    const name = `<${element.tagName.toLowerCase()} class="${element.className}">`;
    const { left, right, width } = element.getBoundingClientRect();
    let frame = element.parentElement;
    while (frame && !scrolls(frame)) frame = frame.parentElement;
    const isFramed = frame && frame !== document.body && frame !== document.documentElement;
    if (width > 0 && !isFramed && (left < -1 || right > clientWidth + 1)) {
      faults.push(`${name} reaches from ${Math.round(left)} to ${Math.round(right)} px`);
    }
    const cuts = ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
    if (cuts && element.scrollWidth > element.clientWidth + 1) {
      faults.push(`${name} cuts ${element.scrollWidth - element.clientWidth} px of its words`);
    }
  }
  return faults.slice(0, 5);
}
