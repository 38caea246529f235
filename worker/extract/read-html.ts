import type { PageReading, ReadingRefusal } from '#domain/page-reading.ts';
import { type Candidate, offerOf } from './candidate.ts';
import { type PageDocument, parsePage } from './document.ts';
import { findStateProducts, readStates } from './embedded-state.ts';
import { emptyReading, offersOf } from './json-answer.ts';
import { readJsonLd } from './json-ld.ts';
import { readTileList } from './list-page.ts';
import { readMicrodata, readRdfa } from './microdata.ts';
import { readOpenGraph } from './open-graph.ts';
import { type PageAddress, pageAddress } from './page-address.ts';
import { readPageCurrency } from './page-currency.ts';
import { isSoftMissing } from './page-kind.ts';
import { readLinks } from './page-links.ts';
import { namesOf, titlesOf } from './page-names.ts';
import { findPriceMarks } from './price-marks.ts';
import { readSchemaGraph, type SchemaFindings } from './schema-graph.ts';
import { findTiles } from './tiles.ts';
import { readVisibleProduct } from './visible-product.ts';
import { fittingCandidates, vote } from './vote.ts';

/** The full reading of an HTML page: every source is asked, and the candidates vote. Throws PageTooComplex. */
export function readHtml(body: string, url: string): PageReading {
  const document = parsePage(body);
  const page = pageAddress(url, document.canonical);
  const schemas = readSchemas(document, page, body);
  const structured = schemas.flatMap((schema) => schema.products);
  const names = namesOf(
    document,
    structured.map((each) => each.product.name),
  );
  const states = readStates(document).flatMap((state) =>
    findStateProducts(state, page, 'embedded-state'),
  );
  const currency = readPageCurrency(document, body, page.url);
  const marks = findPriceMarks(document, currency);
  const tiles = findTiles(document, marks, page.url);
  const titles = titlesOf(document);
  const visible = readVisibleProduct(document, marks, tiles, titles.length > 0 ? titles : names);
  const links = readLinks(
    body,
    page.url,
    schemas.flatMap((schema) => schema.listed),
  );
  const candidates: Candidate[] = [
    ...structured.map((each) => each.product),
    readOpenGraph(document, page.url),
    ...states.map((each) => each.candidate),
    ...(visible ? [visible.candidate] : []),
  ];
  const fitting = fittingCandidates(candidates, page, names);
  const merged = vote(fitting);
  const items = readItems(schemas, tiles, page);
  const isProduct =
    fitting.some((each) => each.source !== 'open-graph' && each.source !== 'visible') ||
    fitting.some((each) => each.source === 'open-graph' && each.price !== null) ||
    (visible !== null &&
      (visible.hasBuyButton
        ? visible.candidate.price !== null || isNamed(visible.candidate)
        : isSoldOut(visible.candidate)));
  if (isSoftMissing(names) && !merged?.price) return { ...refused('not-a-product'), links };
  if (merged && isProduct && !(items.length > 2 && !merged.price)) {
    const rating =
      merged.rating ?? schemas.map((schema) => schema.looseRating).find(Boolean) ?? null;
    const originalPrice =
      merged.originalPrice ?? (merged.price && visible ? visible.wasFor(merged.price) : null);
    const availability = visible?.isRefused ? 'out_of_stock' : merged.availability;
    const offer = offerOf(
      {
        ...merged,
        availability,
        originalPrice,
        rating,
        currency: merged.price ? (merged.currency ?? currency) : null,
      },
      page.url,
    );
    const variants =
      structured.find((each) => each.variants.length > 0 && each.product.name === merged.name)
        ?.variants ?? [];
    if (offer)
      return { ...emptyReading(), product: offer, variants: offersOf(variants, page), links };
  }
  if (items.length > 0) {
    const priced = items.map((item) => ({
      ...item,
      currency: item.currency ?? (item.price ? currency : null),
    }));
    return { ...emptyReading(), items: offersOf(priced, page), links };
  }
  return { ...refused('not-a-product'), links };
}

/** True when the product area prints a code or brand: what a landing page's "buy now" does not. */
function isNamed(visible: Candidate): boolean {
  return (visible.sku ?? visible.gtin ?? visible.mpn ?? visible.brand) !== null;
}

/** A product area without price and button that says "sold out". */
function isSoldOut(visible: Candidate): boolean {
  return visible.availability === 'out_of_stock' && isNamed(visible);
}

/** A reading that gives no offer, and why. */
export function refused(reason: ReadingRefusal): PageReading {
  return { ...emptyReading(), rejected: reason };
}

function readSchemas(document: PageDocument, page: PageAddress, body: string): SchemaFindings[] {
  const schemas = [readSchemaGraph(readJsonLd(body), page, 'json-ld')];
  if (body.includes('itemtype'))
    schemas.push(readSchemaGraph(readMicrodata(document), page, 'microdata'));
  if (body.includes('typeof=')) schemas.push(readSchemaGraph(readRdfa(document), page, 'rdfa'));
  return schemas;
}

/** The page's list: what its tiles show, else what its structured data lists. */
function readItems(
  schemas: readonly SchemaFindings[],
  tiles: ReturnType<typeof findTiles>,
  page: PageAddress,
): Candidate[] {
  const shown = readTileList(tiles, page.url);
  const listed = schemas.flatMap((schema) => schema.items);
  return shown.length >= listed.length ? shown : listed;
}
