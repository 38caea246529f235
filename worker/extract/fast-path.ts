import type { PageReading } from '#domain/offers/page-reading.ts';
import { textOfBytes } from '../fetch/page-body.ts';
import { withPrintedShelf } from './breadcrumb-trail.ts';
import { type Candidate, offerOf } from './candidate.ts';
import { canonicalOf } from './canonical.ts';
import { readFastState } from './fast-state.ts';
import { mayHoldGtin, mayHoldRating } from './further-facts.ts';
import { emptyReading, offersOf } from './json-answer.ts';
import { readJsonLd } from './json-ld.ts';
import { type PageAddress, pageAddress } from './page-address.ts';
import { readLinks } from './page-links.ts';
import { onlyHeading } from './page-sketch.ts';
import { isPrintedOtherwise, printsRefusal, readPrintedPrice } from './printed-price.ts';
import { isShownCode } from './product-code.ts';
import { readSchemaGraph, type SchemaFindings, withLooseFacts } from './schema-graph.ts';
import { plainText } from './schema-node.ts';
import type { SchemaProduct } from './schema-product.ts';
import { type PageMarkup, readMarkup } from './shown-markup.ts';
import { isComplete } from './vote.ts';

/**
 * The reading of a page, given as a byte text (`page-body`), whose data answers alone: one complete product in its JSON-LD, or
 * in its state where it has none, and nothing in the markup that could add to it or contradict it. Null sends the page to the
 * full vote, which gives the same answer more slowly. Without `wantsLinks` none are read.
 */
export function readFast(body: string, url: string, wantsLinks = true): PageReading | null {
  const page = pageAddress(url, textOfBytes(canonicalOf(body) ?? ''));
  const schema = readSchemaGraph(readJsonLd(body, textOfBytes), page, 'json-ld');
  const [only, second] = schema.products;
  if (second || schema.items.length > 0) return null;
  const markup = readMarkup(body);
  const reading = only
    ? readFastSchema(markup, page, schema, only)
    : readFastState(markup, page, schema);
  if (!reading) return null;
  const shelved = withPrintedShelf(reading, () => textOfBytes(markup.shown));
  if (!wantsLinks) return shelved;
  return { ...shelved, links: readLinks(textOfBytes(markup.shown), page.url, schema.listed) };
}

function readFastSchema(
  markup: PageMarkup,
  page: PageAddress,
  schema: SchemaFindings,
  only: SchemaProduct,
): PageReading | null {
  const product = withLooseFacts(only.product, schema);
  if (!isComplete(product) || page.isElsewhere(product)) return null;
  const said = textOfBytes(markup.text);
  if (mayBeAddedTo(product, page, markup, said)) return null;
  const printed = readPrintedPrice(product, markup);
  if (!printed || printsRefusal(markup, product.availability)) return null;
  if (printed.texts.length === 0 && isPrintedOtherwise(product, markup)) return null;
  const offer = offerOf(product, page.url);
  if (!offer) return null;
  return {
    ...emptyReading(),
    product: offer,
    variants: offersOf(only.variants, page),
  };
}

function mayBeAddedTo(
  product: Candidate,
  page: PageAddress,
  markup: PageMarkup,
  said: string,
): boolean {
  // The heading may leave out a colour that the structured name appends.
  const colour = product.specifications['Colour']?.toLowerCase().match(/[\p{L}]{3,}/u)?.[0];
  const isNamed = colour && product.name?.toLowerCase().includes(colour);
  if (isNamed && plainText(textOfBytes(onlyHeading(markup) ?? '')) !== product.name) return true;
  if (!isShownCode(product.sku ?? '', page, said)) return true;
  return (
    (product.gtin === null && mayHoldGtin(markup.body)) ||
    (product.rating === null && mayHoldRating(markup.body))
  );
}
