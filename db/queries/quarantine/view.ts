/* Quarantines as operators see them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { RunStatus } from '../../entities/run.ts';
import { tables } from '../sql/tables.ts';
import { HELD_OFFERS, IS_SAME_OFFER } from './quarantine.ts';

export type QuarantineView = Awaited<ReturnType<typeof listQuarantines>>[number];

/** Open quarantines first, then the newest ended ones; at most `limit`. */
export function listQuarantines(em: EntityManager, limit: number) {
  const openFirst = sql`q.ended_at is null desc, q.began_at desc, q.run_id`;
  return views(em).orderBy(openFirst).limit(limit).execute();
}

export async function findQuarantine(em: EntityManager, runId: string) {
  return (await views(em).where('q.run', '=', runId).executeTakeFirst()) ?? null;
}

/** `suspectedIn` is the suspected run with the prices it had changed; null once it was deleted. */
function views(em: EntityManager) {
  type Suspected = { runId: string; status: RunStatus; pricesChanged: number } | null;
  return tables(em)
    .selectFrom('quarantine as q')
    .innerJoin('run', 'run.id', 'q.run')
    .innerJoin('retailer as r', 'r.id', 'q.retailer')
    .leftJoin('run as s', 's.id', 'q.suspectedIn')
    .select(['q.run as runId', 'r.name as retailer', 'r.slug', 'run.status as runStatus'])
    .select(['q.kind', 'q.judged', 'q.bad', 'q.beganAt', 'q.nextProbeAt', 'q.probes'])
    .select(['q.endedAt', 'q.ending', 'q.decidedBy'])
    .select([
      sql<number>`(select count(*) from held_page where run_id = q.run_id)`.as('heldPages'),
      sql<Suspected>`case when s.id is not null then jsonb_build_object(
        'runId', s.id, 'status', s.status, 'pricesChanged', s.prices_changed) end`.as(
        'suspectedIn',
      ),
    ]);
}

/** A held price with the price shown meanwhile and the page it was read on. */
export type HeldPrice = Awaited<ReturnType<typeof heldPrices>>['prices'][number];

/** Held prices of a run that differ from those shown, largest difference first; at most `limit`. */
export async function heldPrices(em: EntityManager, runId: string, limit: number) {
  const heldCents = sql<Cents>`(x.offer->>'priceCents')::int`;
  const rows = await tables(em)
    .selectFrom('held_page as h')
    .innerJoin('page as p', 'p.id', 'h.page')
    .crossJoinLateral(HELD_OFFERS)
    .innerJoin('offer as o', (on) => on.on(IS_SAME_OFFER))
    .select(['o.name', 'o.variant', 'p.url as pageUrl', 'o.priceCents as shownCents'])
    .select(['o.lastSeenAt as shownSeenAt', heldCents.as('heldCents'), 'h.observedAt'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('h.run', '=', runId)
    .where('o.priceCents', '<>', heldCents)
    .orderBy(sql`abs(ln(${heldCents}::float8 / o.price_cents)) desc`)
    .orderBy('o.name')
    .orderBy('o.id')
    .limit(limit)
    .execute();
  const prices = rows.map(({ total: _total, ...price }) => price);
  return { total: rows[0]?.total ?? 0, prices };
}

export type HeldVerdict = Awaited<ReturnType<typeof heldVerdicts>>[number];

/** Held pages of a run, counted by verdict and reason. */
export function heldVerdicts(em: EntityManager, runId: string) {
  return tables(em)
    .selectFrom('held_page as h')
    .innerJoin('page as p', 'p.id', 'h.page')
    .select(({ fn }) => ['h.verdict', 'h.reason', fn.min('p.url').as('exampleUrl')])
    .select(sql<number>`count(*)`.as('pages'))
    .where('h.run', '=', runId)
    .groupBy(['h.verdict', 'h.reason'])
    .orderBy('pages', 'desc')
    .execute();
}
