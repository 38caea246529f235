import type { ProductSelectors } from '#db/entities/retailer.ts';
import type { OfferReading, PageReading, ReadingRefusal } from '#domain/offers/page-reading.ts';
import {
  isListAddress,
  isOwnPage,
  type PageAddress,
  pageAddress,
  readLinks,
  readPageCurrency,
} from '../page/address.ts';
import type { PageDocument } from '../page/document.ts';
import { isEmptyShell, isSoftMissing } from '../page/kind.ts';
import { parsePage } from '../page/parse-page.ts';
import {
  headingsOf,
  keepLayoutMain,
  namesOf,
  setOtherGoodsAside,
  titlesOf,
} from '../page/region.ts';
import { readScriptValues } from '../sources/json/script-values.ts';
import {
  type FoundProduct,
  findProducts,
  largestList,
  statedLists,
} from '../sources/json/search.ts';
import { readBySelectors, readOpenGraph } from '../sources/metas.ts';
import { findPriceMarks, type PriceMark } from '../sources/printed/holders.ts';
import { readVisibleProduct, type VisibleProduct } from '../sources/printed/product.ts';
import { readSchemaGraph, type SchemaFindings } from '../sources/schema/graph.ts';
import { readJsonLd, readMicrodata, readRdfa } from '../sources/schema/notations.ts';
import { isEmptySearch, isInContent, readTileList, saysMissing } from '../sources/tiles/list.ts';
import { findTiles, isListSized, showsOther, type Tile } from '../sources/tiles/tiles.ts';
import { type Candidate, offerOf, offersOf } from '../values/candidate.ts';
import { judgeProduct } from './product.ts';

/** Everything that the sources of one HTML page say, before anything is decided. */
export interface PageEvidence {
  document: PageDocument;
  page: PageAddress;
  names: readonly string[];
  /** Its first-rank headings as they are printed, whatever its titles say. */
  headings: readonly string[];
  /** Where its one heading stands, in document order; null without one, or with several. */
  headingOrder: number | null;
  /** Looks whether it is a search that found nothing, or a page that is gone, whatever tiles it shows. */
  isEmpty: () => boolean;
  /** For prices printed without a currency; null when the page proves none. */
  currency: string | null;
  schemas: readonly SchemaFindings[];
  openGraph: Candidate;
  /** By the selectors of the retailer's profile; null when it has none. */
  selected: Candidate | null;
  states: readonly FoundProduct[];
  marks: readonly PriceMark[];
  tiles: readonly (readonly Tile[])[];
  /** One or two like blocks: the list of a page that its address calls a list. */
  fewTiles: readonly (readonly Tile[])[];
  visible: VisibleProduct | null;
}

/** Asks every source of the page. Throws PageTooComplex past the parser's limits. */
export function gatherEvidence(
  body: string,
  url: string,
  selectors?: ProductSelectors,
): PageEvidence {
  const document = parsePage(body);
  const titles = titlesOf(document);
  keepLayoutMain(document, titles);
  setOtherGoodsAside(document);
  const page = pageAddress(url, document.canonical);
  const schemas = readSchemas(document, page, body);
  const names = namesOf(
    document,
    schemas.flatMap((schema) => schema.products.map((each) => each.product.name)),
  );
  const currency = readPageCurrency(document, body, page.url);
  const marks = findPriceMarks(document, currency);
  const groups = findTiles(document, marks, page.url);
  const tiles = groups.filter(isListSized);
  // One or two blocks are too few for a list, but what shows another product is not this one.
  const few = groups.filter((group) => !isListSized(group));
  const others = [
    ...tiles.flat(),
    ...few.flat().filter((tile) => showsOther(tile, url, names)),
  ].map(({ element }) => element);
  return {
    document,
    page,
    names,
    headings: headingsOf(document),
    headingOrder: document.headings.length === 1 ? (document.headings[0]?.order ?? null) : null,
    isEmpty: () => isEmptySearch(document, page.url, tiles) || saysMissing(document, tiles),
    currency,
    schemas,
    openGraph: readOpenGraph(document, page.url),
    selected: selectors ? readBySelectors(body, page.url, selectors, currency) : null,
    states: readScriptValues(document).flatMap((state) =>
      findProducts(state, page, 'embedded-state'),
    ),
    marks,
    tiles,
    fewTiles: few,
    visible: readVisibleProduct(document, marks, others, titles.length > 0 ? titles : names, url),
  };
}

function readSchemas(document: PageDocument, page: PageAddress, body: string): SchemaFindings[] {
  const schemas = [readSchemaGraph(readJsonLd(body), page, 'json-ld')];
  if (document.items.some(({ attribs }) => 'itemtype' in attribs))
    schemas.push(readSchemaGraph(readMicrodata(document), page, 'microdata'));
  if (document.typed.length > 0) schemas.push(readSchemaGraph(readRdfa(document), page, 'rdfa'));
  return schemas;
}

/** Fewer like objects in a page's state are settings or a banner, not a list. */
const SMALLEST_STATE_LIST = 3;

/**
 * The offers of a list page: what its tiles print, completed from the page's state where it speaks of the same product;
 * where nothing is printed, what its structured data or state lists.
 */
