import type { PageReading } from '#domain/page-reading.ts';
import { type Candidate, offerOf } from './candidate.ts';
import { canonicalOf } from './canonical.ts';
import { readFastState } from './fast-state.ts';
import { mayHoldGtin, mayHoldRating } from './further-facts.ts';
import { emptyReading, offersOf } from './json-answer.ts';
import { readJsonLd } from './json-ld.ts';
import { type PageAddress, pageAddress } from './page-address.ts';
import { readLinks } from './page-links.ts';
import { isPrintedOtherwise, printsRefusal, readPrintedPrice } from './printed-price.ts';
import { isShownCode } from './product-code.ts';
import { readSchemaGraph, type SchemaFindings } from './schema-graph.ts';
import type { SchemaProduct } from './schema-product.ts';
import { isComplete } from './vote.ts';

/**
 * The reading of a page whose data answers alone: one complete product in its JSON-LD, or in its state where it has none, and
 * nothing in the markup that could add to it or contradict it. Null sends the page to the full vote, which gives the same answer more slowly.
 */
export function readFast(body: string, url: string): PageReading | null {
  const page = pageAddress(url, canonicalOf(body));
  const schema = readSchemaGraph(readJsonLd(body), page, 'json-ld');
  const [only, second] = schema.products;
  if (second || schema.items.length > 0) return null;
  return only ? readFastSchema(body, page, schema, only) : readFastState(body, page, schema);
}

function readFastSchema(
  body: string,
  page: PageAddress,
  schema: SchemaFindings,
  only: SchemaProduct,
): PageReading | null {
  const product = { ...only.product, rating: only.product.rating ?? schema.looseRating };
  if (!isComplete(product) || page.isElsewhere(product) || mayBeAddedTo(product, page, body))
    return null;
  const printed = readPrintedPrice(product, body);
  if (
    !printed ||
    printsRefusal(body) ||
    (printed.texts.length === 0 && isPrintedOtherwise(product, body))
  )
    return null;
  const offer = offerOf(product, page.url);
  if (!offer) return null;
  return {
    ...emptyReading(),
    product: offer,
    variants: offersOf(only.variants, page),
    links: readLinks(body, page.url, schema.listed),
  };
}

function mayBeAddedTo(product: Candidate, page: PageAddress, body: string): boolean {
  // The heading may leave out a colour that the structured name appends.
  const colour = product.specifications['Colour']?.toLowerCase().match(/[\p{L}]{3,}/u)?.[0];
  if (colour && product.name?.toLowerCase().includes(colour)) return true;
  if (!isShownCode(product.sku ?? '', page, body)) return true;
  return (
    (product.gtin === null && mayHoldGtin(body)) || (product.rating === null && mayHoldRating(body))
  );
}
