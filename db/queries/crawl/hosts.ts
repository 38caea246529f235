/* Request pacing per origin across all workers, by the database's clock. SQL text: one statement begins an exchange of one worker. */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Host, type RobotsStatus } from '../../entities/page.ts';
import { preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/** Consecutive refusals (401, 403, 429), 5xx and timeouts after which a host rests. */
const REFUSALS_BEFORE_REST = 5;

const FIRST_REST_SECONDS = 10 * 60;
const LONGEST_REST_SECONDS = 24 * 60 * 60;

/** Whether an exchange has begun; otherwise the time until it may (`waitMs`, at `freeAt`), and whether the host rests until then. */
interface HostTurn {
  hasBegun: boolean;
  isResting: boolean;
  freeAt: Date;
  waitMs: number;
  /** The host refused us recently, so a success is worth recording. */
  isTroubled: boolean;
}

/** A host h does not rest, and its last exchange began at least its pace ago. Ignores starts in the future: the clock may be set back. */
const IS_FREE = sql`(coalesce(h.rests_until <= clock_timestamp(), true) and (h.begun_at is null or h.begun_at > clock_timestamp()
  or h.begun_at + make_interval(secs => h.pace_ms / 1000.0) <= clock_timestamp()))`;

const begin = preparedQuery<{ origin: string; paceMs: number }, HostTurn, []>(
  'begin exchange',
  (_db, value) => sql`
  with turn as (
    insert into host as h (origin, begun_at, pace_ms) values (${value('origin')}, clock_timestamp(), ${value('paceMs')}::int)
    on conflict (origin) do update set
      begun_at = case when ${IS_FREE} then clock_timestamp() else h.begun_at end,
      pace_ms = case when ${IS_FREE} then excluded.pace_ms else h.pace_ms end
    returning old.begun_at is distinct from new.begun_at as "hasBegun",
      coalesce(new.rests_until > clock_timestamp(), false) as "isResting",
      greatest(new.begun_at + make_interval(secs => new.pace_ms / 1000.0), new.rests_until) as "freeAt",
      new.refused_in_row > 0 or new.rests_until is not null as "isTroubled")
  select turn.*, ceil(greatest(1, extract(epoch from "freeAt" - clock_timestamp()) * 1000))::float8 as "waitMs" from turn`,
);

/**
 * Begins an exchange with the origin, unless the host rests or another worker's exchange began less than its pace ago; holds the next
 * one back by `paceMs` (at least 1). Do not call inside a transaction.
 */
export async function beginExchange(
  em: EntityManager,
  origin: string,
  paceMs: number,
): Promise<HostTurn> {
  const [turn] = await begin(em, { origin, paceMs: Math.max(paceMs, 1) });
  if (!turn) throw new Error(`no turn at ${origin}`);
  return turn;
}

/** Restarts the pace at the moment when the request goes out. */
export async function noteSent(em: EntityManager, origin: string): Promise<void> {
  await em.nativeUpdate(Host, { origin }, { begunAt: raw('clock_timestamp()') });
}

/** Records a success. No effect while the host rests: the response belongs to a request from before the refusal. */
export async function recordHostServed(em: EntityManager, origin: string): Promise<void> {
  const troubled = {
    $or: [
      { refusedInRow: { $gt: 0 }, restsUntil: null },
      { restsUntil: { $lte: raw('clock_timestamp()') } },
    ],
  };
  await em.nativeUpdate(Host, { origin, ...troubled }, { refusedInRow: 0, restsUntil: null });
}

/** Records a refusal (`counts`) or a requested wait. From the fifth consecutive refusal the host rests for 10 minutes doubling to 24 h. */
export async function recordHostRefusal(
  em: EntityManager,
  origin: string,
  { counts, retryAfterMs }: { counts: boolean; retryAfterMs: number | null },
): Promise<void> {
  const doublings = `(refused_in_row + 1 - ${REFUSALS_BEFORE_REST})`;
  const backOff = `least(${FIRST_REST_SECONDS} * 2 ^ least(${doublings}, 20), ${LONGEST_REST_SECONDS})`;
  const breaker = `case when ${doublings} >= 0 then clock_timestamp() + make_interval(secs => ${backOff}) end`;
  const requested = 'clock_timestamp() + make_interval(secs => ?::float8 / 1000)';
  const latest = `greatest(rests_until, ${requested}, ${counts ? breaker : 'null'})`;
  const refusedInRow = raw('refused_in_row + ?', [counts ? 1 : 0]);
  const restsUntil = raw(latest, [retryAfterMs]);
  await em.nativeUpdate(Host, { origin }, { refusedInRow, restsUntil });
}

export type HostRobots = NonNullable<Awaited<ReturnType<typeof findHostRobots>>>;

/** The stored robots.txt of an origin with its age; null when never read. */
export async function findHostRobots(em: EntityManager, origin: string) {
  const robots = await tables(em)
    .selectFrom('host')
    .select(['robotsStatus as status', 'robotsText as text'])
    .select(
      sql<number>`extract(epoch from clock_timestamp() - robots_fetched_at)::float8 * 1000`.as(
        'ageMs',
      ),
    )
    .where('origin', '=', origin)
    .where('robotsFetchedAt', 'is not', null)
    .$narrowType<{ status: RobotsStatus }>()
    .executeTakeFirst();
  return robots ?? null;
}

/** Stores a reading of robots.txt. */
export async function saveHostRobots(
  em: EntityManager,
  origin: string,
  { status, text }: Pick<HostRobots, 'status' | 'text'>,
): Promise<void> {
  const robotsFetchedAt = sql<Date>`clock_timestamp()`;
  const read = { robotsStatus: status, robotsText: text, robotsFetchedAt };
  await tables(em)
    .insertInto('host')
    .values({ origin, ...read })
    .onConflict((known) => known.column('origin').doUpdateSet(read))
    .execute();
}
