import type { ProductSelectors } from '#db/entities/retailer.ts';
import { type PageAddress, pageAddress, readPageCurrency } from '../page/address.ts';
import { type PageDocument, parsePage } from '../page/parse-page.ts';
import { markContentWrappers, markRelatedAreas, namesOf, titlesOf } from '../page/region.ts';
import { MICRODATA, RDFA, readItems, readJsonLd } from '../sources/data/notations.ts';
import { readScriptValues } from '../sources/data/script-values.ts';
import { type DataFindings, type FoundProduct, findProducts } from '../sources/data/search.ts';
import { readBySelectors, readOpenGraph } from '../sources/metas.ts';
import { findPriceMarks } from '../sources/printed/holders.ts';
import { readVisibleProduct } from '../sources/printed/product.ts';
import { statedMarks } from '../sources/printed/stated.ts';
import { isEmptyPage } from '../sources/tiles/list.ts';
import { findTiles, isListSized, showsOther } from '../sources/tiles/tiles.ts';

/** The candidates of all sources of one HTML page, before ranking. */
export type PageEvidence = ReturnType<typeof gatherEvidence>;

/** The parts of a fetched page that evidence is read from. */
export interface EvidencePage {
  body: string;
  url: string;
  nowMs: number;
  selectors?: ProductSelectors | undefined;
}

/** Reads every source of the page. Throws PageTooComplex past the parser's limits. */
export function gatherEvidence({ body, url, nowMs, selectors }: EvidencePage) {
  const document = parsePage(body);
  const titles = titlesOf(document, url);
  markContentWrappers(document, titles);
  markRelatedAreas(document, titles);
  const page = pageAddress(url, document.all.filter('link[rel="canonical" i][href]').attr('href'));
  const structured = readNotations(document, page, nowMs);
  const names = namesOf(
    document,
    titles,
    structured.products.map(({ candidate }) => candidate.name),
  );
  const stated = readPageCurrency(document, body, page.url);
  const printed = findPriceMarks(document, stated);
  const marks = [...printed, ...statedMarks(document, printed, stated)];
  // Dollar signs rule out the pounds of a page in British English.
  const isRuledOut = marks.length > 0 && marks.every((mark) => mark.currency === null);
  const currency = isRuledOut ? null : stated;
  const groups = findTiles(document, marks, page.url);
  const tiles = groups.filter(isListSized);
  // One or two blocks are too few for a list, but blocks of other products are excluded from this one.
  const few = groups.filter((group) => !isListSized(group));
  const others = [
    ...tiles.flat(),
    ...few.flat().filter((tile) => showsOther(tile, url, names)),
  ].map(({ element }) => element);
  let states: readonly FoundProduct[] | null = null;
  return {
    document,
    page,
    names,
    /** True for a search without results or a removed page, even if it shows tiles. */
    isEmpty: () => isEmptyPage(document, page.url, tiles),
    /** The currency of prices printed without one; null if the page does not prove one. */
    currency,
    /** Schema.org products of JSON-LD, microdata and RDFa. */
    structured,
    openGraph: readOpenGraph(document, page.url),
    /** The candidate from the selectors of the retailer's profile; null without selectors. */
    selected: selectors ? readBySelectors(document, page.url, selectors, currency) : null,
    /** Products of the page's scripts; read on first use. */
    states: () => {
      states ??= readScriptValues(document).flatMap(
        (state) => findProducts([state], page, 'embedded-state', nowMs).products,
      );
      return states;
    },
    marks,
    tiles,
    /** Groups of one or two blocks, which form a list if the page's address is that of a list. */
    fewTiles: few,
    /** The product printed at the heading; null without one. */
    visible: readVisibleProduct(
      document,
      marks,
      others,
      titles.length > 0 ? titles : names,
      url,
      nowMs,
    ),
  };
}

function readNotations(document: PageDocument, page: PageAddress, nowMs: number): DataFindings {
  const jsonLd = findProducts(readJsonLd(document), page, 'json-ld', nowMs);
  const all = [
    jsonLd,
    findProducts(readItems(document, MICRODATA), page, 'microdata', nowMs),
    findProducts(readItems(document, RDFA), page, 'rdfa', nowMs),
  ];
  return {
    products: all.flatMap(({ products }) => products),
    listed: all.flatMap(({ listed }) => listed),
    looseRating: all.find(({ looseRating }) => looseRating)?.looseRating ?? null,
    trail: jsonLd.trail,
  };
}
