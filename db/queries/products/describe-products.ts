/*
 * Decides a product's name and category from its offers' titles, brands and shelves. Runs for products whose offers changed, before
 * scoring, and for all products in the daily check.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { agreedCategory } from '#domain/categories/product-category.ts';
import { labelCategory } from '#domain/categories/shelf-label.ts';
import { canonicalName } from '#domain/products/canonical-name.ts';
import { refreshSearchProducts } from '../search/search-products.ts';
import { tables } from '../sql/tables.ts';

const BATCH = 500;

/** Updates the name and category of these products and the category of their offers. Returns how many products changed. */
export async function describeProducts(em: EntityManager, productIds: readonly string[]) {
  const offers = await offersToDescribe(em, productIds);
  const changed: string[] = [];
  const moved = new Map<string | null, string[]>();
  for (const [id, group] of Map.groupBy(offers, ({ product }) => product)) {
    const category = agreedCategory(group);
    for (const offer of group)
      if (offer.category !== category)
        moved.set(category, [...(moved.get(category) ?? []), offer.id]);
    const isNew = await describe(em, id, group, category);
    if (isNew || group[0]?.isBrandNew) changed.push(id);
  }
  for (const [category, ids] of moved) {
    const locked = tables(em).selectFrom('offer').select('id').where('id', 'in', ids).orderBy('id');
    await tables(em)
      .with('locked', () => locked.forNoKeyUpdate())
      .updateTable('offer')
      .from('locked')
      .set({ category })
      .whereRef('offer.id', '=', 'locked.id')
      .execute();
  }
  await refreshSearchProducts(em, changed);
  return changed.length;
}

export async function describeAll(em: EntityManager, stop?: AbortSignal): Promise<number> {
  let changed = 0;
  let after: string | null = null;
  while (!stop?.aborted) {
    const products: { id: string }[] = await tables(em)
      .selectFrom('product')
      .select('id')
      .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (products.length > 0)
      changed += await describeProducts(
        em,
        products.map(({ id }) => id),
      );
    if (products.length < BATCH) break;
    after = products.at(-1)?.id ?? null;
  }
  return changed;
}

type OfferToDescribe = Awaited<ReturnType<typeof offersToDescribe>>[number];

async function offersToDescribe(em: EntityManager, productIds: readonly string[]) {
  if (productIds.length === 0) return [];
  const rows = await tables(em)
    .selectFrom('offer as o')
    .innerJoin('product as p', 'p.id', 'o.product')
    .leftJoin('shelf as s', (join) =>
      join.onRef('s.retailer', '=', 'o.retailer').onRef('s.trail', '=', 'o.shelf'),
    )
    .leftJoin('shelf as b', (join) =>
      join
        .on('b.retailer', 'is', null)
        .on(({ eb, fn, ref }) => eb('b.trail', '=', fn<string>('lower', [ref('o.brand')]))),
    )
    .leftJoin('search_product as sp', 'sp.product', 'o.product')
    .select(['o.id', 'o.product', 'o.name', 'o.brand', 'o.category', 'o.shelf'])
    // A page stated the brand after the product was indexed for search.
    .select(sql<boolean>`sp.brand is distinct from p.brand`.as('isBrandNew'))
    .select(['p.name as productName', 'p.category as productCategory'])
    .select(['s.id as shelfId', 's.category as mappedTo', 'b.category as brandCategory'])
    .where('o.product', 'in', productIds)
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({
    ...row,
    // An unmapped shelf counts by its label.
    shelfCategory: row.shelfId === null ? labelCategory(row.shelf) : row.mappedTo,
  }));
}

async function describe(
  em: EntityManager,
  id: string,
  offers: OfferToDescribe[],
  category: string | null,
): Promise<boolean> {
  const [first] = offers;
  const name = canonicalName(offers);
  if (!first || (first.productName === name && first.productCategory === category)) return false;
  await tables(em)
    .updateTable('product')
    .set(({ fn, ref }) => ({ name, category, readAs: fn.coalesce(ref('readAs'), ref('name')) }))
    .where('id', '=', id)
    .execute();
  return true;
}
