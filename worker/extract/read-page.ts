/*
 * From one fetched body to what it says about products.
 *
 *   body ─▶ page-kind (wall?) ─▶ JSON? json-answer
 *                              └▶ HTML: json-ld (byte search) ─▶ one complete block? done
 *                                       document (capped parse) ─▶ microdata, open-graph, embedded-state, visible
 *                                       ─▶ candidates ─▶ vote ─▶ PageReading
 *
 * Every source yields candidates with their provenance; the page's address and names decide which of them are about
 * the page's own product, and the rest are links.
 */
import type { PageReading, ReadingRefusal } from '#domain/page-reading.ts';
import { type Candidate, offerOf } from './candidate.ts';
import { metaOf, type PageDocument, PageTooComplex, parsePage, seenTextOf } from './document.ts';
import { findStateProducts, readStates } from './embedded-state.ts';
import { emptyReading, offersOf, readJsonAnswer } from './json-answer.ts';
import { readJsonLd } from './json-ld.ts';
import { readMicrodata, readRdfa } from './microdata.ts';
import { readOpenGraph } from './open-graph.ts';
import { pageAddress } from './page-address.ts';
import { isBlocked, isSoftMissing } from './page-kind.ts';
import { readLinks } from './page-links.ts';
import { readSchemaGraph, type SchemaFindings } from './schema-graph.ts';
import { plainText } from './schema-node.ts';
import { fittingCandidates, vote } from './vote.ts';

/** What the fetcher hands over: the decoded body, the final address and the Content-Type header. */
export interface FetchedBody {
  body: string;
  url: string;
  contentType: string | null;
}

/** Reads any body; never throws. Exactly one of product, items and rejected carries the answer. */
export function readPage({ body, url, contentType }: FetchedBody): PageReading {
  try {
    return read(body, url, contentType);
  } catch (error) {
    if (error instanceof PageTooComplex || error instanceof RangeError)
      return refused('too-complex');
    throw error;
  }
}

function refused(reason: ReadingRefusal): PageReading {
  return { ...emptyReading(), rejected: reason };
}

function read(body: string, url: string, contentType: string | null): PageReading {
  const json = parseJsonBody(body, contentType);
  if (json !== undefined) return readJsonAnswer(json, pageAddress(url));
  if (isBlocked(body)) return refused('blocked');
  return readHtml(body, url);
}

function parseJsonBody(body: string, contentType: string | null): unknown {
  const start = body.slice(0, 64).trimStart();
  if (!/^[[{]/.test(start) && !contentType?.includes('json')) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON after all (or cut short): read as a page, which will find nothing to trust.
    return undefined;
  }
}

function readHtml(body: string, url: string): PageReading {
  const document = parsePage(body);
  const page = pageAddress(url, document.canonical);
  const names = namesOf(document);
  const schemas: SchemaFindings[] = [readSchemaGraph(readJsonLd(body), page, 'json-ld')];
  if (body.includes('itemtype'))
    schemas.push(readSchemaGraph(readMicrodata(document), page, 'microdata'));
  if (body.includes('typeof=')) schemas.push(readSchemaGraph(readRdfa(document), page, 'rdfa'));
  const openGraph = readOpenGraph(document, page.url);
  const states = readStates(document).flatMap((state) =>
    findStateProducts(state, page, 'embedded-state'),
  );
  const products = schemas.flatMap((schema) => schema.products);
  const candidates: Candidate[] = [
    ...products.map((each) => each.product),
    openGraph,
    ...states.map((each) => each.candidate),
  ];
  const links = readLinks(
    document,
    page.url,
    schemas.flatMap((schema) => schema.listed),
  );
  const merged = vote(fittingCandidates(candidates, page, names));
  const items = schemas.flatMap((schema) => schema.items);
  const product = merged?.price || products.length > 0 ? merged : null;
  if (isSoftMissing(names) && !product?.price) return { ...refused('not-a-product'), links };
  if (product && !(items.length > 1 && !product.price)) {
    const rating =
      product.rating ?? schemas.map((schema) => schema.looseRating).find(Boolean) ?? null;
    const offer = offerOf({ ...product, rating }, page.url);
    const variants =
      products.find((each) => each.variants.length > 0 && each.product.name === product.name)
        ?.variants ?? [];
    if (offer)
      return { ...emptyReading(), product: offer, variants: offersOf(variants, page), links };
  }
  if (items.length > 0) return { ...emptyReading(), items: offersOf(items, page), links };
  return { ...refused('not-a-product'), links };
}

/** What the page calls itself: heading, OpenGraph title, title. */
function namesOf(document: PageDocument): string[] {
  const headings = document.headings
    .map(seenTextOf)
    .filter((text) => text.length > 0 && text.length < 300);
  const titles = [metaOf(document, 'og:title', 'twitter:title'), document.title].map((title) =>
    plainText(title ?? ''),
  );
  return [...headings.slice(0, 3), ...titles].filter(Boolean);
}
