import { escapeHtml } from '#domain/text/escape-html.ts';
import type { PageStyle } from '../world/shops.ts';
import { MICRODATA, RDFA } from './attributes.ts';
import { JSON_LD, PRODUCT_GROUP } from './json-ld.ts';
import { availabilityTerms, decimal, type Markup, PLAIN } from './markup.ts';
import { NEXT_DATA } from './next-data.ts';

/** The metadata of the Open Graph and product vocabularies, nothing in the body. */
const OPENGRAPH: Markup = {
  ...PLAIN,
  head(view, place) {
    const { listing, price } = view;
    const rows: [string, string][] = [
      ['og:type', 'product'],
      ['og:title', view.title],
      ['og:url', place.origin + view.path],
      ['og:image', place.origin + view.picturePath],
      ['og:description', view.description],
      ['og:site_name', listing.shop.name],
      ['product:brand', listing.product.brand],
      ['product:retailer_item_id', listing.sku],
      ['product:condition', 'new'],
      ['product:availability', availabilityTerms(price.availability).openGraph],
      ['product:price:amount', decimal(price.priceCents)],
      ['product:price:currency', 'AUD'],
    ];
    return rows
      .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`)
      .join('\n');
  },
};

/** What each page style adds to the product page's body. */
export const PAGE_STYLE_MARKUP: Record<PageStyle, Markup> = {
  'json-ld': JSON_LD,
  'product-group': PRODUCT_GROUP,
  microdata: MICRODATA,
  rdfa: RDFA,
  opengraph: OPENGRAPH,
  'next-data': NEXT_DATA,
  'json-api': PLAIN,
  'css-only': PLAIN,
  script: PLAIN,
};
