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

/** True of a shop whose pages have named addresses that proved to be product pages. */
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
 * For an address of a shop with one parameter more than the address of a product page that was read: the latter, if the shop's pages were
 * seen to leave that parameter out of the addresses that they name, and none to keep it.
 */
export async function readWithoutParameter(
  em: EntityManager,
  retailer: string,
  url: string,
): Promise<string | null> {
  const [path = '', query = ''] = url.split('?');
  const pairs = query.split('&');
  const shorter = new Map(
    pairs.map((pair) => {
      const kept = pairs.filter((other) => other !== pair).join('&');
      return [kept === '' ? path : `${path}?${kept}`, pair.split('=', 1)[0] ?? ''];
    }),
  );
  const readPages = tables(em)
    .selectFrom('page')
    .where('retailer', '=', retailer)
    .where('kind', '=', 'product')
    .where('lastOutcome', 'in', ['stored', 'unchanged']);
  const read = await readPages
    .select('url')
    .where('url', '=', sql<string>`any(${[...shorter.keys()]}::text[])`)
    .where('canonicalUrl', 'is', null)
    .executeTakeFirst();
  if (!read) return null;
  const hasParameter = (column: string) =>
    sql<boolean>`strpos(translate(${sql.ref(column)}, '?', '&'), ${`&${shorter.get(read.url)}=`}) > 0`;
  const seen = await readPages
    .select(
      sql<
        boolean | null
      >`bool_and(canonical_url is not null and not ${hasParameter('canonicalUrl')})`.as(
        'leavesOut',
      ),
    )
    .where(hasParameter('url'))
    .executeTakeFirst();
  return seen?.leavesOut ? read.url : null;
}
