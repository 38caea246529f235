/* What a shop's pages and offers say of the addresses of one product. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../sql/tables.ts';

/** For those of these addresses that are other addresses of a product's page: the address of that page. */
export async function ownAddresses(
  em: EntityManager,
  retailerId: string,
  urls: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (urls.length === 0) return new Map();
  const rows = await tables(em)
    .selectFrom('page')
    .select(['url', 'canonicalUrl'])
    .where('url', '=', sql<string>`any(${urls}::text[])`)
    .where('retailer', '=', retailerId)
    .where('canonicalUrl', 'is not', null)
    .execute();
  return new Map(rows.map(({ url, canonicalUrl }) => [url, canonicalUrl ?? url]));
}

export type KnownByName = Awaited<ReturnType<typeof knownByName>>[number];

/** A shop's offers with one of these names, oldest first. */
export function knownByName(em: EntityManager, retailer: string, names: readonly string[]) {
  return tables(em)
    .selectFrom('offer')
    .select(['url', 'name', 'priceCents'])
    .where('retailer', '=', retailer)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where('seller', '=', '')
    .orderBy('id')
    .execute();
}

/** For those of these addresses whose own product page was read: the name that it states. */
export async function statedByPages(em: EntityManager, retailer: string, urls: readonly string[]) {
  const rows = await tables(em)
    .selectFrom('offer as o')
    .innerJoin('page as p', 'p.id', 'o.page')
    .select(['o.url', 'o.name'])
    .where('o.retailer', '=', retailer)
    .where('o.url', '=', sql<string>`any(${urls}::text[])`)
    .where('p.kind', '=', 'product')
    .where('p.lastOutcome', 'in', ['stored', 'unchanged'])
    .where(sql<boolean>`(o.variant, o.seller) = ('', '')`)
    .execute();
  return new Map(rows.map(({ url, name }) => [url, name]));
}

/** True of a shop whose pages, the named ones included, have named addresses that proved to be product pages. */
export async function namesOwnPages(em: EntityManager, retailer: string): Promise<boolean> {
  const proven = tables(em)
    .selectFrom('page as p')
    .innerJoin('page as own', 'own.url', 'p.canonicalUrl')
    .select('p.id')
    .where('p.retailer', '=', retailer)
    .where('own.kind', '=', 'product')
    .where('own.lastOutcome', 'in', ['stored', 'unchanged'])
    .limit(1);
  return (await proven.executeTakeFirst()) !== undefined;
}

/**
 * For an address with a tile's offer: the address of an offer of that name and price whose page was read, if no parameter has another value
 * and both have the last part of the path, or a parameter, that no product of another name has.
 */
export async function readElsewhere(
  em: EntityManager,
  retailer: string,
  url: string,
): Promise<string | null> {
  const db = tables(em);
  const copies = await db
    .selectFrom('offer as tile')
    .innerJoin('offer as o', (join) =>
      join
        .onRef('o.retailer', '=', 'tile.retailer')
        .onRef('o.name', '=', 'tile.name')
        .onRef('o.priceCents', '=', 'tile.priceCents')
        .onRef('o.url', '<>', 'tile.url'),
    )
    .innerJoin('page as p', 'p.id', 'o.page')
    .select(['o.url', 'o.name'])
    .where('tile.retailer', '=', retailer)
    .where('tile.url', '=', url)
    .where(sql<boolean>`(tile.variant, tile.seller, o.variant, o.seller) = ('', '', '', '')`)
    .where(sql<boolean>`hashtext(o.name) = hashtext(tile.name)`)
    .where('p.kind', '=', 'product')
    .where('p.lastOutcome', 'in', ['stored', 'unchanged'])
    .orderBy('o.id')
    .execute();
  for (const { url: own, name } of copies)
    for (const part of sharedParts(url, own)) {
      const ofAnother = db
        .selectFrom('offer')
        .select('id')
        .where('retailer', '=', retailer)
        .where('name', '<>', name)
        .where(sql<boolean>`strpos(translate(url, '?&', '//') || '/', ${`/${part}/`}::text) > 0`)
        .limit(1);
      if (!(await ofAnother.executeTakeFirst())) return own;
    }
  return null;
}

/** The last part of the path and the parameters that two addresses share; none if they give a parameter different values. */
function sharedParts(address: string, another: string): string[] {
  const [one, other] = [new URL(address), new URL(another)];
  const isOther = [...one.searchParams].some(
    ([name, value]) => (other.searchParams.get(name) ?? value) !== value,
  );
  if (isOther) return [];
  const partsOf = ({ pathname, search }: URL) => [
    ...pathname.split('/').filter(Boolean).slice(-1),
    ...search.slice(1).split('&').filter(Boolean),
  ];
  const known = new Set(partsOf(other));
  return partsOf(one).filter((part) => known.has(part));
}

/** True of an address that a page read within these minutes names as its own, in a shop whose pages proved to name such. */
export async function isReadByAnother(
  em: EntityManager,
  retailer: string,
  url: string,
  minutes: number,
): Promise<boolean> {
  const another = tables(em)
    .selectFrom('page')
    .select('id')
    .where('retailer', '=', retailer)
    .where('canonicalUrl', '=', url)
    .where('url', '<>', url)
    .where('lastOutcome', 'in', ['stored', 'unchanged'])
    .where(sql<boolean>`last_checked_at > now() - ${minutes}::int * interval '1 minute'`)
    .limit(1);
  return (await another.executeTakeFirst()) !== undefined && namesOwnPages(em, retailer);
}
