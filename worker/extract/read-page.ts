/*
 * From one fetched body to what it says about products.
 *
 *   body ─▶ page/kind (a wall?) ─▶ JSON: reading/read-html (readJsonAnswer)
 *                              └▶ HTML: reading/read-html (gatherEvidence) ─▶ reading/product, else its list
 *
 *   values/           what is passed on: a candidate with its amounts and codes; nodes of JSON, names
 *   words/            what words mean: keys of JSON, labels of prices, stock, walls
 *   page/             the parsed page, its regions, address, currency, kind and links; sitemaps
 *   sources/schema    JSON-LD, microdata and RDFa as schema.org nodes
 *   sources/metas     OpenGraph, and the selectors of a retailer's profile
 *   sources/json      what the page's scripts hold, and JSON answers
 *   sources/printed   amounts as they are printed, what each stands for, and the product at the heading
 *   sources/tiles     like blocks with a link, a picture and a price
 *   rank/             which candidates are about the page, and which of their prices is believed
 *   reading/          candidates to one product or one list
 *   extract-pool      the same off the main thread
 */
import type { ProductSelectors } from '#db/entities/retailer.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { FETCH_KINDS } from '../fetch/fetch-kinds.ts';
import type { PageBody } from '../fetch/page-body.ts';
import { pageAddress } from './page/address.ts';
import { isBlocked, isRefusedAnswer } from './page/kind.ts';
import { PageTooComplex } from './page/parse-page.ts';
import { readHtml, readJsonAnswer, refused } from './reading/read-html.ts';
import { isNode } from './values/nodes.ts';

/** What the fetcher hands over: the decoded body, the final address and the Content-Type header. */
export interface FetchedBody {
  body: string;
  url: string;
  contentType: string | null;
  /** What the retailer's profile says of its pages, for shops that the general readers cannot read. */
  selectors?: ProductSelectors | undefined;
  /** Whether the page's links are read; default true. */
  wantsLinks?: boolean | undefined;
}

/** A page whose body may not be decoded yet. */
export type UnreadPage = Omit<FetchedBody, 'body'> & { body: PageBody };

/** Reads any body; never throws. Exactly one of product, items and rejected carries the answer. */
export function readPage(page: FetchedBody): PageReading {
  try {
    return read(page);
  } catch (error) {
    // One page must not end a crawl. A fault of ours is shown on standard error: standard output may be data (`extract`).
    const isLimit = error instanceof PageTooComplex || error instanceof RangeError;
    if (!isLimit) console.error(`extract: fault on ${page.url}`, error);
    return refused('too-complex');
  }
}

/** Far above any shop's page: what the fetcher takes at most. */
export const BODY_LIMIT_CHARS = FETCH_KINDS.page.limits.unpackedBytes;

function read(page: FetchedBody): PageReading {
  const { body, url, contentType, selectors, wantsLinks } = page;
  if (body.length > BODY_LIMIT_CHARS) return refused('too-complex');
  const json = parseJsonBody(body, contentType);
  if (json !== undefined) {
    const answer = readJsonAnswer(json, pageAddress(url));
    if (!answer.rejected) return answer;
    return isRefusedAnswer(body) ? refused('blocked') : (readMarkupWithin(json, url) ?? answer);
  }
  if (isBlocked(body)) return refused('blocked');
  return readHtml(body, url, { selectors, wantsLinks });
}

/** The list that an answer carries as markup, as shops send the next page of one; a product page never comes so. */
function readMarkupWithin(json: unknown, url: string): PageReading | null {
  const markup = markupWithin(json);
  const reading = markup ? readHtml(markup, url) : null;
  return reading && reading.items.length > 0 ? reading : null;
}

function parseJsonBody(body: string, contentType: string | null): unknown {
  if (!looksLikeJson(body, contentType)) return undefined;
  try {
    return parseJson(body);
  } catch {
    // Not JSON after all (or cut short): read as a page, which will find nothing to trust.
    return undefined;
  }
}

function looksLikeJson(body: string, contentType: string | null): boolean {
  return /^[[{]/.test(body.slice(0, 64).trimStart()) || (contentType?.includes('json') ?? false);
}

/** Shorter pieces are labels with a link in them. */
const SHORTEST_CHARS = 100;
const STEPS_LIMIT = 5_000;
const LINKED = /<a\s[^<>]*href/i;

/** The markup that an answer in JSON carries, `{ "html": "<li>…" }`, in one text; '' where it carries none. */
export function markupWithin(json: unknown): string {
  const found: string[] = [];
  const queue: unknown[] = [json];
  for (let index = 0; index < queue.length && index < STEPS_LIMIT; index += 1) {
    const value = queue[index];
    if (typeof value === 'string') {
      if (value.length >= SHORTEST_CHARS && LINKED.test(value)) found.push(value);
    } else if (Array.isArray(value)) queue.push(...value.slice(0, STEPS_LIMIT));
    else if (isNode(value)) queue.push(...Object.values(value));
  }
  return found.join('\n');
}
