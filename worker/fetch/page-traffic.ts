import { setTimeout as sleep } from 'node:timers/promises';
import { FetchRefused } from '#domain/errors.ts';
import type { FetchedPage } from './fetched-page.ts';
import { bodyText } from './page-body.ts';
import type { FetchedPart, LoadPart } from './page-part.ts';
import { isNeeded, leaveFor, type PausedRequest, postedBody, sentHeaders } from './page-request.ts';

/** Why a request gets no answer, as Chromium's protocol names it. */
export type RequestFailure = 'Aborted' | 'BlockedByClient' | 'Failed';

/** Answers an intercepted request. */
export type Reply = (answer: FetchedPart | RequestFailure) => Promise<void>;

/** How much one page may ask for. */
export interface TrafficLimits {
  parts: number;
  partBytes: number;
}

/** Between two looks whether a page's requests are answered, in milliseconds. */
const POLL_MS = 5;

/** Answers or refuses all requests of one rendering page, and counts them. */
export class PageTraffic {
  readonly #left = Promise.withResolvers<void>();
  /** Resolves when the page tried to navigate: that is refused, but ends the page's loading. */
  readonly leaving = this.#left.promise;
  readonly #fetched: FetchedPage;
  readonly #loadPart: LoadPart;
  readonly #limits: TrafficLimits;
  #isDocumentServed = false;
  #open = 0;
  #parts = 0;
  #bytes = 0;
  #lastAt = performance.now();

  /** Time of the last request or answer, by performance.now(). */
  get lastAt(): number {
    return this.#lastAt;
  }

  constructor(fetched: FetchedPage, loadPart: LoadPart, limits: TrafficLimits) {
    this.#fetched = fetched;
    this.#loadPart = loadPart;
    this.#limits = limits;
  }

  /** Answers one intercepted request by `reply`. Never rejects: a closed page needs no answer. */
  async answer(paused: PausedRequest, reply: Reply): Promise<void> {
    this.#open += 1;
    this.#lastAt = performance.now();
    try {
      await reply(await this.#answerTo(paused));
    } catch (error) {
      const why = error instanceof FetchRefused ? 'BlockedByClient' : 'Failed';
      await reply(why).catch(() => undefined);
    } finally {
      this.#open -= 1;
      this.#lastAt = performance.now();
    }
  }

  async #answerTo(paused: PausedRequest): Promise<FetchedPart | RequestFailure> {
    const { request } = paused;
    if (paused.resourceType === 'Document') {
      const isOwn = request.url === new URL(this.#fetched.url).href;
      if (this.#isDocumentServed || !isOwn) {
        this.#left.resolve();
        // Any other failure would replace the page with an error page.
        return 'Aborted';
      }
      this.#isDocumentServed = true;
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return { status: 200, headers, body: Buffer.from(bodyText(this.#fetched.body)) };
    }
    const leave = leaveFor(paused);
    if (leave) return leave;
    this.#parts += 1;
    const isWithin = this.#parts <= this.#limits.parts && this.#bytes < this.#limits.partBytes;
    if (!isWithin || !isNeeded(paused)) return 'BlockedByClient';
    const part = await this.#loadPart({
      url: request.url,
      method: request.method === 'POST' ? 'POST' : 'GET',
      headers: sentHeaders(request),
      body: postedBody(request),
    });
    this.#bytes += part.body.length;
    return part;
  }

  /** Resolves once no request was made or open for `quietMs`. */
  async settled(quietMs: number): Promise<void> {
    for (;;) {
      const restMs = quietMs - (performance.now() - this.#lastAt);
      if (this.#open === 0 && restMs <= 0) return;
      await sleep(Math.max(restMs, POLL_MS));
    }
  }
}
