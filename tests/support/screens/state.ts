import type { Page } from 'playwright-core';
import { failCall, holdCall } from '../stand-in-calls.ts';

/** One screen in one state. */
export interface ScreenState {
  /** 'search-results': a file name as well. */
  name: string;
  /** '{product}' stands for the id of a product with eight offers. */
  path: string;
  /** Whether it is an account holder with a past who looks: searches, views, favourites. */
  signedIn?: boolean;
  storage?: Record<string, string>;
  /** Stands in front of calls before the page loads. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the loaded page into the state. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What is visible when the state is reached. */
  ready: string;
  /** The layout moves because the shopper did something: not a shift. */
  afterInput?: boolean;
}

/** Stand-ins before a page loads: its call fails, or is never answered. */
export const down = (method: string, path: string) => (page: Page) =>
  failCall(page, method, path, { status: 500 });
export const held = (method: string, path: string) => (page: Page) => holdCall(page, method, path);

/** What a shopper presses. */
export const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
