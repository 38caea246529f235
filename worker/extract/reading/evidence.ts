import type { ProductSelectors } from '#db/entities/retailer.ts';
import { type PageAddress, pageAddress, readPageCurrency } from '../page/address.ts';
import type { PageDocument } from '../page/document.ts';
import { parsePage } from '../page/parse-page.ts';
import {
  headingsOf,
  keepLayoutMain,
  namesOf,
  setOtherGoodsAside,
  titlesOf,
} from '../page/region.ts';
import { readScriptValues } from '../sources/json/script-values.ts';
import { type FoundProduct, findProducts } from '../sources/json/search.ts';
import { readBySelectors, readOpenGraph } from '../sources/metas.ts';
import { findPriceMarks, type PriceMark } from '../sources/printed/holders.ts';
import { readVisibleProduct, type VisibleProduct } from '../sources/printed/product.ts';
import { readSchemaGraph, type SchemaFindings } from '../sources/schema/graph.ts';
import { readJsonLd, readMicrodata, readRdfa } from '../sources/schema/notations.ts';
import { isEmptySearch, saysMissing } from '../sources/tiles/list.ts';
import { findTiles, isListSized, showsOther, type Tile } from '../sources/tiles/tiles.ts';
import type { Candidate } from '../values/candidate.ts';

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
  const titles = titlesOf(document, url);
  keepLayoutMain(document, titles);
  setOtherGoodsAside(document);
  const page = pageAddress(url, document.canonical);
  const schemas = readSchemas(document, page);
  const names = namesOf(
    document,
    titles,
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

function readSchemas(document: PageDocument, page: PageAddress): SchemaFindings[] {
  const schemas = [readSchemaGraph(readJsonLd(document), page, 'json-ld')];
  if (document.items.some(({ attribs }) => 'itemtype' in attribs))
    schemas.push(readSchemaGraph(readMicrodata(document), page, 'microdata'));
  if (document.items.some(({ attribs }) => 'typeof' in attribs))
    schemas.push(readSchemaGraph(readRdfa(document), page, 'rdfa'));
  return schemas;
}
