import type { Page } from 'playwright-core';
import { failCall, holdCall } from '../stand-in-calls.ts';

export interface ScreenState {
  /** 'search-results'; also the file name. */
  name: string;
  /** URL path; '{product}' is replaced with the id of a product with eight offers. */
  path: string;
  /** Whether to sign in as a shopper with searches, views and favourites. */
  signedIn?: boolean;
  storage?: Record<string, string>;
  /** Intercepts calls before the page loads. */
  before?: (page: Page) => Promise<unknown>;
  /** Steps from the loaded page to the state. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Selector visible once the state is reached. */
  ready: string;
  /** A shopper's action moves the layout, which is not a shift. By default where `prepare` acts. */
  afterInput?: boolean;
}

export const isAfterInput = ({ prepare, afterInput = prepare !== undefined }: ScreenState) =>
  afterInput;

/** States of one page that a signed-in shopper sees. */
export const signedInAt = (path: string, states: readonly Omit<ScreenState, 'path'>[]) =>
  states.map((state): ScreenState => ({ path, signedIn: true, ...state }));

/** Interceptors: a call that fails, or that never gets a response. */
export const down = (method: string, path: string) => (page: Page) =>
  failCall(page, method, path, { status: 500 });
export const held = (method: string, path: string) => (page: Page) => holdCall(page, method, path);

/** Presses a button. */
export const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
