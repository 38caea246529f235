import type { PageStyle } from '../world/shops.ts';
import { JSON_LD, PRODUCT_GROUP } from './json-ld.ts';
import { type Markup, PLAIN } from './markup.ts';
import { MICRODATA } from './microdata.ts';
import { NEXT_DATA } from './next-data.ts';
import { OPENGRAPH } from './opengraph.ts';
import { RDFA } from './rdfa.ts';

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
