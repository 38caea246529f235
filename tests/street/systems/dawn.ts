import { join } from 'node:path';
import { GOODS } from '../goods.ts';
import { serve } from '../programs.ts';
import type { System } from '../system.ts';

/** Each size costs so many dollars more than the last; stated in dawn-shop.mjs too. */
const SIZE_COSTS = 10;

/** Shopify's theme Dawn, rendered by a server of our own from made-up products, with the sitemaps and structured data of such a shop. */
export const dawn: System = {
  slug: 'dawn',
  name: 'Shopify’s theme Dawn 15.4.1, rendered by us',
  source: 'github.com/Shopify/dawn, 15.4.1, and npm install liquidjs@10.30.1',
  async open({ folder, port, origin, log }) {
    const start = { command: process.execPath, args: [join(import.meta.dirname, 'dawn.mjs')] };
    const env = { PORT: String(port), ORIGIN: origin };
    const server = await serve({ ...start, cwd: folder, env }, port, log);
    const sold = GOODS.flatMap(({ name, price, was, stock, slug, sizes }) => {
      const sold = { name, price, was, stock, picture: slug };
      return sizes.length === 0
        ? [sold]
        : sizes.map((size, nth) => ({
            ...{ ...sold, name: `${name} - ${size}` },
            // The page prints the former price of the size that it shows, and its data states none.
            ...{ price: price + SIZE_COSTS * nth, was: nth === 0 ? was : null },
          }));
    });
    return { server, products: async () => sold };
  },
};
