import type { PageReading } from '#domain/page-reading.ts';
import { priceMentions } from '#domain/price-text-mentions.ts';
import { type Candidate, offerOf } from './candidate.ts';
import { emptyReading, offersOf } from './json-answer.ts';
import { readJsonLd } from './json-ld.ts';
import { pageAddress } from './page-address.ts';
import { readLinks } from './page-links.ts';
import { readSchemaGraph } from './schema-graph.ts';
import { plainText } from './schema-node.ts';
import { refusesPurchase } from './stock-words.ts';
import { isComplete } from './vote.ts';

/** How far around a printed price its "was" is looked for, in characters of markup. */
const WINDOW_CHARS = 2_000;
const WINDOW_LIMIT = 12;
/** Where the canonical link stands on a page without a marked head. */
const HEAD_CHARS = 50_000;
/** Roles of printed amounts that could be a "was"; thresholds, instalments and savings never are. */
const MAYBE_WAS: ReadonlySet<string> = new Set(['now', 'plain', 'reference']);
/** Words that stand on a page whose other sources could add to the JSON-LD, or speak against it. */
const GTIN_MARKS = ['gtin', 'GTIN', 'barcode', 'Barcode', 'EAN', '"ean', '"upc', 'UPC'];
const RATING_MARKS = ['ratingValue', 'aggregateRating', 'averageRating', 'AverageRating'];

/**
 * The reading of a page whose JSON-LD answers alone: one complete product, and nothing in the markup that could add to
 * it or contradict it. Null sends the page to the full vote, which gives the same answer more slowly.
 */
export function readFast(body: string, url: string): PageReading | null {
  const blocks = readJsonLd(body);
  if (blocks.length === 0) return null;
  const page = pageAddress(url, canonicalOf(body));
  const schema = readSchemaGraph(blocks, page, 'json-ld');
  const [only, second] = schema.products;
  if (!only || second || schema.items.length > 0) return null;
  const product = { ...only.product, rating: only.product.rating ?? schema.looseRating };
  if (!isComplete(product) || page.isElsewhere(product) || mayBeAddedTo(product, body)) return null;
  if (mayBeContradicted(product, body)) return null;
  const offer = offerOf(product, page.url);
  if (!offer) return null;
  return {
    ...emptyReading(),
    product: offer,
    variants: offersOf(only.variants, page),
    links: readLinks(body, page.url, schema.listed),
  };
}

function canonicalOf(body: string): string | null {
  const end = body.indexOf('</head');
  const head = body.slice(0, end === -1 ? HEAD_CHARS : end);
  for (let at = head.indexOf('canonical'); at !== -1; at = head.indexOf('canonical', at + 9)) {
    const tag = body.slice(body.lastIndexOf('<', at), body.indexOf('>', at) + 1);
    if (/^<link\s[^>]*rel=["']?canonical/i.test(tag))
      return /href=["']([^"']+)/i.exec(tag)?.[1] ?? null;
  }
  return null;
}

function mayBeAddedTo(product: Candidate, body: string): boolean {
  // The heading may leave out a colour that the structured name appends.
  const colour = product.specifications['Colour']?.toLowerCase().match(/[\p{L}]{3,}/u)?.[0];
  if (colour && product.name?.toLowerCase().includes(colour)) return true;
  const without = (marks: readonly string[]): boolean => !marks.some((mark) => body.includes(mark));
  return (
    (product.gtin === null && !without(GTIN_MARKS)) ||
    (product.rating === null && !without(RATING_MARKS))
  );
}

/**
 * True when a higher amount is printed near the printed price, as a "was" would be, or a sentence there refuses the
 * purchase. A price that is nowhere printed can have no "was" beside it.
 */
function mayBeContradicted(product: Candidate, body: string): boolean {
  const price = Number(product.price);
  const spellings = new Set([
    price.toFixed(2),
    price.toFixed(2).replace('.', ','),
    String(price),
    price.toLocaleString('en-AU'),
  ]);
  let windows = 0;
  for (const spelling of spellings) {
    for (
      let at = body.indexOf(spelling);
      at !== -1;
      at = body.indexOf(spelling, at + spelling.length)
    ) {
      if (!isPrinted(body, at)) continue;
      windows += 1;
      if (windows > WINDOW_LIMIT || speaksAgainst(body, at, product)) return true;
    }
  }
  return false;
}

/** True when the position lies in text that a shopper sees, not in a tag or script. */
function isPrinted(body: string, at: number): boolean {
  const opened = body.lastIndexOf('<', at);
  if (body.indexOf('>', opened) > at) return false;
  return !/^<(?:script|style)/i.test(body.slice(opened, opened + 7));
}

function speaksAgainst(body: string, at: number, product: Candidate): boolean {
  const markup = body.slice(Math.max(0, at - WINDOW_CHARS), at + WINDOW_CHARS);
  const text = plainText(
    markup.slice(markup.indexOf('>') + 1).replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/g, ' '),
  );
  if (refusesPurchase(text)) return true;
  return priceMentions(text, product.currency).some(({ role, amount }) => {
    if (role === 'unit' || role === 'multi-buy' || role === 'conditional') return true;
    return (
      product.originalPrice === null &&
      MAYBE_WAS.has(role) &&
      Number(amount) > Number(product.price)
    );
  });
}
