import type { EntityManager } from '@mikro-orm/postgresql';
import { type Selectable, sql } from 'kysely';
import { SEARCH_TEXT_MARK, searchText, searchWords } from '#domain/search/search-words.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { refreshSearchProducts } from './search-products.ts';
import { textRules } from './text-rules.ts';

/** Products of one transaction: a crawl may wait for it. */
const BATCH = 200;

/**
 * Renews the search texts that rules of an earlier release made, and the search rows that follow from them. Each batch is a
 * transaction of its own, so the next call goes on where one was cut short.
 */
export async function renewSearchTexts(em: EntityManager): Promise<void> {
  let last: string | null = NIL;
  while (last !== null) {
    const after: string = last;
    last = await em.transactional((tx) => renewSome(tx, after));
  }
}

/** No product has a lower id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** Renews the products behind this one; returns the last of them, null where there are no more. */
async function renewSome(tx: EntityManager, after: string): Promise<string | null> {
  const db = tables(tx);
  const stale = await db
    .selectFrom('search_product')
    .select('product as id')
    .where('textRules', 'is distinct from', textRules())
    .where('product', '>', after)
    .orderBy('product')
    .limit(BATCH)
    .execute();
  const ids = stale.map(({ id }) => id);
  if (ids.length === 0) return null;
  const offers = await db
    .selectFrom('offer')
    .select(['id', 'name', 'brand', 'category', 'shelf', 'searchText'])
    .where('product', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const moved = offers.flatMap((offer) => {
    const text = textOf(offer);
    return text === offer.searchText ? [] : [{ id: offer.id, text }];
  });
  await sql`update offer o set search_text = x.text
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as x(id uuid, text text) where o.id = x.id`.execute(
    db,
  );
  await refreshSearchProducts(tx, ids);
  await db
    .updateTable('search_product')
    .set({ textRules: textRules() })
    .where('product', 'in', ids)
    .execute();
  return ids.at(-1) ?? null;
}

type Renewable = Pick<
  Selectable<Tables['offer']>,
  'name' | 'brand' | 'category' | 'shelf' | 'searchText'
>;

/** The text that today's rules make. Words of a variant or model number are not stored apart: those of the former text stay. */
function textOf({ name, brand, category, shelf, searchText: former }: Renewable): string {
  const [called = '', ...rest] = former.split(SEARCH_TEXT_MARK);
  const told = new Set(searchWords(`${name} ${brand ?? ''}`));
  const others = rest.length === 0 ? [] : called.split(' ').filter((word) => !told.has(word));
  return searchText(name, [brand, ...others], [category, shelf]);
}
