/** The browser's local-storage keys, exactly as the spec names them (§3). */
export const STORAGE_KEYS = {
  token: 'token',
  user: 'user',
  freeSearchCount: 'freeSearchCount',
  searchHistory: 'searchHistory',
} as const;
