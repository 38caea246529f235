import { inject } from 'vitest';
import type { SearchProduct } from '#site/api/answers/search-product.ts';
import type { Shopper } from './shopper-test.ts';

/** What `shopper` did earlier, through the API; throws when it is refused. Answers the answer's `data`. */
export async function callAs<Data>(
  shopper: Pick<Shopper, 'token'> | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const response = await fetch(`${inject('siteOrigin')}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(shopper && { authorization: `Bearer ${shopper.token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return ((await response.json()) as { data: Data }).data;
}

/** The offer of `retailer` that a search for `query` finds. Throws when there is none. */
export async function findOffer(query: string, retailer: string): Promise<SearchProduct> {
  const { products } = await callAs<{ products: SearchProduct[] }>(
    null,
    'POST',
    '/search/ai-search',
    { query },
  );
  const offer = products.find((product) => product.retailer.name === retailer);
  if (!offer) throw new Error(`${retailer} does not sell ${query}`);
  return offer;
}

/** Saves an offer to the shopper's favourites. */
export function saveOffer(shopper: Shopper, offer: SearchProduct): Promise<unknown> {
  const { name, productUrl, currentPrice } = offer;
  return callAs(shopper, 'POST', '/favorites', {
    productSnapshot: { name, productUrl, currentPrice },
  });
}
