import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { HOUR_MS } from '#domain/time.ts';
import { Run, type RunKind } from '../../entities/run.ts';
import { fromNow } from '../sql/moment.ts';
import { type RowOf, tables } from '../sql/tables.ts';

/** Counters that a page or a batch of a feed adds to; refusals are counted by reason. */
type Counters = 'pagesDone' | 'pagesUnchanged' | 'offersSeen' | 'pricesChanged' | 'refusals';

/** Id of the open run of this kind, or of a new one. Callers at the same time get the same run (index `run_open`). */
export async function openRun(em: EntityManager, retailer: string, kind: RunKind): Promise<string> {
  // Most calls find the run, and write nothing.
  const { rows } = await sql<{ id: string }>`
    with open as (
      select id from run where retailer_id = ${retailer} and kind = ${kind} and status = 'running'),
    added as (
      insert into run (retailer_id, kind, status)
      select ${retailer}::uuid, ${kind}, 'running' where not exists (select from open)
      on conflict (retailer_id, kind) where status = 'running' do update set status = excluded.status
      returning id)
    select id from open union all select id from added`.execute(tables(em));
  const [run] = rows;
  if (!run) throw new Error('a run could be neither found nor added');
  return run.id;
}

/** Adds to a run's counters, in the transaction that writes the counted rows; a missing counter stays unchanged. */
export async function addToRun(
  em: EntityManager,
  runId: string,
  {
    pagesDone = 0,
    pagesUnchanged = 0,
    offersSeen = 0,
    pricesChanged = 0,
    refusals = {},
  }: Partial<Pick<RowOf<'run'>, Counters>>,
): Promise<void> {
  const sum = (column: string, more: number) => raw('?? + ?', [column, more]);
  const refusalSums = raw(
    `(select coalesce(jsonb_object_agg(reason, total), '{}') from (
       select reason, sum(n::int) as total from (
         select * from jsonb_each_text(refusals) union all select * from jsonb_each_text(?::jsonb)) as both_sides(reason, n)
       group by reason) sums)`,
    [JSON.stringify(refusals)],
  );
  await em.nativeUpdate(
    Run,
    { id: runId },
    {
      pagesDone: sum('pages_done', pagesDone),
      pagesUnchanged: sum('pages_unchanged', pagesUnchanged),
      offersSeen: sum('offers_seen', offersSeen),
      pricesChanged: sum('prices_changed', pricesChanged),
      refusals: refusalSums,
    },
  );
}

/** Closes those of these runs that are running. */
export async function closeRuns(
  em: EntityManager,
  which:
    | { id: string; startedAt?: { $lt: ReturnType<typeof fromNow> } }
    | { retailer: string; kind: RunKind },
): Promise<void> {
  const closed = { status: 'done', finishedAt: fromNow() } as const;
  await em.nativeUpdate(Run, { ...which, status: 'running' }, closed);
}

/** Closes a crawl's run after an hour. Some page is always due, so a run would never end by itself. */
export async function closeLongRun(em: EntityManager, id: string): Promise<void> {
  await closeRuns(em, { id, startedAt: { $lt: fromNow(-HOUR_MS) } });
}

/** Stores the digest of the feed that a run imports. True when an earlier run of the retailer imported the same bytes. */
export async function noteFeed(em: EntityManager, id: string, feedDigest: string) {
  await em.nativeUpdate(Run, { id }, { feedDigest });
  const { retailer } = await em.findOneOrFail(Run, id, { fields: ['retailer'] });
  return (await em.count(Run, { id: { $ne: id }, retailer, kind: 'feed', feedDigest })) > 0;
}
