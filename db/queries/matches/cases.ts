/* Match cases for operators: reports from shoppers, proposals of the daily job, and past decisions. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { MatchProposal } from '../../entities/match.ts';
import { tables } from '../sql/tables.ts';

/** A page of a list: `limit` rows from the `offset`th. */
interface Slice {
  limit: number;
  offset: number;
}

/** Two offers that may or may not be one product, with the reason for the question. `right` is null when the left offer is alone. */
export interface MatchCase {
  left: OfferCard;
  right: OfferCard | null;
  /** The subject of a split, merge or keep decision; `offer` is null when two products may be one. */
  offer: string | null;
  product: string;
  into: string | null;
  because: string[];
  /** Number of shoppers' reports; 0 for a proposal. */
  reports: number;
  since: Date;
}

/** SQL: undecided reports f from shoppers, with their offers o. */
function undecided(em: EntityManager) {
  const db = tables(em);
  const decision = db
    .selectFrom('match_decision as d')
    .select('d.id')
    .where(
      sql<boolean>`d.offer_id = f.offer_id and d.undone_at is null and d.decided_at >= f.created_at`,
    );
  return db
    .selectFrom('feedback as f')
    .innerJoin('offer as o', 'o.id', 'f.offer')
    .where('f.kind', '=', 'not-the-same-product')
    .where(({ not, exists }) => not(exists(decision)));
}

/** SQL: the number of undecided reports of an offer. */
export async function openReports(em: EntityManager, offer: string): Promise<number> {
  const counted = undecided(em).select(({ fn }) => fn.countAll<number>().as('reports'));
  return (await counted.where('o.id', '=', offer).executeTakeFirstOrThrow()).reports;
}

/** Counts the cases that wait for an operator: reported offers and proposals of the daily job, all of them or those after `since`. */
export async function waitingMatches(em: EntityManager, since = new Date(0)) {
  const { reports } = await undecided(em)
    .where('f.createdAt', '>', since)
    .select(sql<number>`count(distinct o.id)`.as('reports'))
    .executeTakeFirstOrThrow();
  return { reports, proposals: await em.count(MatchProposal, { createdAt: { $gt: since } }) };
}

/** SQL: the id of a product's founding offer, or else its oldest, other than `except`. */
function firstOffer(product: string, except = 'null') {
  return sql<string | null>`(select a.id from offer a where a.product_id = ${sql.raw(product)}
    and a.id is distinct from ${sql.raw(except)} order by a.match_method <> 'new', a.first_seen_at, a.id limit 1)`;
}

/** Reported offers, each with another offer of its product, the most reported first; `total` counts all. */
export async function reportedMatches(em: EntityManager, { limit, offset }: Slice) {
  const rows = await undecided(em)
    .select(({ fn }) => ['o.id as offer', 'o.product', fn.max('f.createdAt').as('since')])
    .select([firstOffer('o.product_id', 'o.id').as('other'), sql<number>`count(*)`.as('reports')])
    .select(sql<string[]>`array_remove(array_agg(distinct f.comment), null)`.as('because'))
    .groupBy('o.id')
    .orderBy('reports', 'desc')
    .orderBy('o.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { reports: total } = await waitingMatches(em);
  const cases = rows.map((row) => ({ ...row, first: row.offer, into: null }));
  return { total, rows: await compared(em, cases) };
}

/** Proposals of the daily job, the oldest first. */
export async function proposedMatches(em: EntityManager, { limit, offset }: Slice) {
  const rows = await tables(em)
    .selectFrom('match_proposal as m')
    .select(['m.offer', 'm.product', 'm.into', 'm.because', 'm.createdAt as since'])
    .select(sql<string | null>`coalesce(m.offer_id, ${firstOffer('m.product_id')})`.as('first'))
    .select(firstOffer('coalesce(m.into_id, m.product_id)', 'm.offer_id').as('other'))
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { proposals: total } = await waitingMatches(em);
  const cases = rows.map((row) => ({ ...row, reports: 0 }));
  return { total, rows: await compared(em, cases) };
}

/** Two products, each shown by its first offer, for an operator who considers a merge. Null when one has no offer. */
export async function comparedProducts(em: EntityManager, product: string, into: string) {
  const ids = await tables(em)
    .selectFrom('product as p')
    .select(['p.id', firstOffer('p.id').as('first')])
    .where('p.id', 'in', [product, into])
    .execute();
  const firstOf = (id: string) => ids.find((row) => row.id === id)?.first ?? null;
  const row = { offer: null, product, into, first: firstOf(product), other: firstOf(into) };
  const context = { because: [], reports: 0, since: new Date() };
  const [found] = await compared(em, [{ ...row, ...context }]);
  return found?.right ? found : null;
}

type CaseRow = Omit<MatchCase, 'left' | 'right'> & { first: string | null; other: string | null };

async function compared(em: EntityManager, rows: CaseRow[]): Promise<MatchCase[]> {
  const ids = rows.flatMap(({ first, other }) => [first, other]).filter((id) => id !== null);
  const cards = new Map((await offerCards(em, ids)).map((card) => [card.id, card]));
  return rows.flatMap(({ first, other, ...row }) => {
    const left = cards.get(first ?? '');
    return left ? [{ ...row, left, right: cards.get(other ?? '') ?? null }] : [];
  });
}

/** An offer's identifying fields, with its product and the proof of its link. */
export type OfferCard = Awaited<ReturnType<typeof offerCards>>[number];

function offerCards(em: EntityManager, ids: string[]) {
  return tables(em)
    .selectFrom('offer as o')
    .innerJoin('product as p', 'p.id', 'o.product')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .leftJoin('picture_source as own', 'own.url', 'o.imageUrl')
    .select(['o.id', 'o.name', 'o.variant', 'o.url', 'o.priceCents', 'o.unitPrice', 'o.brand'])
    .select(['o.gtin', 'o.sku', 'o.category', 'o.shelf', 'o.imageUrl', 'own.hash as pictureHash'])
    .select(['o.matchMethod', 'o.matchConfidence', 'o.matchBecause', 'o.lastSeenAt'])
    .select(['r.name as shop', 'p.id as productId', 'p.name as productName'])
    .select(sql<number>`(select count(*) from offer where product_id = p.id)`.as('offers'))
    .where('o.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** A past decision, for operators. */
export type DecisionRow = Awaited<ReturnType<typeof listDecisions>>['rows'][number];

/** Decisions with their subjects, the newest first, and their total. */
export async function listDecisions(em: EntityManager, { limit, offset }: Slice) {
  const found = await tables(em)
    .selectFrom('match_decision as d')
    .innerJoin('product as p', 'p.id', 'd.product')
    .leftJoin('offer as o', 'o.id', 'd.offer')
    .leftJoin('retailer as r', 'r.id', 'o.retailer')
    .leftJoin('product as t', 't.id', 'd.into')
    .select(['d.id', 'd.kind', 'd.because'])
    .select(['d.decidedBy', 'd.decidedAt', 'd.undoneBy', 'd.undoneAt'])
    .select(['p.id as productId', 'p.name as product', 't.id as intoId', 't.name as into'])
    .select(['o.name as offer', 'r.name as shop'])
    .select(sql<number>`coalesce(jsonb_array_length(d.moved->'offers'), 0)`.as('offers'))
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('d.decidedAt', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const rows = found.map(({ total: _total, ...row }) => row);
  return { total: found[0]?.total ?? 0, rows };
}
