import type { EntityManager } from '@mikro-orm/postgresql';
import { type ClaimedPage, ownAddresses } from '#db/queries/crawl/pages.ts';
import {
  isSameInShop,
  knownAddress,
  moveToOwnPage,
  olderTwin,
} from '#db/queries/matches/join-copies.ts';
import { centsFromDecimal } from '#domain/money.ts';
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';

/** A reading under the addresses that its offers are stored at. */
export interface SettledReading {
  reading: PageReading;
  /** The product's own page, if this page is another address of it. */
  ownPage: { url: string; isRead: boolean } | null;
}

/**
 * Settles which addresses identify the offers of a page. A product's is the one that its page names, or redirects to, unless that page
 * gave no product, or another one: some shops name one address on all pages. A page that names none may be an older offer's, by code, name
 * and price. A tile's is the own address of the page that it links to, once that was read.
 */
export async function settleIdentity(
  em: EntityManager,
  claim: ClaimedPage,
  pageUrl: string,
  reading: PageReading,
): Promise<SettledReading> {
  const { product, canonicalUrl } = reading;
  if (!product) return { reading: await withTilesAtOwnPages(em, claim, reading), ownPage: null };
  const { retailerId } = claim;
  const stated = canonicalUrl ?? (pageUrl === claim.url ? null : pageUrl);
  const url = stated ?? (await twinOf(em, retailerId, product));
  if (url === null || url === claim.url) return { reading: placedAt(reading, url), ownPage: null };
  const known = await knownAddress(em, retailerId, url, claim.url);
  const isOther = known.offer !== null && !isSameInShop(known.offer, product);
  if (known.hasNoProduct || known.isParted || isOther)
    return { reading: placedAt(reading, claim.url), ownPage: null };
  await moveToOwnPage(em, retailerId, { from: claim.url, to: url, product });
  return { reading: placedAt(reading, url), ownPage: { url, isRead: known.isRead } };
}

async function twinOf(em: EntityManager, retailerId: string, product: OfferReading) {
  const { url, sku, name, price, seller } = product;
  const priceCents = price === null ? null : centsFromDecimal(price);
  if (sku === null || priceCents === null || seller !== null) return null;
  return olderTwin(em, retailerId, { url, sku, name, priceCents });
}

/** The reading with its product at this address, and the variants that shared the product's. */
function placedAt(reading: PageReading, url: string | null): PageReading {
  const { product, variants } = reading;
  if (url === null || !product || product.url === url) return reading;
  const placed = (offer: OfferReading) => (offer.url === product.url ? { ...offer, url } : offer);
  return { ...reading, product: placed(product), variants: variants.map(placed) };
}

async function withTilesAtOwnPages(
  em: EntityManager,
  { retailerId }: ClaimedPage,
  reading: PageReading,
): Promise<PageReading> {
  const urls = reading.items.map(({ url }) => url);
  const own = await ownAddresses(em, retailerId, urls);
  if (own.size === 0) return reading;
  const shown = new Set(urls.filter((url) => !own.has(url)));
  const items = reading.items.flatMap((item): OfferReading[] => {
    const url = own.get(item.url);
    if (url === undefined) return [item];
    // Another tile shows the same product.
    if (shown.has(url)) return [];
    shown.add(url);
    return [{ ...item, url }];
  });
  return { ...reading, items };
}
