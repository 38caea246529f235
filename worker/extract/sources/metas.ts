import type { ProductSelectors } from '#db/entities/retailer.ts';
import { parseAvailability } from '#domain/offers/availability.ts';
import { parsePriceText } from '#domain/price-text/price-text.ts';
import { readGtin } from '#domain/products/gtin.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { metaOf, type PageDocument } from '../page/parse-page.ts';
import {
  type Candidate,
  emptyCandidate,
  isAbove,
  readAmount,
  readCurrency,
} from '../values/candidate.ts';
import { absoluteAddress, plainText } from '../values/nodes.ts';

/** The names of a field's metas, the most reliable first. */
const METAS = {
  name: 'og:title twitter:title',
  url: 'og:url',
  currency:
    'product:sale_price:currency product:price:currency og:price:currency og:product:price:currency product:currency',
  price: 'product:price:amount og:price:amount og:product:price:amount product:price',
  sale: 'product:sale_price:amount og:sale_price:amount',
  was: 'product:original_price:amount og:price:standard_amount og:price:original_amount',
  availability: 'product:availability og:availability og:product:availability',
  brand: 'product:brand og:brand og:product:brand',
  gtin: 'product:gtin product:ean product:upc og:ean og:upc gtin13 gtin',
  mpn: 'product:mfr_part_no',
  sku: 'product:retailer_item_id product:retailer_part_no og:product:retailer_item_id',
  image: 'og:image:secure_url og:image og:image:url twitter:image',
  category: 'product:category',
  description: 'og:description description',
} as const;
/** Labels of a Twitter card's data by field. */
const CARD_LABELS = {
  currency: /price/i,
  price: /^(?:sale |our )?price$/i,
  availability: /^availability$/i,
};

/** Reads the page's OpenGraph, product and Twitter metas; a candidate even if they state only a title. */
export function readOpenGraph(page: PageDocument, pageUrl: string): Candidate {
  const meta = (field: keyof typeof METAS): string | null =>
    metaOf(page, ...METAS[field].split(' '));
  const stated = (field: keyof typeof CARD_LABELS): string[] =>
    [...METAS[field].split(' '), ...twitterData(page, CARD_LABELS[field])].flatMap(
      (name) => metaOf(page, name) ?? [],
    );
  const text = (field: keyof typeof METAS): string | null => plainText(meta(field) ?? '') || null;
  const address = (field: keyof typeof METAS): string | null =>
    absoluteAddress(meta(field) ?? 'data:', pageUrl);
  const currency = stated('currency').map(readCurrency).find(Boolean) ?? null;
  const regular = readAmount(stated('price')[0], currency);
  const sale = readAmount(meta('sale'), currency);
  const was = readAmount(meta('was'), currency) ?? (sale ? regular : null);
  const price = sale ?? regular;
  return {
    ...emptyCandidate('open-graph'),
    name: text('name'),
    url: address('url'),
    price,
    currency,
    originalPrice: was && price && isAbove(was, price) ? was : null,
    availability: parseAvailability(stated('availability')[0]),
    brand: text('brand'),
    gtin: readGtin(meta('gtin')),
    mpn: text('mpn'),
    sku: text('sku'),
    imageUrl: address('image'),
    category: text('category'),
    description: text('description'),
  };
}

/** Returns the names of the metas with the values of a Twitter card's label: twitter:label1 "Price", twitter:data1 "$69.95". */
function twitterData(page: PageDocument, label: RegExp): string[] {
  return ['1', '2']
    .filter((place) => label.test(metaOf(page, `twitter:label${place}`) ?? ''))
    .map((place) => `twitter:data${place}`);
}

/** Longer texts, in characters, are parts of the page, not a field. */
const LONGEST_FIELD = 300;

/** Reads the fields of a page by the profile's selectors; null where they find nothing. */
export function readBySelectors(
  { $ }: PageDocument,
  pageUrl: string,
  selectors: ProductSelectors,
  currency: string | null,
): Candidate {
  const text = (selector: string | undefined): string | null => {
    if (!selector) return null;
    const [css = '', attribute] = selector.split('@');
    const found = $(css).first();
    const value = attribute ? found.attr(attribute) : found.text();
    const trimmed = foldSpaces(value ?? '').trim();
    return trimmed === '' || trimmed.length > LONGEST_FIELD ? null : trimmed;
  };
  const [price = null, was] = [selectors.price, selectors.originalPrice].map(
    (selector) => parsePriceText(text(selector) ?? '', currency).amount,
  );
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
    imageUrl: absoluteAddress(text(selectors.image) ?? 'data:', pageUrl),
  };
}
