import type { Page } from 'playwright-core';

const expected = new WeakMap<Page, RegExp[]>();

/** Expects a logged error that matches `pattern` on this page. */
export function expectLogged(page: Page, pattern: RegExp): void {
  expected.set(page, [...allowed(page), pattern]);
}

/** The errors that this page may log. */
export function allowed(page: Page): RegExp[] {
  return expected.get(page) ?? [];
}

/** Chromium's line for a failed response, which the site also logs under its own prefix. */
export function isNoise(text: string): boolean {
  return text.startsWith('Failed to load resource: the server responded with a status of');
}
