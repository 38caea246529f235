import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type KnownByName,
  knownByName,
  namesOwnPages,
  ownAddresses,
  statedByPages,
} from '#db/queries/crawl/own-pages.ts';
import type { ClaimedPage } from '#db/queries/crawl/pages.ts';
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
  ownPage: { url: string; isRead: boolean; mayWait: boolean } | null;
  /** The address that the page is known to have as its own, if it names one. */
  canonicalUrl: string | null;
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
  const unnamed = { ownPage: null, canonicalUrl: null };
  if (!product) return { reading: await withOwnPages(em, claim, reading), ...unnamed };
  const { retailerId } = claim;
  const stated = canonicalUrl ?? (pageUrl === claim.url ? null : pageUrl);
  const url =
    stated && stated !== claim.url ? stated : await twinOf(em, retailerId, product, stated);
  if (url === null || url === claim.url)
    return { reading: placedAt(reading, url), ownPage: null, canonicalUrl: url };
  const known = await knownAddress(em, retailerId, url, claim.url);
  const isOther = known.offer !== null && !isSameInShop(known.offer, product);
  if (known.hasNoProduct || known.isParted || isOther)
    return { reading: placedAt(reading, claim.url), ...unnamed };
  await moveToOwnPage(em, retailerId, { from: claim.url, to: url, product });
  // A sitemap or link that names the address without the category's folders proves it as well as a reading.
  const isNamed = known.isLinked && partsOf(url).isSubsetOf(partsOf(claim.url));
  const mayWait = !known.isRead && (isNamed || (await namesOwnPages(em, retailerId)));
  const ownPage = { url, isRead: known.isRead, mayWait };
  return { reading: placedAt(reading, url), ownPage, canonicalUrl: url };
}

/** The address of an older offer of the same product. A page that names itself must also have the offer's address within its own, or the reverse. */
async function twinOf(
  em: EntityManager,
  retailerId: string,
  product: OfferReading,
  stated: string | null,
): Promise<string | null> {
  const { url, sku, name, price, seller } = product;
  const priceCents = price === null ? null : centsFromDecimal(price);
  if (sku === null || priceCents === null || seller !== null) return stated;
  const twin = await olderTwin(em, retailerId, { url, sku, name, priceCents });
  return twin !== null && (stated === null || sharesParts(stated, twin)) ? twin : stated;
}

/** The reading with its product at this address, and the variants that shared the product's. */
function placedAt(reading: PageReading, url: string | null): PageReading {
  const { product, variants } = reading;
  if (url === null || !product || product.url === url) return reading;
  const placed = (offer: OfferReading) => (offer.url === product.url ? { ...offer, url } : offer);
  return { ...reading, product: placed(product), variants: variants.map(placed) };
}

/**
 * The reading with its tiles at the addresses of their own pages, whose names and pictures outweigh the tiles'. A tile of a known offer's name
 * and price under an address that only says more, or less, is that offer.
 */
async function withOwnPages(
  em: EntityManager,
  { retailerId }: ClaimedPage,
  reading: PageReading,
): Promise<PageReading> {
  const { items, links } = reading;
  if (items.length === 0) return reading;
  const own = await ownAddresses(
    em,
    retailerId,
    items.map(({ url }) => url),
  );
  const known = await knownByName(
    em,
    retailerId,
    items.map(({ name }) => name),
  );
  const urls = new Set(known.map(({ url }) => url));
  const uses = usesOfParts(items.map(({ url }) => url));
  const copies = new Set<string>();
  const placed = items.map((item): OfferReading => {
    const stated = own.get(item.url) ?? item.url;
    const twin = urls.has(stated) ? null : known.find((offer) => isCopy(item, offer, uses));
    if (twin) copies.add(item.url);
    return { ...item, url: twin?.url ?? stated };
  });
  const pages = await statedByPages(
    em,
    retailerId,
    placed.map(({ url }) => url),
  );
  const shown = new Set<string>();
  return {
    ...reading,
    links: { ...links, products: links.products.filter((url) => !copies.has(url)) },
    items: placed.flatMap((item, nth) => {
      const isRepeated =
        item.url !== items[nth]?.url &&
        (shown.has(item.url) || items.some(({ url }) => url === item.url));
      shown.add(item.url);
      const name = pages.get(item.url);
      return isRepeated ? [] : [name === undefined ? item : { ...item, name, imageUrl: null }];
    }),
  };
}

/**
 * True for a tile with a known offer's name and price whose address differs in the category alone: it has a part that no other tile has, and
 * lacks none but folders and values of parameters that the offer's address has too.
 */
function isCopy(
  { name, price, url }: OfferReading,
  offer: KnownByName,
  uses: ReadonlyMap<string, number>,
) {
  if (name !== offer.name || price === null || centsFromDecimal(price) !== offer.priceCents)
    return false;
  const own = [...partsOf(url)].filter((part) => uses.get(part) === 1);
  const known = partsOf(offer.url);
  const last = new URL(url).pathname.split('/').findLast(Boolean);
  const { searchParams } = new URL(offer.url);
  const missing = own.filter((part) => !known.has(part));
  const isOther = (part: string) =>
    part === last || (part.includes('=') && !searchParams.has(part.split('=', 1)[0] ?? ''));
  return missing.length < own.length && !missing.some(isOther);
}

/** In how many of these addresses each part is. */
function usesOfParts(urls: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const part of [...new Set(urls)].flatMap((url) => [...partsOf(url)]))
    uses.set(part, (uses.get(part) ?? 0) + 1);
  return uses;
}

/** True if one address has all parts of the other: shops put the category's path into links. */
function sharesParts(address: string, another: string): boolean {
  const [one, other] = [partsOf(address), partsOf(another)];
  return one.isSubsetOf(other) || other.isSubsetOf(one);
}

function partsOf(address: string): Set<string> {
  const { pathname, searchParams } = new URL(address);
  return new Set([...pathname.split('/'), ...[...searchParams].map((pair) => pair.join('='))]);
}