export function judgeList(evidence: PageEvidence): OfferReading[] {
  const { page, schemas, states, currency } = evidence;
  const hasList = evidence.tiles.some((group) => group.some((tile) => isInContent(tile.element)));
  const tiles = !hasList && isListAddress(page.url) ? evidence.fewTiles : evidence.tiles;
  const products = schemas.flatMap((schema) => schema.products.map((each) => each.product));
  // Products within products: of two that are one, only one has a name.
  const named = products.filter(({ name }) => name !== null);
  const listed = schemas.flatMap((schema) => schema.items);
  const known = [...states.map((state) => state.candidate), ...listed, ...products];
  const shown = readTileList(tiles, page.url, evidence.headingOrder).map((item) =>
    completed(item, known),
  );
  const lists = states.filter((state) => state.isListed);
  // The list that holds what is printed is the page's own: what is popular may be more than what is found.
  const own = statedLists(lists).find((list) =>
    shown.some((item) => list.some((each) => isSame(item, each) || item.name === each.name)),
  );
  const stated = own ?? largestList(lists);
  const [best = []] = [
    shown,
    listed,
    named.length > 2 ? named : [],
    stated.length >= SMALLEST_STATE_LIST ? stated : [],
  ].filter(
    (list, _index, lists) =>
      list.length > 0 && list.length * 2 > Math.max(...lists.map((each) => each.length)),
  );
  return offersOf(
    best.map((item) => ({ ...item, currency: item.price ? (item.currency ?? currency) : null })),
    page.url,
  );
}

/** A tile with what the page's data says of the same product; data whose price differs is stale and says nothing. */
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

/** Reads a bare JSON body: a schema.org product, or a shop's own product, search or category answer. */
export function readJsonAnswer(json: unknown, page: PageAddress): PageReading {
  const schema = readSchemaGraph([json], page, 'json');
  const only = schema.products[0];
  if (only && schema.products.length === 1) {
    const product = offerOf(only.product, page.url);
    if (product) return { ...emptyReading(), product, variants: offersOf(only.variants, page.url) };
  }
  if (schema.items.length > 0)
    return { ...emptyReading(), items: offersOf(schema.items, page.url) };
  const found = findProducts(json, page, 'json');
  const alone = found.find((entry) => !entry.isListed && entry.candidate.price !== null);
  const largest = alone ? [] : largestList(found);
  if (largest.length > 0) return { ...emptyReading(), items: offersOf(largest, page.url) };
  const single = alone ?? found[0];
  const product = single ? offerOf(single.candidate, page.url) : null;
  return product
    ? { ...emptyReading(), product }
    : { ...emptyReading(), rejected: 'not-a-product' };
}

/** A reading that says nothing yet. */
export function emptyReading(): PageReading {
  return {
    product: null,
    variants: [],
    items: [],
    links: { products: [], lists: [] },
    rejected: null,
  };
}

/** What the caller knows, or does not want. */
interface HtmlOptions {
  selectors?: ProductSelectors | undefined;
  /** Default true. */
  wantsLinks?: boolean | undefined;
}

/** The full reading of an HTML page: all sources are asked, then it is a product, a list or neither. Throws PageTooComplex. */
export function readHtml(body: string, url: string, options: HtmlOptions = {}): PageReading {
  const { selectors, wantsLinks = true } = options;
  const evidence = gatherEvidence(body, url, selectors);
  const listed = evidence.schemas.flatMap((schema) => schema.listed);
  const linksTo = (addresses: readonly string[]) =>
    wantsLinks
      ? readLinks(evidence.document, evidence.page.url, addresses)
      : { products: [], lists: [] };
  const links = linksTo(listed);
  const verdict = judgeProduct(evidence);
  // What a "not found" page prints are banners; only its data could still prove a product.
  const isProven =
    verdict !== null && verdict.product.price !== null && verdict.product.source !== 'visible';
  const isMissing = () =>
    isSoftMissing([...evidence.names, ...evidence.headings]) || evidence.isEmpty();
  if (!isProven && isMissing()) return { ...refused('not-a-product'), links };
  const refusal = verdict?.product.price ? null : refusalOf(evidence);
  if (refusal) return { ...refused(refusal), links };
  const items = verdict?.product.price || isOwnPage(url) ? [] : judgeList(evidence);
  // What is sold out without a price is still the page's product; the tiles are what the shop has instead.
  const isGone = verdict?.product.availability === 'out_of_stock';
  if (verdict && (items.length <= 2 || isGone)) return { ...emptyReading(), ...verdict, links };
  if (items.length > 0)
    return {
      ...emptyReading(),
      items,
      links: linksTo([...listed, ...items.map((item) => item.url)]),
    };
  return { ...refused(isEmptyShell(body) ? 'blocked' : 'not-a-product'), links };
}

/** Why the price that the data of the page's product states is none. */
function refusalOf({ schemas, page }: PageEvidence): ReadingRefusal | null {
  const [only, other] = schemas
    .flatMap(({ products }) => products)
    .filter(({ product }) => !page.isElsewhere(product));
  return other ? null : (only?.product.refusal ?? null);
}

/** A reading that gives no offer, and why. */
export function refused(reason: ReadingRefusal): PageReading {
  return { ...emptyReading(), rejected: reason };
}
