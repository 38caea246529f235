import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { FetchRefused } from '#domain/errors.ts';
import type { FetchedPage } from './fetched-page.ts';
import type { FetchedPart, PartRequest } from './page-part.ts';
import { isNeeded } from './page-request.ts';

/** Gets one part for a page, or throws FetchRefused. */
export type LoadPart = (request: Omit<PartRequest, 'aroundHop'>) => Promise<FetchedPart>;

/** How much one page may ask for. */
export interface TrafficLimits {
  parts: number;
  partBytes: number;
}

/** Between two looks whether a page's requests are answered, in milliseconds. */
const POLL_MS = 5;

/** All that one rendering page asks for: answered from here or refused, and counted. */
export class PageTraffic {
  /** Resolves when the page tried to go elsewhere: refused, but it ends the page's own loading. */
  readonly leaving: Promise<void>;
  #left: () => void = () => undefined;
  readonly #fetched: FetchedPage;
  readonly #loadPart: LoadPart;
  readonly #limits: TrafficLimits;
  #isDocumentServed = false;
  #open = 0;
  #parts = 0;
  #bytes = 0;
  #lastAt = performance.now();

  /** When the page last asked for something or was answered, in milliseconds of performance.now(). */
  get lastAt(): number {
    return this.#lastAt;
  }

  constructor(fetched: FetchedPage, loadPart: LoadPart, limits: TrafficLimits) {
    this.#fetched = fetched;
    this.#loadPart = loadPart;
    this.#limits = limits;
    this.leaving = new Promise((resolve) => {
      this.#left = resolve;
    });
  }

  /** Answers one intercepted request. Never rejects: a page that has closed meanwhile needs no answer. */
  async answer(route: Route): Promise<void> {
    this.#open += 1;
    this.#lastAt = performance.now();
    try {
      await this.#answer(route);
    } catch (error) {
      const code = error instanceof FetchRefused ? 'blockedbyclient' : 'failed';
      await route.abort(code).catch(() => undefined);
    } finally {
      this.#open -= 1;
      this.#lastAt = performance.now();
    }
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    if (request.isNavigationRequest()) {
      // 'aborted' keeps the page as it is; other errors would replace it with an error page.
      const isOwn = request.url() === new URL(this.#fetched.url).href;
      if (this.#isDocumentServed || !isOwn) return route.abort('aborted').then(this.#left);
      this.#isDocumentServed = true;
      const contentType = 'text/html; charset=utf-8';
      return route.fulfill({ status: 200, contentType, body: this.#fetched.body });
    }
    this.#parts += 1;
    const isWithin = this.#parts <= this.#limits.parts && this.#bytes < this.#limits.partBytes;
    if (!isWithin || !isNeeded(request)) return route.abort('blockedbyclient');
    const part = await this.#loadPart({
      url: request.url(),
      method: request.method() === 'POST' ? 'POST' : 'GET',
      headers: request.headers(),
      body: request.postDataBuffer(),
    });
    this.#bytes += part.body.length;
    return route.fulfill(part);
  }

  /** Resolves once nothing has been asked for or is being answered for `quietMs`. */
  async settled(quietMs: number): Promise<void> {
    for (;;) {
      const restMs = quietMs - (performance.now() - this.#lastAt);
      if (this.#open === 0 && restMs <= 0) return;
      await sleep(Math.max(restMs, POLL_MS));
    }
  }
}
