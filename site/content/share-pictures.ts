/* Social-share pictures in public/share, one per kind of page: the text on each for those who do not see it. */

/** Pixels: shown uncropped by Facebook, WhatsApp and X. */
export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** Alternative texts by the name of the picture. */
export const SHARE_PICTURES = {
  page: 'Priceroo: what should it cost? A docket for a coffee machine at $219, stamped genuine saving.',
  search:
    'Priceroo: every shop’s price in line. Five bars, the shortest marked as the lowest price.',
  product:
    'Priceroo: a good price or just a sign? A line of prices over a year, its lowest point marked.',
  category: 'Priceroo: what they really cost. Five bars of different length.',
  retailer: 'Priceroo: how good are its prices? A ledger of shops with a tick beside each.',
  deals:
    'Priceroo: really cheaper now. A line of prices that has just fallen, its lowest point marked.',
  specials: 'Priceroo: refused specials. A line of prices over a year.',
  docket: 'Priceroo: your list, at its cheapest. A ledger with a tick beside each line.',
  status: 'Priceroo: how fresh our prices are. A ledger of shops with a tick beside each.',
} as const;

export type SharePictureName = keyof typeof SHARE_PICTURES;
