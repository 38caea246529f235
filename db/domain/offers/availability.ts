/** Availability words (spec §3); 'unknown' when a page states none. Append only: packed price points store positions in this list. */
export const AVAILABILITIES = [
  'in_stock',
  'out_of_stock',
  'limited',
  'pre_order',
  'discontinued',
  'online_only',
  'sold_out',
  'unknown',
] as const;

export type Availability = (typeof AVAILABILITIES)[number];

const SPELLINGS: readonly (readonly [Availability, RegExp])[] = [
  ['in_stock', /^(?:instock|available|instoreonly|madetoorder)$/],
  ['online_only', /^onlineonly$/],
  [
    'out_of_stock',
    /^(?:(?:temporarily|currently)?(?:out(?:of)?stock|(?:un|not)available)|oos|(?:no|notin)stock|backorder|reserved)$/,
  ],
  ['sold_out', /^soldout$/],
  ['discontinued', /^discontinued$/],
  ['limited', /^(?:limited(?:availability|stock)?|lowstock)$/],
  ['pre_order', /^pre(?:order|sale)$/],
];

/** Parses any spelling ('https://schema.org/InStock', 'pre-order', 'LimitedAvailability'); else 'unknown'. */
export function parseAvailability(text: string | null | undefined): Availability {
  if (!text) return 'unknown';
  const word = (text.split(/[/#]/).at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '');
  return SPELLINGS.find(([, words]) => words.test(word))?.[0] ?? 'unknown';
}

export const IN_STOCK: readonly Availability[] = ['in_stock', 'limited', 'online_only'];

/** What a shopper can buy now; unstated stock counts. Only such an offer, seen recently, may be "best" or fire an alert. */
export const BUYABLE: readonly Availability[] = [...IN_STOCK, 'unknown'];

/** States in which a shop does not sell the offer; it counts even without a price. */
export const GONE: readonly Availability[] = ['out_of_stock', 'sold_out', 'discontinued'];

export function isInStock(availability: Availability): boolean {
  return IN_STOCK.includes(availability);
}

/** True when a shopper can buy now. For a stored offer use its `canBuy`, which also considers its age. */
export function isBuyable(availability: Availability): boolean {
  return BUYABLE.includes(availability);
}

export function isGone(availability: Availability): boolean {
  return GONE.includes(availability);
}
