import { load } from 'cheerio/slim';
import type { ProductSelectors } from '#db/entities/retailer.ts';
import { parseAvailability } from '#domain/offers/availability.ts';
import { parsePriceText } from '#domain/price-text/price-text.ts';
import { readGtin } from '#domain/products/gtin.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { metaOf, type PageDocument } from '../page/document.ts';
import {
  type Candidate,
  emptyCandidate,
  isAbove,
  readAmount,
  readCurrency,
} from '../values/candidate.ts';
import { absoluteAddress, plainText } from '../values/nodes.ts';

/** What the page's OpenGraph, product and Twitter metas say; a candidate even when they name only a title. */
export function readOpenGraph(page: PageDocument, pageUrl: string): Candidate {
  const meta = (...names: string[]): string | null => metaOf(page, ...names);
  const text = (...names: string[]): string | null => plainText(meta(...names) ?? '') || null;
  const currency =
    [
      'product:sale_price:currency',
      'product:price:currency',
      'og:price:currency',
      'og:product:price:currency',
      'product:currency',
      ...twitterData(page, /price/i),
    ]
      .map((name) => readCurrency(meta(name)))
      .find(Boolean) ?? null;
  const amount = (...names: string[]): string | null => readAmount(meta(...names), currency);
  const regular = amount(
    'product:price:amount',
    'og:price:amount',
    'og:product:price:amount',
    'product:price',
    ...twitterData(page, /^(?:sale |our )?price$/i),
  );
  const sale = amount('product:sale_price:amount', 'og:sale_price:amount');
  const was =
    amount(
      'product:original_price:amount',
      'og:price:standard_amount',
      'og:price:original_amount',
    ) ?? (sale ? regular : null);
  const price = sale ?? regular;
  const image = meta('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image');
  const url = meta('og:url');
  return {
    ...emptyCandidate('open-graph'),
    name: text('og:title', 'twitter:title'),
    url: url ? absoluteAddress(url, pageUrl) : null,
    price,
    currency,
    originalPrice: was && price && isAbove(was, price) ? was : null,
    availability: parseAvailability(
      meta(
        'product:availability',
        'og:availability',
        'og:product:availability',
        ...twitterData(page, /^availability$/i),
      ),
    ),
    brand: text('product:brand', 'og:brand', 'og:product:brand'),
    gtin: readGtin(
      meta('product:gtin', 'product:ean', 'product:upc', 'og:ean', 'og:upc', 'gtin13', 'gtin'),
    ),
    mpn: text('product:mfr_part_no'),
    sku: text(
      'product:retailer_item_id',
      'product:retailer_part_no',
      'og:product:retailer_item_id',
    ),
    imageUrl: image ? absoluteAddress(image, pageUrl) : null,
    category: text('product:category'),
    description: text('og:description', 'description'),
  };
}

/** The name of the meta that holds what a Twitter card labels so: twitter:label1 "Price", twitter:data1 "$69.95". */
function twitterData(page: PageDocument, label: RegExp): string[] {
  return ['1', '2']
    .filter((place) => label.test(metaOf(page, `twitter:label${place}`) ?? ''))
    .map((place) => `twitter:data${place}`);
}

/** Characters of one field; more is no field but a part of the page. */
const LONGEST_FIELD = 300;

/** What the profile's selectors find on a page that was parsed within limits before; empty fields where they find nothing. */
export function readBySelectors(
  body: string,
  pageUrl: string,
  selectors: ProductSelectors,
  currency: string | null,
): Candidate {
  const $ = load(body);
  const text = (selector: string | undefined): string | null => {
    if (!selector) return null;
    const [css = '', attribute] = selector.split('@');
    const found = $(css).first();
    const value = attribute ? found.attr(attribute) : found.text();
    const trimmed = foldSpaces(value ?? '').trim();
    return trimmed === '' || trimmed.length > LONGEST_FIELD ? null : trimmed;
  };
  const amount = (selector: string | undefined) =>
    parsePriceText(text(selector) ?? '', currency).amount;
  const price = amount(selectors.price);
  const was = amount(selectors.originalPrice);
  const image = text(selectors.image);
  return {
    ...emptyCandidate('selectors'),
    name: text(selectors.name),
    url: pageUrl,
    price,
    currency: price ? currency : null,
    originalPrice: was && price && isAbove(was, price) ? was : null,
    availability: parseAvailability(text(selectors.availability)),
    brand: text(selectors.brand),
    gtin: readGtin(text(selectors.gtin)),
    sku: text(selectors.sku),
    imageUrl: image ? absoluteAddress(image, pageUrl) : null,
  };
}
