/*
 * Reads one fetched body into products; docs/extraction.md maps the folders.
 *
 *   body ─▶ page/kind (a wall?) ─▶ JSON: its products
 *                              └▶ HTML: reading/evidence ─▶ reading/product, else its list
 */
import type { ProductSelectors } from '#db/entities/retailer.ts';
import type { OfferReading, PageReading, ReadingRefusal } from '#domain/offers/page-reading.ts';
import { FETCH_KINDS } from '../fetch/fetched-page.ts';
import type { PageBody } from '../fetch/page-body.ts';
import {
  currencyOfDomain,
  isCartOrArticle,
  isListAddress,
  namesVariant,
  type PageAddress,
  pageAddress,
} from './page/address.ts';
import { shownText, subtree, upFrom } from './page/element.ts';
import { isBlocked, isEmptyShell, isRefusedAnswer, isSoftMissing } from './page/kind.ts';
import { readLinks } from './page/links.ts';
import { type PageDocument, PageTooComplex } from './page/parse-page.ts';
import { headingsOf } from './page/region.ts';
import { gatherEvidence, type PageEvidence } from './reading/evidence.ts';
import { resolveProduct } from './reading/product.ts';
import { toPrintedUnit } from './sources/data/cents.ts';
import { parseLoose } from './sources/data/script-values.ts';
import {
  findProducts,
  largestList,
  outsidePromotions,
  statedLists,
} from './sources/data/search.ts';
import { isLiveBuyButton } from './sources/printed/buy-area.ts';
import { isInContent, readTileList } from './sources/tiles/list.ts';
import type { Tile } from './sources/tiles/tiles.ts';
import { type Candidate, offerOf, offersOf } from './values/candidate.ts';
import { absoluteAddress } from './values/nodes.ts';

/** The fetcher's result: the decoded body, the final address and the Content-Type header. */
export interface FetchedBody {
  body: string;
  url: string;
  contentType: string | null;
  /** The time of the fetch, UTC ms; only sales that run then count. */
  nowMs: number;
  /** CSS selectors of the retailer's profile, for shops that the general readers cannot read. */
  selectors?: ProductSelectors | undefined;
  /** Whether the page's links are read; default true. */
  wantsLinks?: boolean | undefined;
}

/** A page whose body may still be encoded. */
export type UnreadPage = Omit<FetchedBody, 'body'> & { body: PageBody };

/** Reads any body; never throws. Exactly one of product, items and rejected carries the answer. */
export function readPage(page: FetchedBody): PageReading {
  try {
    return read(page);
  } catch (error) {
    // One page must not end a crawl. Bugs go to standard error, since standard output may be data (`extract`).
    const isLimit = error instanceof PageTooComplex || error instanceof RangeError;
    if (!isLimit) console.error(`extract: fault on ${page.url}`, error);
    return refused('too-complex');
  }
}

/** The fetcher's own limit, far above any shop's page. */
export const BODY_LIMIT_CHARS = FETCH_KINDS.page.limits.unpackedBytes;

function read(page: FetchedBody): PageReading {
  const { body, url, contentType, nowMs } = page;
  if (body.length > BODY_LIMIT_CHARS) return refused('too-complex');
  const json = parseJsonBody(body, contentType);
  if (json !== undefined) {
    const answer = readJsonAnswer(json, pageAddress(url), nowMs);
    if (!answer.rejected) return answer;
    if (isRefusedAnswer(body)) return refused('blocked');
    // Some shops send further tiles as markup; a product page never comes so.
    const within = readHtml({ body: markupWithin(json), url, contentType, nowMs });
    return within.items.length > 0 ? within : answer;
  }
  if (isBlocked(body)) return refused('blocked');
  return readHtml(page);
}

