/* Storage of purchases: in this browser for guests, on the server for members. */
import { MOST_PURCHASES } from '#domain/prices/price-pass.ts';
import { DAY_MS } from '#domain/time.ts';
import type { JudgedPass } from '#site/api/responses/price-pass.ts';
import type { EnteredPurchase } from '#site/api/routes/price-pass.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';

export type Purchase = Required<EnteredPurchase>;

/** A store of purchases with their outcomes. */
export interface KeptPasses {
  list(): Promise<JudgedPass[]>;
  add(items: Purchase[]): Promise<unknown>;
  remove(pass: JudgedPass): Promise<unknown>;
}

const KEY = 'pricePasses';

/** Purchases of a member, on the server. */
export const membersPasses: KeptPasses = {
  list: () => dataOf((api) => api['price-pass'].$get()),
  add: (items) => bodyOf((api) => api['price-pass'].$post({ json: { items } })),
  remove: ({ id }) => removed((api) => api['price-pass'][':id'].$delete({ param: { id } })),
};

/** Purchases of a guest, in this browser: the newest 40. */
export const guestsPasses: KeptPasses = {
  async list() {
    const items = read();
    if (items.length === 0) return [];
    return dataOf((api) => api['price-pass'].check.$post({ json: { items } }));
  },
  async add(items) {
    write([...items, ...read()].slice(0, MOST_PURCHASES));
  },
  async remove({ id }) {
    write(read().filter((_, nth) => String(nth) !== id));
  },
};

/**
 * Moves a guest's purchases to the account that signed in. Takes them first, so that no tab moves one twice, and puts them back when that
 * fails.
 */
export async function moveGuestsPasses(): Promise<void> {
  const items = read();
  if (items.length === 0) return;
  localStorage.removeItem(KEY);
  try {
    // Purchases whose offers are gone would refuse the others.
    const judged = await dataOf((api) => api['price-pass'].check.$post({ json: { items } }));
    const kept = judged.flatMap(({ id }) => items[Number(id)] ?? []);
    if (kept[0]) await membersPasses.add(kept);
  } catch (fault) {
    write(items);
    throw fault;
  }
}

function write(items: Purchase[]): void {
  localStorage.setItem(KEY, JSON.stringify(items));
}

/** The stored purchases, without damaged ones and those older than a year, which the server does not judge. */
function read(): Purchase[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const eldest = Date.now() - 364 * DAY_MS;
    return Array.isArray(kept)
      ? kept.filter((one: Purchase) => Date.parse(one?.boughtOn) > eldest && one.paid > 0)
      : [];
  } catch (fault) {
    console.error('[price pass] the stored purchases cannot be read', fault);
    return [];
  }
}
