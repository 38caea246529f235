import type { EntityManager } from '@mikro-orm/postgresql';
import { type Selectable, sql } from 'kysely';
import { SEARCH_TEXT_MARK, searchText, searchWords } from '#domain/search/search-words.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { LOWEST_ID, type Tables, tables } from '../sql/tables.ts';
import { refreshSearchProducts } from './search-products.ts';
import { textRules } from './text-rules.ts';

/** Products of a transaction, for which a crawl may wait. */
const BATCH = 200;

/**
 * Renews search texts made by the rules of an earlier release, and their search rows. Each batch is a transaction, so that an
 * interrupted call resumes with the next one.
 */
export async function renewSearchTexts(em: EntityManager): Promise<void> {
  let last: string | null = LOWEST_ID;
  while (last !== null) {
    const after: string = last;
    last = await inTransaction(em, (tx) => renewSome(tx, after));
  }
}

/** Renews a batch of products behind this id; returns the last id, or null when none are left. */
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

/** The text by the present rules. It keeps words of the former text that stand for variants and model numbers, which no column stores. */
function textOf({ name, brand, category, shelf, searchText: former }: Renewable): string {
  const [called = '', ...rest] = former.split(SEARCH_TEXT_MARK);
  const named = new Set(searchWords(`${name} ${brand ?? ''}`));
  const others = rest.length === 0 ? [] : called.split(' ').filter((word) => !named.has(word));
  return searchText(name, [brand, ...others], [category, shelf]);
}
