/* Raw SQL: scores are written by one bulk upsert. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Availability } from '#domain/offers/availability.ts';
import { STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import {
  AVAILABILITY,
  BUYABLE,
  LISTED,
  listedOffers,
  STOCK_KNOWN,
} from '../sql/offer-conditions.ts';
import { type RowOf, tables } from '../sql/tables.ts';

/**
 * The inputs of one offer's scores. `storedAvailability` is the stored availability, of any age; `readAt` is the time of reading, to the
 * microsecond.
 */
export type OfferToScore = Awaited<ReturnType<typeof offersToScore>>[number];

/** One offer's scores, 0–100, with their explanations and inputs. */
export type ScoreToStore = Omit<RowOf<'score'>, 'offer' | 'scoredAt'> &
  Pick<OfferToScore, 'offerId' | 'priceCents' | 'storedAvailability' | 'readAt'>;

export function offersToScore(em: EntityManager, productIds: string[]) {
  return listedOffers(tables(em))
    .select([
      'o.id as offerId',
      'o.product as productId',
      'o.priceCents',
      'o.originalPriceCents',
      sql.raw<Availability>(AVAILABILITY).as('availability'),
      sql.raw<boolean>(BUYABLE).as('canBuy'),
      'o.ratingAverage',
      'o.ratingCount',
      'r.name as retailerName',
      'r.trustScore10',
      'o.availability as storedAvailability',
      sql<string>`now()::text`.as('readAt'),
    ])
    .where(sql<boolean>`o.product_id = any(${productIds}::uuid[])`)
    .execute();
}

/**
 * Writes the scores of many offers in one statement. Keeps scores computed from a later reading, and keeps a score invalidated after this
 * reading (invalidate-scores.ts), because the offer has changed since.
 */
export async function saveScores(em: EntityManager, scores: ScoreToStore[]): Promise<void> {
  if (scores.length === 0) return;
  await sql`
    insert into score (offer_id, overall, price, quality, value, popularity, reason, highlights, by, scored_at)
    select x."offerId", overall, price, quality, value, popularity, reason, highlights, by, "readAt"
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as x("offerId" uuid, overall smallint, price smallint,
      quality smallint, value smallint, popularity smallint, reason text, highlights jsonb, by text, "priceCents" int,
      "storedAvailability" text, "readAt" timestamptz)
    join offer o on o.id = x."offerId" and (o.price_cents, o.availability) = (x."priceCents", x."storedAvailability")
    order by x."offerId"
    on conflict (offer_id) do update set overall = excluded.overall, price = excluded.price,
      quality = excluded.quality, value = excluded.value, popularity = excluded.popularity,
      reason = excluded.reason, highlights = excluded.highlights, by = excluded.by, scored_at = excluded.scored_at
      where score.scored_at <= excluded.scored_at`.execute(tables(em));
}

/**
 * Products to score: those with a listed offer that has no score, an invalidated score (left by a dead worker), a score from before
 * its stock became unknown through age, or one of yesterday: each day moves the year that a price is judged by.
 */
export async function productsToScore(em: EntityManager, limit: number): Promise<string[]> {
  const db = tables(em);
  const rows = await db
    // Materialised, because the result is mostly empty and a plan that hopes to stop early looks up every score.
    .with(
      (cte) => cte('stale').materialized(),
      () =>
        listedOffers(db)
          .leftJoin('score as s', 's.offer', 'o.id')
          .select('o.product as id')
          .where(
            sql<boolean>`(s.offer_id is null or s.scored_at < o.price_changed_at or s.scored_at < now() - interval '1 day'
              or s.scored_at < o.last_seen_at + make_interval(days => ${sql.lit(STOCK_KNOWN_DAYS)}) and not ${sql.raw(STOCK_KNOWN)})`,
          ),
    )
    .selectFrom('stale')
    .select('stale.id')
    .distinct()
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type ProductToAsk = Awaited<ReturnType<typeof productsToAsk>>[number];

/** An answer of the model on a product, not yet checked against its question. */
export type ModelAnswerRow = Awaited<ReturnType<typeof modelAnswers>>[number];

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
