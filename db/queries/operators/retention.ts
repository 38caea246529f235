/* Deletes expired rows. SQL text: each rule is a condition on a table it names; batches skip locked rows. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ACCEPTED_SINCE } from '../offers/refused-offers.ts';

/**
 * A rule: the kind of rows (as named in docs/operations.md), their table, the SQL condition of expired rows, and CTEs that run in the
 * deleting statement over the deleted rows `gone`.
 */
type Rule = readonly [what: string, table: string, over: string, after?: string];

const olderThan = (column: string, days: number) => `${column} < now() - interval '${days} days'`;
const NEVER_CONFIRMED = `state = 'unconfirmed' and ${olderThan('created_at', 30)}`;

const oldRun = (run: string) =>
  `${run}.status = 'done' and ${run}.kind <> 'replay' and ${run}.finished_at < now() - interval '90 days'`;

/** The oldest unexpired run of the same retailer and kind; `of` names a table with both columns. */
const keptRun = (of: string) => `
  select id from run other where other.retailer_id = ${of}.retailer_id and other.kind = ${of}.kind
    and (${oldRun('other')}) is not true order by started_at, id limit 1`;

/** Operators watch sums over all runs, which must not fall (overview.ts): a remaining run takes over the counts. */
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

/** The oldest kept pages of a retailer that has more than 200 MB of them. */
const BEYOND_CAP = `select page_id from (
  select page_id, sum(octet_length(body)) over (partition by retailer_id order by fetched_at desc, page_id) as bytes
  from kept_page join page on page.id = page_id) newest where bytes > 200 * 1024 * 1024`;

/** Rows are kept while something reads them or their owner expects them. Accounts, favourites, reviews and prices stay. */
const RETENTION: readonly Rule[] = [
  ['sessions', 'user_session', 'expires_at < now()'],
  ['reset links', 'user_verification', 'expires_at < now()'],
  ['rate limits', 'rate_limit', 'expire < extract(epoch from now()) * 1000'],
  ['sent mails', 'mail', `state in ('sent', 'failed') and ${olderThan('send_after', 30)}`],
  // Without a mail server, operators read mails in the outbox; none is of use after 90 days.
  ['unsent mails', 'mail', `state = 'waiting' and ${olderThan('send_after', 90)}`],
  // Trending looks 30 days back.
  ['counted searches', 'search', olderThan('searched_at', 35)],
  // Budget, breaker and shoppers' answers look one day back; scores by the model refer to their answers while those
  // exist.
  ['questions to the model', 'ask', olderThan('created_at', 30)],
  // Each shopper's query adds one page per shop. It would be due again 30 days after its reading, when nobody waits
  // for it.
  [
    "shops' searches",
    'page',
    `kind = 'search' and (failures >= 8 or ${olderThan('coalesce(last_checked_at, next_check_at)', 29)})`,
  ],
  ['visits to new shops', 'shop_visit', olderThan('asked_at', 7)],
  ['kept pages', 'kept_page', `expires_at < now() or page_id in (${BEYOND_CAP})`],
  ['sign-ins', 'account_event', olderThan('happened_at', 90)],
  ["operators' actions", 'operator_action', olderThan('done_at', 730)],
  ['errors', 'error_group', olderThan('last_at', 30)],
  ['search histories', 'search_history', olderThan('searched_at', 365)],
  ['view histories', 'view_history', olderThan('viewed_at', 365)],
  ['ended price passes', 'price_pass', olderThan('ends_at', 365)],
  // An unconfirmed address may be a stranger's.
  ['unconfirmed alerts', 'alert', NEVER_CONFIRMED],
  ['unconfirmed subscribers', 'newsletter_subscriber', NEVER_CONFIRMED],
  ['refused offers', 'refused_offer', `(${olderThan('last_refused_at', 30)} or ${ACCEPTED_SINCE})`],
  // A price point without its run counts as sound, so unsound runs and those of a replayed past stay.
  ['runs', 'run', `${oldRun('run')} and exists (${keptRun('run')})`, COUNTS_KEPT],
];

/** Rows deleted per statement, to hold locks for milliseconds only. */
const BATCH = 1_000;
/** Most batches of one rule per run; the next hourly run continues. */
const MAX_BATCHES = 200;

/** Deletes rows that RETENTION does not keep, in batches. Returns the number of rows by rule, without zeros. */
export async function purgeExpired(em: EntityManager, signal: AbortSignal, batch = BATCH) {
  const purged: Record<string, number> = {};
  for (const [what, table, over, after] of RETENTION) {
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
