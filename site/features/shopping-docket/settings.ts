/* The URL of a docket holds the list and all settings, so that a link shares everything. */
import { postcodeOf } from '#domain/retailers/delivered-price.ts';

export type DocketSettings = ReturnType<typeof readSettings>;

/** Reads settings from a URL; missing and invalid values become defaults. */
export function readSettings(params: URLSearchParams) {
  const trip = Number.parseFloat(params.get('trip') ?? '');
  const shops = Number(params.get('shops'));
  return {
    list: (params.get('list') ?? '').replaceAll('\r', ''),
    /** Dollars. */
    trip: trip >= 0 && trip <= 100 ? trip : 5,
    /** Whether the shopper goes to the shops or has the goods delivered. */
    by: params.get('by') === 'delivery' ? ('delivery' as const) : ('trip' as const),
    /** Where goods are delivered; '' if not stated. */
    postcode: postcodeOf(params.get('postcode')) ?? '',
    /** Maximum shops of the plan. */
    shops: [1, 2, 3].includes(shops) ? shops : 3,
    /** Slug of the shop to compare with; '' for the next best shop. */
    usual: params.get('usual') ?? '',
    /** Ids of refused products. */
    not: (params.get('not') ?? '').split(',').filter(Boolean),
  };
}

/** The query parameters of settings, without empty ones. */
export function settingsQuery({ list, trip, by, postcode, shops, usual, not }: DocketSettings) {
  return {
    list,
    trip: String(trip),
    shops: String(shops),
    ...(by === 'delivery' && { by, ...(postcode && { postcode }) }),
    ...(usual && { usual }),
    ...(not.length > 0 && { not: not.join(',') }),
  };
}

/** '/docket?list=…' */
export function docketPath(settings: DocketSettings): string {
  return `/docket?${new URLSearchParams(settingsQuery(settings))}`;
}
