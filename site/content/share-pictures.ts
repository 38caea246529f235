/* Social-share pictures, one per kind of page; drawn at build by site/share-pictures/draw-share-pictures.ts. */

/** Pixels: shown uncropped by Facebook, WhatsApp and X. */
export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const;

export interface SharePicture {
  /** One or two lines, large. */
  title: readonly string[];
  line: string;
  /** Drawing beside the text. */
  drawing: 'docket' | 'ladder' | 'chart' | 'ledger';
  alt: string;
}

export const SHARE_PICTURES = {
  page: {
    title: ['What should', 'it cost?'],
    line: '50+ Australian retailers, one search',
    drawing: 'docket',
    alt: 'Priceroo: what should it cost? A docket for a coffee machine at $219, stamped genuine saving.',
  },
  search: {
    title: ['Every shop’s', 'price, in line'],
    line: 'Compare before you pay',
    drawing: 'ladder',
    alt: 'Priceroo: every shop’s price in line. Five bars, the shortest marked as the lowest price.',
  },
  product: {
    title: ['A good price', 'or just a sign?'],
    line: 'Every shop and a year of prices',
    drawing: 'chart',
    alt: 'Priceroo: a good price or just a sign? A line of prices over a year, its lowest point marked.',
  },
  category: {
    title: ['What they', 'really cost'],
    line: 'Price ranges, real drops, every shop',
    drawing: 'ladder',
    alt: 'Priceroo: what they really cost. Five bars of different length.',
  },
  retailer: {
    title: ['How good', 'are its prices?'],
    line: 'Freshness, trust and genuine drops',
    drawing: 'ledger',
    alt: 'Priceroo: how good are its prices? A ledger of shops with a tick beside each.',
  },
  deals: {
    title: ['Really', 'cheaper today'],
    line: 'Judged on a year of prices',
    drawing: 'chart',
    alt: 'Priceroo: really cheaper today. A line of prices that has just fallen, its lowest point marked.',
  },
  specials: {
    title: ['Refused', 'specials'],
    line: 'A “was” that nobody was charged',
    drawing: 'chart',
    alt: 'Priceroo: refused specials. A line of prices over a year.',
  },
  docket: {
    title: ['Your list,', 'at its cheapest'],
    line: 'One shop, or two including the trip',
    drawing: 'ledger',
    alt: 'Priceroo: your list, at its cheapest. A ledger with a tick beside each line.',
  },
  status: {
    title: ['How fresh', 'our prices are'],
    line: 'Computed from our own records',
    drawing: 'ledger',
    alt: 'Priceroo: how fresh our prices are. A ledger of shops with a tick beside each.',
  },
} satisfies Record<string, SharePicture>;

export type SharePictureName = keyof typeof SHARE_PICTURES;

/** Path of a picture: '/share/product.png'. */
export function sharePicturePath(name: SharePictureName): string {
  return `/share/${name}.png`;
}
