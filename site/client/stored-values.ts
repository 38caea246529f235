/* What the site keeps in the browser's storage, parsed; what cannot be read is logged and ignored (spec §4). */

/** The signed-in shopper as the browser keeps them (spec §3). */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
}

/** Reads the stored user; null when the text is missing or not whole. */
export function readUser(json: string | null | undefined): SessionUser | null {
  const user = parse('[session] the stored user', json);
  return isUser(user) ? user : null;
}

/** Reads the texts of a stored list; `name` is that of the list in the log. */
export function readTexts(name: string, json: string | null): string[] {
  const list = parse(name, json);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

function parse(name: string, json: string | null | undefined): unknown {
  try {
    return json ? JSON.parse(json) : null;
  } catch (fault) {
    console.error(`${name} cannot be read`, fault);
    return null;
  }
}

function isUser(value: unknown): value is SessionUser {
  const isText = (field: string) => {
    const text: unknown = Reflect.get(Object(value), field);
    return typeof text === 'string' && text !== '';
  };
  return ['id', 'email', 'name'].every(isText);
}

/** The browser's local-storage keys, exactly as the spec names them (§3). */
export const STORAGE_KEYS = {
  token: 'token',
  user: 'user',
  freeSearchCount: 'freeSearchCount',
  searchHistory: 'searchHistory',
} as const;

/** Fired on `window` when this tab signs in or out; other tabs hear `storage`. */
export const SESSION_EVENT = 'priceroo:session';
