/* Request pacing per origin across all workers, by the database's clock. SQL text: one statement takes a slot for one worker. */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Host, type RobotsStatus } from '../../entities/host.ts';
import { preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/** Consecutive refusals (401, 403, 429), 5xx and timeouts after which a host rests. */
const REFUSALS_BEFORE_REST = 5;

const FIRST_REST_SECONDS = 10 * 60;
const LONGEST_REST_SECONDS = 24 * 60 * 60;

/** The wait until the slot, or the time before which nobody may visit the host (`restMs` from now). */
type HostSlot = { waitMs: number } | { restsUntil: Date; restMs: number };

/** Host state that the same statement returns, which saves a query per page. */
export interface HostState {
  /** Identifies the stored reading of robots.txt; null when there is none. */
  robotsReadAt: string | null;
  /** The host refused us recently, so a success is worth recording. */
  isTroubled: boolean;
}

/**
 * Takes the origin's next free slot, moves the following one `paceMs` (at least 1) later and returns the host's state. Takes nothing
 * while the host rests or when the slot is more than `maxWaitMs` away. Do not call inside a transaction.
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
 * Begins an exchange with the origin after its slot was taken, and holds the next one back by `paceMs`. The slot alone cannot, because
 * a busy worker starts later than its slot. Returns 0 if the exchange may begin now, else the ms (1 or more) to wait before asking
 * again.
 */
export async function beginExchange(
  em: EntityManager,
  origin: string,
  paceMs: number,
): Promise<number> {
  const [row] = await begin(em, { origin, paceMs });
  return row?.hasBegun ? 0 : Math.max(1, Math.ceil(row?.waitMs ?? 0));
}

// The database's clock may be set back: ignores starts in the future.
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
  const asked = 'clock_timestamp() + make_interval(secs => ?::float8 / 1000)';
  const latest = `greatest(rests_until, ${asked}, ${counts ? breaker : 'null'})`;
  const refusedInRow = raw('refused_in_row + ?', [counts ? 1 : 0]);
  const restsUntil = raw(latest, [retryAfterMs]);
  await em.nativeUpdate(Host, { origin }, { refusedInRow, restsUntil });
}

/** The last reading of a host's robots.txt. */
export type HostRobots = NonNullable<Awaited<ReturnType<typeof findHostRobots>>>;

/** Identifies a reading of robots.txt: its time to the microsecond. */
const READ_AT = sql<string>`robots_fetched_at::text`;

/** The stored robots.txt of an origin with its age; without text when `knownReadAt` is current; null when never read. */
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

/** Stores a reading of robots.txt; returns its `readAt`. */
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
