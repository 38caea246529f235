import type { EntityManager } from '@mikro-orm/postgresql';
import { prepared } from '../sql/prepared.ts';

/*
 * The host table is how all workers on all machines keep one pace per origin: a slot is taken by one
 * statement, so two workers can never hold the same one. Times are the database's clock, never ours.
 */

/** Refusals (401, 403, 429) in a row after which a host rests. */
const REFUSALS_BEFORE_REST = 5;

const FIRST_REST_SECONDS = 10 * 60;
const LONGEST_REST_SECONDS = 24 * 60 * 60;

/** A slot to wait for, or the time before which the host is not to be visited, which is so many ms away. */
export type HostSlot = { waitMs: number } | { restsUntil: Date; restMs: number };

/** What the same statement tells of the host: it saves asking for each page. */
export interface HostState {
  /** Names the reading of robots.txt that is stored; null when there is none. */
  robotsReadAt: string | null;
  /** The host refused us lately: that it serves us again is news. */
  isTroubled: boolean;
}

/**
 * Takes the origin's next free slot and moves the following one `paceMs` (at least 1) on. Nothing is taken while the
 * host rests, or when the slot is more than `maxWaitMs` away. Not for use inside a transaction.
 */
export async function reserveHostSlot(
  em: EntityManager,
  origin: string,
  paceMs: number,
  maxWaitMs?: number,
): Promise<HostSlot> {
  return (await takeHostSlot(em, origin, paceMs, maxWaitMs)).slot;
}

/** Like `reserveHostSlot`, with what is stored of the host. */
export async function takeHostSlot(
  em: EntityManager,
  origin: string,
  paceMs: number,
  maxWaitMs = 30_000,
): Promise<{ slot: HostSlot; host: HostState }> {
  const [row] = await prepared<HostState & SlotRow>(em, 'take host slot', TAKE_SLOT, [
    origin,
    Math.max(paceMs, 1),
    maxWaitMs,
  ]);
  if (!row) throw new Error(`no slot row for ${origin}`);
  const { taken, waitMs, restsUntil, restMs, robotsReadAt, isTroubled } = row;
  const slot = taken
    ? { waitMs: Math.max(0, Math.ceil(waitMs)) }
    : { restsUntil: new Date(restsUntil), restMs: Math.max(0, Math.ceil(restMs)) };
  return { slot, host: { robotsReadAt, isTroubled } };
}

const TAKE_SLOT = `
  with input as (
    select $1::text as origin, $2::int as pace_ms, make_interval(secs => $2::int / 1000.0::float8) as pace,
      make_interval(secs => $3::float8 / 1000) as max_wait, clock_timestamp() as now
  ), slot as (
    insert into host as h (origin, next_free_at, pace_ms)
    select origin, now + pace, pace_ms from input
    on conflict (origin) do update set pace_ms = excluded.pace_ms, next_free_at =
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
  from slot, input`;

interface SlotRow {
  taken: boolean;
  waitMs: number;
  restsUntil: Date;
  restMs: number;
}

/**
 * The host answered as it should: it is not refusing us. Writes only when something changes. While it rests, the answer
 * is to a request that was under way when another worker was refused, and says nothing.
 */
export async function recordHostServed(em: EntityManager, origin: string): Promise<void> {
  await em.execute(
    `update host set refused_in_row = 0, rests_until = null
     where origin = ? and (refused_in_row > 0 or rests_until is not null)
       and (rests_until is null or rests_until <= clock_timestamp())`,
    [origin],
  );
}

/**
 * The host refused us (`counts`), or asked for a wait. It rests for the longer of what it asked for and,
 * from the fifth refusal in a row on, 10 minutes doubling up to 24 h.
 */
export async function recordHostRefusal(
  em: EntityManager,
  origin: string,
  refusal: { counts: boolean; retryAfterMs: number | null },
): Promise<void> {
  const step = refusal.counts ? 1 : 0;
  await em.execute(
    `update host set refused_in_row = refused_in_row + ?::int,
       rests_until = greatest(
         rests_until,
         clock_timestamp() + make_interval(secs => ?::float8 / 1000),
         case when ?::int = 1 and refused_in_row + 1 >= ${REFUSALS_BEFORE_REST} then
           clock_timestamp() + make_interval(secs => least(
             ${FIRST_REST_SECONDS} * 2 ^ least(refused_in_row + 1 - ${REFUSALS_BEFORE_REST}, 20),
             ${LONGEST_REST_SECONDS})) end)
     where origin = ?`,
    [step, refusal.retryAfterMs, step, origin],
  );
}

/** What a host's robots.txt was when last read. */
export interface HostRobots {
  status: 'allowed' | 'parsed' | 'unreachable';
  /** Null unless 'parsed', and when the caller already holds this reading. */
  text: string | null;
  /** When it was read, exact to the microsecond: names this reading. */
  readAt: string;
  /** Age by the database's clock, in milliseconds. */
  ageMs: number;
}

/** The stored robots.txt of an origin, without its text when `knownReadAt` is current; null when never read. */
export async function findHostRobots(
  em: EntityManager,
  origin: string,
  knownReadAt: string | null,
): Promise<HostRobots | null> {
  const [row] = await em.execute<HostRobots[]>(
    `select robots_status as status, robots_fetched_at::text as "readAt",
       case when robots_fetched_at::text = ?::text then null else robots_text end as text,
       extract(epoch from clock_timestamp() - robots_fetched_at)::float8 * 1000 as "ageMs"
     from host where origin = ? and robots_status is not null and robots_fetched_at is not null`,
    [knownReadAt, origin],
  );
  return row ?? null;
}

/** Stores what asking for robots.txt gave; returns the reading's `readAt`. */
export async function saveHostRobots(
  em: EntityManager,
  origin: string,
  robots: Pick<HostRobots, 'status' | 'text'>,
): Promise<string> {
  const [row] = await em.execute<{ readAt: string }[]>(
    `insert into host (origin, robots_status, robots_text, robots_fetched_at)
     values (?, ?, ?, clock_timestamp())
     on conflict (origin) do update set robots_status = excluded.robots_status,
       robots_text = excluded.robots_text, robots_fetched_at = excluded.robots_fetched_at
     returning robots_fetched_at::text as "readAt"`,
    [origin, robots.status, robots.text],
  );
  return row?.readAt ?? '';
}
