/* One pace per origin for all workers, by the database's clock. SQL text: one statement takes a slot, so that no two workers hold it. */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Host, type RobotsStatus } from '../../entities/host.ts';
import { preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/** Refusals (401, 403, 429), 5xx and time-outs in a row after which a host rests. */
const REFUSALS_BEFORE_REST = 5;

const FIRST_REST_SECONDS = 10 * 60;
const LONGEST_REST_SECONDS = 24 * 60 * 60;

/** A slot to wait for, or the time before which the host is not to be visited, which is so many ms away. */
export type HostSlot = { waitMs: number } | { restsUntil: Date; restMs: number };

/** What the same statement tells of the host, which saves a question for each page. */
export interface HostState {
  /** Names the reading of robots.txt that is stored; null when there is none. */
  robotsReadAt: string | null;
  /** The host refused us lately: that it serves us again is news. */
  isTroubled: boolean;
}

/**
 * Takes the origin's next free slot, moves the following one `paceMs` (at least 1) on, and says what is stored of the host. Takes
 * nothing while the host rests, or when the slot is more than `maxWaitMs` away. Not for use inside a transaction.
 */
export async function takeHostSlot(
  em: EntityManager,
  origin: string,
  paceMs: number,
  maxWaitMs = 30_000,
): Promise<{ slot: HostSlot; host: HostState }> {
  const [row] = await takeSlot(em, { origin, paceMs: Math.max(paceMs, 1), maxWaitMs });
  if (!row) throw new Error(`no slot row for ${origin}`);
  const { taken, waitMs, restsUntil, restMs, ...host } = row;
  const slot = taken
    ? { waitMs: Math.max(0, Math.ceil(waitMs)) }
    : { restsUntil, restMs: Math.max(0, Math.ceil(restMs)) };
  return { slot, host };
}

interface SlotRow extends HostState {
  taken: boolean;
  waitMs: number;
  restsUntil: Date;
  restMs: number;
}

const takeSlot = preparedQuery<{ origin: string; paceMs: number; maxWaitMs: number }, SlotRow, []>(
  'take host slot',
  (_db, value) => sql`
  with input as (
    select ${value('origin')}::text as origin,
      make_interval(secs => ${value('paceMs')}::int / 1000.0::float8) as pace,
      make_interval(secs => ${value('maxWaitMs')}::float8 / 1000) as max_wait, clock_timestamp() as now
  ), slot as (
    insert into host as h (origin, next_free_at)
    select origin, now + pace from input
    on conflict (origin) do update set next_free_at =
      case when h.rests_until > clock_timestamp()
             or h.next_free_at > clock_timestamp() + (select max_wait from input)
        then h.next_free_at
        else greatest(clock_timestamp(), h.next_free_at) + (select pace from input) end
    returning old.next_free_at as was_free_at, new.next_free_at, new.rests_until,
      new.robots_fetched_at::text as "robotsReadAt",
      new.refused_in_row > 0 or new.rests_until is not null as "isTroubled"
  )
  select was_free_at is null or slot.next_free_at <> was_free_at as taken,
    extract(epoch from slot.next_free_at - pace - clock_timestamp())::float8 * 1000 as "waitMs",
    greatest(slot.rests_until, slot.next_free_at) as "restsUntil",
    extract(epoch from greatest(slot.rests_until, slot.next_free_at) - clock_timestamp())::float8 * 1000 as "restMs",
    "robotsReadAt", "isTroubled"
  from slot, input`,
);

/**
 * Begins an exchange with the origin, whose slot was taken, and keeps every worker's next one `paceMs` away. The slot alone does not: a
 * busy worker begins later than its slot. Answers 0 if the exchange may begin now, else how many ms to wait (1 or more) before asking again.
 */
export async function beginExchange(
  em: EntityManager,
  origin: string,
  paceMs: number,
): Promise<number> {
  const [row] = await begin(em, { origin, paceMs });
  return row?.hasBegun ? 0 : Math.max(1, Math.ceil(row?.waitMs ?? 0));
}

// The database's clock may be set back: what began later than now counts for nothing.
const begin = preparedQuery<
  { origin: string; paceMs: number },
  { hasBegun: boolean; waitMs: number | null },
  []
>(
  'begin exchange',
  (_db, value) => sql`
  with begun as (
    update host set begun_at = clock_timestamp(), pace_ms = ${value('paceMs')}::int
    where origin = ${value('origin')} and (begun_at is null or begun_at > clock_timestamp()
      or begun_at + make_interval(secs => pace_ms / 1000.0) <= clock_timestamp())
    returning origin)
  select exists(select from begun) as "hasBegun",
    extract(epoch from begun_at - clock_timestamp())::float8 * 1000 + pace_ms as "waitMs"
  from host where origin = ${value('origin')}`,
);

/** Keeps the next exchange away from this moment, at which the request of the one that began goes out. */
export async function noteSent(em: EntityManager, origin: string): Promise<void> {
  await em.nativeUpdate(Host, { origin }, { begunAt: raw('clock_timestamp()') });
}

/** Notes that the host answered. An answer while the host rests belongs to a request from before the refusal, and changes nothing. */
export async function recordHostServed(em: EntityManager, origin: string): Promise<void> {
  const troubled = {
    $or: [
      { refusedInRow: { $gt: 0 }, restsUntil: null },
      { restsUntil: { $lte: raw('clock_timestamp()') } },
    ],
  };
  await em.nativeUpdate(Host, { origin, ...troubled }, { refusedInRow: 0, restsUntil: null });
}

/** Notes a refusal (`counts`) or a wait. The host rests as asked and, from the fifth refusal in a row, 10 minutes doubling to 24 h. */
export async function recordHostRefusal(
  em: EntityManager,
  origin: string,
  { counts, retryAfterMs }: { counts: boolean; retryAfterMs: number | null },
): Promise<void> {
  const doublings = `(refused_in_row + 1 - ${REFUSALS_BEFORE_REST})`;
  const backOff = `least(${FIRST_REST_SECONDS} * 2 ^ least(${doublings}, 20), ${LONGEST_REST_SECONDS})`;
  const breaker = `case when ${doublings} >= 0 then clock_timestamp() + make_interval(secs => ${backOff}) end`;
  const asked = 'clock_timestamp() + make_interval(secs => ?::float8 / 1000)';
  const latest = `greatest(rests_until, ${asked}, ${counts ? breaker : 'null'})`;
  const refusedInRow = raw('refused_in_row + ?', [counts ? 1 : 0]);
  const restsUntil = raw(latest, [retryAfterMs]);
  await em.nativeUpdate(Host, { origin }, { refusedInRow, restsUntil });
}

/** What a host's robots.txt was when last read. */
export type HostRobots = NonNullable<Awaited<ReturnType<typeof findHostRobots>>>;

/** Names a reading of robots.txt: its time, exact to the microsecond. */
const READ_AT = sql<string>`robots_fetched_at::text`;

/** The stored robots.txt of an origin with its age, without its text when `knownReadAt` is current; null when never read. */
export async function findHostRobots(
  em: EntityManager,
  origin: string,
  knownReadAt: string | null,
) {
  const robots = await tables(em)
    .selectFrom('host')
    .select(['robotsStatus as status', READ_AT.as('readAt')])
    .select([
      sql<
        string | null
      >`case when ${READ_AT} = ${knownReadAt}::text then null else robots_text end`.as('text'),
      sql<number>`extract(epoch from clock_timestamp() - robots_fetched_at)::float8 * 1000`.as(
        'ageMs',
      ),
    ])
    .where('origin', '=', origin)
    .where('robotsFetchedAt', 'is not', null)
    .$narrowType<{ status: RobotsStatus }>()
    .executeTakeFirst();
  return robots ?? null;
}

/** Stores what asking for robots.txt gave; returns the reading's `readAt`. */
export async function saveHostRobots(
  em: EntityManager,
  origin: string,
  { status, text }: Pick<HostRobots, 'status' | 'text'>,
): Promise<string> {
  const robotsFetchedAt = sql<Date>`clock_timestamp()`;
  const read = { robotsStatus: status, robotsText: text, robotsFetchedAt };
  const { readAt } = await tables(em)
    .insertInto('host')
    .values({ origin, ...read })
    .onConflict((known) => known.column('origin').doUpdateSet(read))
    .returning(READ_AT.as('readAt'))
    .executeTakeFirstOrThrow();
  return readAt;
}
