import type { EntityManager } from '@mikro-orm/postgresql';
import type { RunStatus } from '../../entities/run.ts';

/** What the runs of the last day say of one enabled retailer. */
export interface RetailerDay {
  slug: string;
  runs: number;
  pagesDone: number;
  pricesChanged: number;
  /** Pages and offers refused, the most frequent reason first. */
  refusals: { reason: string; n: number }[];
  /** When its newest run began, and how that run stands. */
  lastRunAt: Date | null;
  lastRunStatus: RunStatus | null;
  /** Held back until it is checked: pages of a run in quarantine, and single prices that moved too far. */
  held: number;
}

/** The last 24 hours of every enabled retailer, from its runs. Replays of the past are left out. */
export async function retailerDays(em: EntityManager): Promise<RetailerDay[]> {
  return em.execute<RetailerDay[]>(
    `select r.slug, coalesce(d.runs, 0)::int as runs, coalesce(d.pages, 0)::int as "pagesDone",
       coalesce(d.changed, 0)::int as "pricesChanged", f.refusals,
       last.started_at as "lastRunAt", last.status as "lastRunStatus",
       (coalesce(q.held, 0) + coalesce(s.held, 0))::int as held
     from retailer r
     left join lateral (
       select count(*) as runs, sum(pages_done) as pages, sum(prices_changed) as changed from run
       where retailer_id = r.id and kind <> 'replay' and started_at > now() - interval '1 day') d on true
     left join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'n', n) order by n desc, reason), '[]') as refusals
       from (select key as reason, sum(value::int)::int as n from run, jsonb_each_text(run.refusals)
         where run.retailer_id = r.id and kind <> 'replay' and started_at > now() - interval '1 day' group by key) x) f on true
     left join lateral (
       select started_at, status from run where retailer_id = r.id and kind <> 'replay'
       order by started_at desc limit 1) last on true
     left join (select retailer_id, count(*) as held from held_page h join run on run.id = h.run_id group by 1) q
       on q.retailer_id = r.id
     left join (select retailer_id, count(*) as held from offer where suspect_price_cents is not null group by 1) s
       on s.retailer_id = r.id
     where r.status = 'enabled' order by r.slug`,
  );
}
