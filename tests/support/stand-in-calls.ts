/*
 * Single calls of the API answered by the test instead: for failures that a healthy site does not have, and for
 * states that would take weeks to reach.
 */
import type { Page, Route } from 'playwright-core';
import { expectLogged } from './logged-faults.ts';

/** How a call fails: the server says no in a good answer, answers with an error, or cannot be reached. */
export type Failure = 'refused' | 'unreachable' | { status: number; error?: string; code?: string };

/** Answers every call of `method` to `path` (below /api, without its query) with this failure. */
export async function failCall(
  page: Page,
  method: string,
  path: string,
  failure: Failure,
): Promise<void> {
  expectLogged(page, new RegExp(`^\\[api\\] ${method} ${escaped(path)}`));
  expectLogged(page, /net::ERR_FAILED/);
  await standIn(page, method, path, (route) => {
    if (failure === 'unreachable') return route.abort();
    if (failure === 'refused') return route.fulfill({ json: { success: false } });
    const { status, ...said } = failure;
    return route.fulfill({ status, json: { success: false, ...said } });
  });
}

/** Answers the call with `body`, which stands under `data` of a good answer. */
export async function answerCall(
  page: Page,
  method: string,
  path: string,
  data: unknown,
): Promise<void> {
  await standIn(page, method, path, (route) => route.fulfill({ json: { success: true, data } }));
}

/** Lets the call through to the site and changes its `data` on the way back. */
export async function alterAnswer<Data>(
  page: Page,
  method: string,
  path: string,
  change: (data: Data) => Data,
): Promise<void> {
  await standIn(page, method, path, async (route) => {
    try {
      const response = await route.fetch();
      const body = (await response.json()) as { data: Data };
      await route.fulfill({ response, json: { ...body, data: change(body.data) } });
    } catch (error) {
      // A test may end while a call that it does not wait for is under way; its answers go before its page does.
      if (!page.isClosed() && !String(error).includes('disposed')) throw error;
    }
  });
}

/** Holds the call back until the returned function is called; then it goes on to the site. */
export async function holdCall(page: Page, method: string, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await standIn(page, method, path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Counts the calls that go by, without touching them. */
export function countCalls(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === `/api${path}`)
      count += 1;
  });
  return () => count;
}

/** Ends every stand-in of this page: the site answers again. */
export async function healCalls(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function standIn(
  page: Page,
  method: string,
  path: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api${path}`,
    (route) => (route.request().method() === method ? answer(route) : route.fallback()),
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
