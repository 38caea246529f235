/*
 * From one fetched body to what it says about products.
 *
 *   body ─▶ page-kind (a wall? wall-marks) ─▶ JSON: json-answer, else the list in its markup-within
 *                               └▶ HTML: read-html   evidence ─▶ judge-product, else judge-list
 *
 *   evidence      parse-page (one capped parse: page-tokens ─▶ page-tag, page-entities; page-tree) makes a document of
 *                 page-nodes, then every source yields candidates with their provenance:
 *                 json-ld, microdata and RDFa ─▶ schema-graph ─▶ schema-product ─▶ schema-offer
 *                 open-graph · embedded-state (framework-state, linked-state, script-json, js-literal) ─▶ state-search
 *                 (offer-keys: whether an object may be an offer; state-wrappers, state-tables, state-joins and json-api: products
 *                 that are wrapped, in rows, or kept apart from their prices) ─▶ state-product (state-nested), state-variant,
 *                 state-stock, state-prices (state-keys and state-roles: what a key names; state-named-prices, state-entries and
 *                 state-groups: which of several; state-range: none of several; state-conditions: taken off, or for members;
 *                 state-money, state-dollars and state-scale: not cents)
 *                 selectors (of the retailer's profile)
 *                 layout keeps the page's own wrappers, other-goods and foreign-tiles set aside what shows other products;
 *                 price-holder ─▶ mark-role (mark-words, foreign-price-words, price-range) ─▶ price-marks ─▶ tiles
 *                 (tile-links, tile-picture, swatch) ─▶ visible-product (visible-heading, visible-details,
 *                 labelled-details, visible-stock, buy-buttons, stock-words, stock-place, was-price, variant-form,
 *                 unprinted-price, printed-extras, printed-rating, printed-specifications)
 *                 empty-search (whether a search found nothing, or the page says that it is gone)
 *   judge-product page-address and page-names say which candidates fit the page; price-doubt mends prices that the page
 *                 itself explains away; those vote (vote); product-code picks the code that shoppers meet
 *   judge-list    main-list says which tiles are the page's own, tile-item and tile-names read them; data of the same
 *                 products completes them
 *   guard         the last gate before matching and storage; sitemap: the other thing that is fetched
 */

import type { ProductSelectors } from '#db/entities/retailer.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { FETCH_KINDS } from '../fetch/fetch-kinds.ts';
import type { PageBody } from '../fetch/page-body.ts';
import { readJsonAnswer } from './json-answer.ts';
import { markupWithin } from './markup-within.ts';
import { pageAddress } from './page-address.ts';
import { isBlocked, isRefusedAnswer } from './page-kind.ts';
import { PageTooComplex } from './parse-page.ts';
import { readHtml, refused } from './read-html.ts';

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