/** Parses a JSON body; undefined for other bodies, and for invalid or truncated JSON, which as HTML gives nothing. */
function parseJsonBody(body: string, contentType: string | null): unknown {
  const isJson = /^[[{]/.test(body.slice(0, 64).trimStart()) || contentType?.includes('json');
  return isJson ? parseLoose(body) : undefined;
}

/** Shorter strings are labels with a link. */
const SHORTEST_CHARS = 100;
const LINKED = /<a\s[^<>]*href/i;

/** Returns the concatenated markup in a JSON answer, `{ "html": "<li>…" }`; '' without any. */
export function markupWithin(json: unknown): string {
  const found: string[] = [];
  JSON.stringify(json, (_key, value) => {
    if (typeof value === 'string' && value.length >= SHORTEST_CHARS && LINKED.test(value))
      found.push(value);
    return value;
  });
  return found.join('\n');
}

/** Fewer similar objects in script state are settings or a banner, not a list. */
const SMALLEST_STATE_LIST = 3;

/** Returns the offers of a list page: its tiles, completed from script state; without tiles, the list in its data or state. */
function resolveList(evidence: PageEvidence): OfferReading[] {
  const { document, page, structured, currency } = evidence;
  const states = evidence.states();
  const hasList = evidence.tiles.some((group) => group.some((tile) => isInContent(tile.element)));
  // One or two blocks are a list by the page's address, or if each has a buy button and none the page's heading.
  const headed = new Set(document.headings.flatMap((heading) => upFrom(heading)));
  const isForSale = ({ element }: Tile) =>
    !headed.has(element) && subtree(element).some(isLiveBuyButton);
  const few = evidence.fewTiles.filter(
    (group) => isListAddress(page.url) || group.every(isForSale),
  );
  const tiles = hasList || few.length === 0 ? evidence.tiles : few;
  const candidatesOf = (isList: boolean) =>
    structured.products
      .filter(({ isListed }) => isListed === isList)
      .map(({ candidate }) => candidate);
  const products = candidatesOf(false);
  // Skip nested duplicates without a name.
  const named = products.filter(({ name }) => name !== null);
  const listed = candidatesOf(true);
  const lists = states.filter((state) => state.isListed);
  for (const list of statedLists(lists)) toPrintedUnit(list, evidence.marks);
  const known = [...states.map((state) => state.candidate), ...listed, ...products];
  const [heading, second] = document.headings;
  const headingOrder = second ? null : (heading?.order ?? null);
  const shown = readTileList(tiles, page.url, headingOrder).map((item) => completed(item, known));
  // The list that matches the tiles is the page's own; a list of popular products may be longer.
  const own = statedLists(lists).find((list) =>
    shown.some((item) => list.some((each) => isSame(item, each) || item.name === each.name)),
  );
  const stated = own ?? largestList(lists);
  const [best = []] = [
    shown,
    listed,
    named.length > 2 ? named : [],
    stated.length >= SMALLEST_STATE_LIST ? placedByName(stated, document, page.url) : [],
  ].filter(
    (list, _index, lists) =>
      list.length > 0 && list.length * 2 > Math.max(...lists.map((each) => each.length)),
  );
  return offersOf(
    best.map((item) => ({ ...item, currency: item.price ? (item.currency ?? currency) : null })),
    page.url,
  );
}

/** Gives products without an address that of the link that prints their name. */
function placedByName(list: Candidate[], { all }: PageDocument, pageUrl: string): Candidate[] {
  if (list.every(({ url }) => url !== null)) return list;
  const links = all.filter('a[href]').get();
  const hrefs = new Map(links.map((link) => [shownText(link), link.attribs['href'] ?? '']));
  const linkOf = (name: string | null) => hrefs.get(name ?? '') ?? 'data:';
  return list.map((item) => ({
    ...item,
    url: item.url ?? absoluteAddress(linkOf(item.name), pageUrl),
  }));
}

/** Completes a tile from the page's data about the same product; ignores data with another price as stale. */
function completed(item: Candidate, known: readonly Candidate[]): Candidate {
  const same = known.find((candidate) => isSame(item, candidate));
  if (
    !same ||
    (item.price !== null && same.price !== null && Number(same.price) !== Number(item.price))
  )
    return item;
  return {
    ...item,
    sku: item.sku ?? same.sku,
    gtin: same.gtin,
    brand: same.brand,
    rating: same.rating,
    imageUrl: item.imageUrl ?? same.imageUrl,
    availability: item.availability === 'unknown' ? same.availability : item.availability,
  };
}

function isSame(item: Candidate, other: Candidate): boolean {
  if (item.sku !== null && other.sku !== null) return item.sku === other.sku;
  if (item.url !== null && item.url === other.url) return true;
  return (
    other.sku !== null &&
    other.sku.length >= 5 &&
    new RegExp(`[/=-]${RegExp.escape(other.sku)}(?:[/?]|$)`).test(item.url ?? '')
  );
}

/** Reads a bare JSON body: a schema.org product, or a shop's product, search or category answer. */
function readJsonAnswer(json: unknown, page: PageAddress, nowMs: number): PageReading {
  const { products: found } = findProducts([json], page, 'json', nowMs);
  const currency = currencyOfDomain(page.url);
  for (const { candidate, variants } of found)
    for (const each of [candidate, ...variants]) if (each.price) each.currency ??= currency;
  const priced = outsidePromotions(found).filter(({ candidate }) => candidate.price !== null);
  // Of several, the one that the address names: "/api/products/39947".
  const [own, another] = priced.filter(({ candidate }) => page.isAbout(candidate));
  const alone = priced.find((entry) => !entry.isListed) ?? (another ? undefined : own);
  const largest = alone ? [] : largestList(found);
  if (largest.length > 0) return readingOf({ items: offersOf(largest, page.url) });
  const single = alone ?? found[0];
  const product = single ? offerOf(single.candidate, page.url) : null;
  if (!product || !single) return refused('not-a-product');
  return readingOf({ product, variants: offersOf(single.variants, page.url) });
}

/** Reads an HTML page from all sources as a product, a list or neither. Throws PageTooComplex. */
function readHtml(fetched: FetchedBody): PageReading {
  const { body, url, wantsLinks = true } = fetched;
  const evidence = gatherEvidence(fetched);
  const { document, page, structured } = evidence;
  const withLinks = (reading: PageReading): PageReading => {
    if (!wantsLinks) return reading;
    const isProduct = reading.product !== null;
    const tiles = [...evidence.tiles, ...evidence.fewTiles].flat();
    const shown = isProduct ? [] : tiles.flatMap(({ links: [first] }) => first ?? []);
    const listed = [...structured.listed, ...reading.items.map(({ url }) => url), ...shown];
    const within = new Set(tiles.map(({ element }) => element));
    return {
      ...reading,
      links: readLinks(document, page.url, listed, { isProduct, tiles: within }),
    };
  };
  const resolved = resolveProduct(evidence);
  // Amounts printed on a "not found" page are banners; only its data can prove a product.
  const isProven =
    resolved !== null && resolved.product.price !== null && resolved.product.source !== 'visible';
  const isMissing = () =>
    isSoftMissing([...evidence.names, ...headingsOf(document.headings)]) || evidence.isEmpty();
  if (!isProven && isMissing()) return withLinks(refused('not-a-product'));
  const refusal = resolved?.product.price ? null : refusalOf(evidence);
  if (refusal) return withLinks(refused(refusal));
  const items = resolved?.product.price || isCartOrArticle(url) ? [] : resolveList(evidence);
  // A sold-out product without a price is still the page's product; its tiles are alternatives.
  const isGone = resolved?.product.availability === 'out_of_stock';
  if (resolved && (items.length <= 2 || isGone)) return withLinks(underCanonical(resolved, page));
  if (items.length > 0) return withLinks(readingOf({ items }));
  return withLinks(refused(isEmptyShell(body) ? 'needs-script' : 'not-a-product'));
}

/** Gives the page's offers its canonical address, which outweighs those in its data; an address that names a variant stays. */
function underCanonical(
  { product, variants }: { product: OfferReading; variants: OfferReading[] },
  { canonical: canonicalUrl }: PageAddress,
): PageReading {
  const placed = (offer: OfferReading) =>
    canonicalUrl === null || namesVariant(offer.url) ? offer : { ...offer, url: canonicalUrl };
  return readingOf({ product: placed(product), variants: variants.map(placed), canonicalUrl });
}

function refusalOf({ structured, page }: PageEvidence): ReadingRefusal | null {
  const [only, other] = structured.products.filter(
    ({ candidate, isListed }) => !isListed && !page.isElsewhere(candidate),
  );
  return other ? null : (only?.candidate.refusal ?? null);
}

/** Returns a reading without offers, with the reason. */
export function refused(rejected: ReadingRefusal): PageReading {
  return readingOf({ rejected });
}

function readingOf(parts: Partial<PageReading>): PageReading {
  return {
    product: null,
    variants: [],
    canonicalUrl: null,
    items: [],
    links: { products: [], lists: [], others: [] },
    rejected: null,
    ...parts,
  };
}
