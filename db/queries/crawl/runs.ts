import type { EntityManager } from '@mikro-orm/postgresql';
import type { RunKind } from '../../entities/run.ts';

/** What a page, or a batch of a feed, adds to the counters of its run. */
interface RunProgress {
  pagesDone: number;
  pagesUnchanged: number;
  offersSeen: number;
  pricesChanged: number;
  /** Reason → how many. */
  refusals: Record<string, number>;
}

/** The open run of this kind, or a new one. */
export async function openRun(
  em: EntityManager,
  retailerId: string,
  kind: RunKind,
): Promise<string> {
  const open = await em.execute<{ id: string }[]>(
    `select id from run where retailer_id = ? and kind = ? and status = 'running' order by started_at desc limit 1`,
    [retailerId, kind],
  );
  if (open[0]) return open[0].id;
  const added = await em.execute<{ id: string }[]>(
    `insert into run (retailer_id, kind, status) values (?, ?, 'running') returning id`,
    [retailerId, kind],
  );
  if (!added[0]) throw new Error('a run was not added');
  return added[0].id;
}

/** Adds to a run's counters, in the transaction that wrote what is counted; a counter left out stays as it is. */
export async function addToRun(
  em: EntityManager,
  runId: string,
  {
    pagesDone = 0,
    pagesUnchanged = 0,
    offersSeen = 0,
    pricesChanged = 0,
    refusals = {},
  }: Partial<RunProgress>,
): Promise<void> {
  await em.execute(
    `update run set pages_done = pages_done + ?, pages_unchanged = pages_unchanged + ?, offers_seen = offers_seen + ?,
       prices_changed = prices_changed + ?, refusals = (
         select coalesce(jsonb_object_agg(reason, total), '{}') from (
           select reason, sum(n::int) as total from (
             select * from jsonb_each_text(refusals) union all select * from jsonb_each_text(?::jsonb)) as both_sides(reason, n)
           group by reason) sums)
     where id = ?`,
    [pagesDone, pagesUnchanged, offersSeen, pricesChanged, JSON.stringify(refusals), runId],
  );
}

/** Closes a run: it has done what it was opened for. */
export async function closeRun(em: EntityManager, runId: string): Promise<void> {
  await em.execute(
    `update run set status = 'done', finished_at = now() where id = ? and status = 'running'`,
    [runId],
  );
}

/** Closes the runs of a retailer's feed that an import left open when it was killed: each import is undone by itself. */
export async function closeRunsLeft(em: EntityManager, retailerId: string): Promise<void> {
  await em.execute(
    `update run set status = 'done', finished_at = now()
     where retailer_id = ? and kind = 'feed' and status = 'running'`,
    [retailerId],
  );
}

/** Closes a crawl's run once it has lasted an hour: pages fall due all the time, and a run a page says nothing. */
export async function closeLongRun(em: EntityManager, runId: string): Promise<void> {
  await em.execute(
    `update run set status = 'done', finished_at = now()
     where id = ? and status = 'running' and started_at < now() - interval '1 hour'`,
    [runId],
  );
}
