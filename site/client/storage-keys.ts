/** The browser's local-storage keys, exactly as the spec names them (§3). */
export const STORAGE_KEYS = {
  token: 'token',
  user: 'user',
  freeSearchCount: 'freeSearchCount',
  searchHistory: 'searchHistory',
} as const;

/** Fired on `window` when this tab signs in or out; other tabs hear `storage`. */
export const SESSION_EVENT = 'priceroo:session';
