/* The address of a docket: it holds the list and all settings, so that a link shares it whole. */

/** What the address says; dollars. */
export interface DocketSettings {
  list: string;
  trip: number;
  /** The most shops of the plan. */
  shops: number;
  /** The slug of a shop; '' for the next best one. */
  usual: string;
  /** Ids of refused products. */
  not: string[];
}

/** Reads an address; what is missing or no number has its default. */
export function readSettings(params: URLSearchParams): DocketSettings {
  const trip = Number.parseFloat(params.get('trip') ?? '');
  const shops = Number(params.get('shops'));
  return {
    list: (params.get('list') ?? '').replaceAll('\r', ''),
    trip: trip >= 0 && trip <= 100 ? trip : 5,
    shops: [1, 2, 3].includes(shops) ? shops : 3,
    usual: params.get('usual') ?? '',
    not: (params.get('not') ?? '').split(',').filter(Boolean),
  };
}

export function settingsQuery({ list, trip, shops, usual, not }: DocketSettings) {
  return {
    list,
    trip: String(trip),
    shops: String(shops),
    ...(usual && { usual }),
    ...(not.length > 0 && { not: not.join(',') }),
  };
}

/** '/docket?list=…' */
export function docketPath(settings: DocketSettings): string {
  return `/docket?${new URLSearchParams(settingsQuery(settings))}`;
}
