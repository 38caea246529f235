/*
 * What is deleted once it is old. SQL text: each rule is a condition on a table that it names, and rows are deleted in batches
 * that pass over those another process holds.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ACCEPTED_SINCE } from '../offers/refused-offers.ts';

interface Rule {
  /** Named in the answer and in docs/operations.md. */
  what: string;
  table: string;
  /** SQL over the table's columns: what is kept no longer. */
  over: string;
  /** SQL: what becomes of the rows `gone`, in the statement that deletes them. */
  after?: string;
}

const olderThan = (column: string, days: number) => `${column} < now() - interval '${days} days'`;

const oldRun = (run: string) =>
  `${run}.status = 'done' and ${run}.kind <> 'replay' and ${run}.finished_at < now() - interval '90 days'`;

/** The oldest run of the same retailer and kind that stays; `of` names a table with both. */
const keptRun = (of: string) => `
  select id from run other where other.retailer_id = ${of}.retailer_id and other.kind = ${of}.kind
    and (${oldRun('other')}) is not true order by started_at limit 1`;

/** What operators watch are sums over all runs, and must not fall (overview.ts): another run takes over the counts. */
const COUNTS_KEPT = `
  sums as (
    select retailer_id, kind, sum(pages_done) as done, sum(pages_unchanged) as unchanged, sum(offers_seen) as seen,
      sum(prices_changed) as changed from gone group by retailer_id, kind),
  refused as (
    select retailer_id, kind, key, sum(value::int) as n from gone, jsonb_each_text(refusals) group by 1, 2, 3),
  kept as (
    update run set pages_done = pages_done + done, pages_unchanged = pages_unchanged + unchanged,
      offers_seen = offers_seen + seen, prices_changed = prices_changed + changed, refusals = (
        select coalesce(jsonb_object_agg(key, n), '{}') from (
          select key, sum(n) as n from (
            select key, value::int as n from jsonb_each_text(run.refusals)
            union all
            select key, n from refused where (retailer_id, kind) = (sums.retailer_id, sums.kind)) each
          group by key) both_sides)
    from sums where run.id = (${keptRun('sums')}))`;

/**
 * How long what is kept: no longer than something reads it, or its person would expect. Accounts, favourites, alerts
 * that watch, reviews and prices stay until someone deletes them.
 */
const RETENTION: readonly Rule[] = [
  { what: 'sessions', table: 'user_session', over: 'expires_at < now()' },
  { what: 'reset links', table: 'user_verification', over: 'expires_at < now()' },
  { what: 'rate limits', table: 'rate_limit', over: 'expire < extract(epoch from now()) * 1000' },
  {
    what: 'sent mails',
    table: 'mail',
    over: `state in ('sent', 'failed') and ${olderThan('send_after', 30)}`,
  },
  // Without a mail server the outbox keeps them to be read; nobody waits for one of last season.
  {
    what: 'unsent mails',
    table: 'mail',
    over: `state = 'waiting' and ${olderThan('send_after', 90)}`,
  },
  // Trending looks 30 days back.
  { what: 'counted searches', table: 'search', over: olderThan('searched_at', 35) },
  // Budget, breaker and shoppers' answers look one day back; scores by the model rest on their answers until they are gone.
  { what: 'questions to the model', table: 'ask', over: olderThan('created_at', 30) },
  // Every query of a shopper adds one a shop. They fall due 30 days after they were read: nobody waits for them then.
  {
    what: "shops' searches",
    table: 'page',
    over: `kind = 'search' and (failures >= 8 or ${olderThan('coalesce(last_checked_at, next_check_at)', 29)})`,
  },
  { what: 'search histories', table: 'search_history', over: olderThan('searched_at', 365) },
  { what: 'view histories', table: 'view_history', over: olderThan('viewed_at', 365) },
  // Addresses that never said yes may be a stranger's.
  {
    what: 'unconfirmed alerts',
    table: 'alert',
    over: `state = 'unconfirmed' and ${olderThan('created_at', 30)}`,
  },
  {
    what: 'unconfirmed subscribers',
    table: 'newsletter_subscriber',
    over: `state = 'unconfirmed' and ${olderThan('created_at', 30)}`,
  },
  {
    what: 'refused offers',
    table: 'refused_offer',
    over: `(${olderThan('last_refused_at', 30)} or ${ACCEPTED_SINCE})`,
  },
  // A point of a run that is gone counts as sound, so runs that were not stay; so do those of a replayed past.
  {
    what: 'runs',
    table: 'run',
    over: `${oldRun('run')} and exists (${keptRun('run')})`,
    after: COUNTS_KEPT,
  },
];

/** Rows deleted in one statement: a lock of milliseconds. */
const BATCH = 1_000;
/** Batches of one rule in one go; the next hour goes on. */
const MAX_BATCHES = 200;

/** Deletes what RETENTION keeps no longer, in batches. Returns how many rows of what, without zeros. */
export async function purgeExpired(
  em: EntityManager,
  signal: AbortSignal,
  batch = BATCH,
): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const { what, table, over, after } of RETENTION) {
    for (let turn = 0; turn < MAX_BATCHES && !signal.aborted; turn += 1) {
      const rows = await em.execute<{ gone: number }[]>(
        `with gone as (
           delete from ${table} where ctid = any (array(
             select ctid from ${table} where ${over} limit :batch for update skip locked)) returning *)${after ? `,${after}` : ''}
         select count(*)::int as gone from gone`,
        { batch },
      );
      const count = rows[0]?.gone ?? 0;
      if (count > 0) purged[what] = (purged[what] ?? 0) + count;
      if (count < batch) break;
    }
  }
  return purged;
}
