/* Questions to the model about products and its answers: rows of `ask`, found by their content, deleted after 30 days. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { LISTED } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';

/** The product columns of a question. */
export type ProductToAsk = Awaited<ReturnType<typeof productsToAsk>>[number];

/** An answer of the model on a product, not yet checked against its question. */
export type ModelAnswerRow = Awaited<ReturnType<typeof modelAnswers>>[number];

/** Answers of the model on these products. */
export async function modelAnswers(em: EntityManager, productIds: readonly string[]) {
  if (productIds.length === 0) return [];
  return tables(em)
    .selectFrom('ask')
    .innerJoin('product', 'product.id', 'ask.product')
    .select(['ask.key', 'ask.input', 'ask.result'])
    .select(['product.id as productId', 'product.name', 'product.brand', 'product.category'])
    .where('ask.state', '=', 'answered')
    .where('ask.product', 'in', productIds)
    .execute();
}

/** Products without a score by the model, the most popular first. After a question without an answer, a product waits a day. */
export async function productsToAsk(em: EntityManager, limit: number) {
  return tables(em)
    .selectFrom('offer as o')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .innerJoin('score as s', 's.offer', 'o.id')
    .innerJoin('product as p', 'p.id', 'o.product')
    .select(['p.id as productId', 'p.name', 'p.brand', 'p.category'])
    .where('r.status', '=', 'enabled')
    .where(sql.raw<boolean>(LISTED))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('ask')
            .select('ask.id')
            .whereRef('ask.product', '=', 'p.id')
            .where('ask.state', '<>', 'answered')
            .where('ask.createdAt', '>', sql<Date>`now() - interval '1 day'`),
        ),
      ),
    )
    .groupBy('p.id')
    .having(({ fn }) => fn<boolean>('bool_and', [sql`s.by = 'rules'`]))
    .orderBy(({ fn }) => fn.max('s.popularity'), 'desc')
    .orderBy('p.id')
    .limit(limit)
    .execute();
}
