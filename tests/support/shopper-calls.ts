/*
 * What a shopper did before the page under test was opened, through the API of a running site.
 */
import type { SearchProduct } from '#site/api/responses/search-product.ts';

/** An account, as the browser keeps it and as its owner types it. */
export interface Shopper {
  /** Of the site: 'http://localhost:5555'. */
  site: string;
  email: string;
  password: string;
  name: string;
  user: { id: string; email: string; name: string };
  token: string;
}

let joined = 0;

/** A new account on `site`, signed in. Throws when it is refused. */
export async function joinSite(site: string): Promise<Shopper> {
  joined += 1;
  const account = {
    email: `shopper-${process.pid}-${joined}@example.com`,
    password: 'kangaroo-4-paws!',
    name: 'Alex Shopper',
  };
  const granted = await callSite<Pick<Shopper, 'user' | 'token'>>(
    site,
    'POST',
    '/auth/register',
    account,
  );
  return { site, ...account, ...granted };
}

/** Calls the API as this shopper. Answers the answer's `data`. */
export function callAs<Data>(
  { site, token }: Shopper,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  return callSite(site, method, path, body, token);
}

/** Calls the API of `site`; throws when the call is refused. Answers the answer's `data`. */
export async function callSite<Data>(
  site: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Data> {
  joined += 1;
  const response = await fetch(`${site}/api${path}`, {
    method,
    headers: {
      // Each call from an address of its own: limits of rate are not what is tested here.
      'x-forwarded-for': `10.255.${joined >> 8}.${joined % 256}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return ((await response.json()) as { data: Data }).data;
}

/** The offer of `retailer` that a search for `query` finds. Throws when there is none. */
export async function findOffer(
  site: string,
  query: string,
  retailer: string,
): Promise<SearchProduct> {
  const body = { query };
  const found = await callSite<{ products: SearchProduct[] }>(
    site,
    'POST',
    '/search/ai-search',
    body,
  );
  const offer = found.products.find((product) => product.retailer.name === retailer);
  if (!offer) throw new Error(`${retailer} does not sell ${query}`);
  return offer;
}

/** Saves an offer to the shopper's favourites. */
export function saveOffer(shopper: Shopper, offer: SearchProduct): Promise<unknown> {
  const { name, productUrl, currentPrice } = offer;
  const productSnapshot = { name, productUrl, currentPrice };
  return callAs(shopper, 'POST', '/favorites', { productSnapshot });
}

/** A new account that has searched, viewed and saved. */
export async function joinWithPast(site: string): Promise<Shopper> {
  const shopper = await joinSite(site);
  for (const query of ['coffee machine', 'iphone 15']) {
    await callAs(shopper, 'POST', '/search/ai-search', { query });
  }
  const offer = await findOffer(site, 'bambino', 'Koala Electrics');
  await callAs(shopper, 'POST', '/user/view-history', { productId: offer._id });
  await saveOffer(shopper, offer);
  await saveOffer(shopper, await findOffer(site, 'iphone 15', 'Outback Discounts'));
  return shopper;
}
