/* Reads values from the browser's storage; unreadable values are logged and ignored (spec §4). */

/** The signed-in shopper in browser storage (spec §3). */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
}

/** Reads the stored user; null if missing or incomplete. */
export function readUser(json: string | null | undefined): SessionUser | null {
  const user = readJson('[session] the stored user', json);
  const isText = (field: string) => {
    const text: unknown = Reflect.get(Object(user), field);
    return typeof text === 'string' && text !== '';
  };
  return ['id', 'email', 'name'].every(isText) ? (user as SessionUser) : null;
}

/** Reads a stored list of texts; `name` identifies the list in the log. */
export function readTexts(name: string, json: string | null): string[] {
  const list = readJson(name, json);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

/** Reads a stored JSON value; `name` identifies it in the log. Null if missing or unreadable. */
export function readJson(name: string, json: string | null | undefined): unknown {
  try {
    return json ? JSON.parse(json) : null;
  } catch (fault) {
    console.error(`${name} cannot be read`, fault);
    return null;
  }
}

/** The browser's local-storage keys, exactly as the spec names them (§3). */
export const STORAGE_KEYS = {
  token: 'token',
  user: 'user',
  freeSearchCount: 'freeSearchCount',
  searchHistory: 'searchHistory',
} as const;

/** Fired on `window` when this tab signs in or out; other tabs get a `storage` event. */
export const SESSION_EVENT = 'priceroo:session';
