import type { Page } from 'playwright-core';

const expected = new WeakMap<Page, RegExp[]>();

/** The test provokes a logged error that fits `pattern` on this page. */
export function expectLogged(page: Page, pattern: RegExp): void {
  expected.set(page, [...allowed(page), pattern]);
}

/** What this page may log as an error. */
export function allowed(page: Page): RegExp[] {
  return expected.get(page) ?? [];
}

/** Chromium's own line beside every failed answer, which the site logs again under its fixed prefix. */
export function isNoise(text: string): boolean {
  return text.startsWith('Failed to load resource: the server responded with a status of');
}
