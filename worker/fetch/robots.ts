import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { findHostRobots, type HostRobots, saveHostRobots } from '#db/queries/crawl/hosts.ts';
import { FetchRefused } from '#domain/errors.ts';
import { DAY_MS } from '#domain/time.ts';
import type { AroundHop } from './fetched-page.ts';
import type { Fetcher } from './http.ts';
import { atHostPace, type Pace } from './pace.ts';
import { bodyText } from './page-body.ts';
import { parseRobotsRules } from './robots-rules.ts';

/** Who asks a host: the database with its turns, the fetcher, and the pace. */
export interface Caller {
  em: EntityManager;
  fetcher: Fetcher;
  pace: Pace;
}

/** A stored robots.txt is used for a day, the maximum of RFC 9309 §2.4. */
const FRESH_MS = DAY_MS;

/** An unreadable robots.txt is fetched again after this time. */
export const UNREACHABLE_RETRY_MS = 60_000;

const MAX_CRAWL_DELAY_MS = DAY_MS;

/** The rules of a host's robots.txt for our crawler. */
export interface Robots {
  /** 'unreachable': the file could not be read, so everything is denied for now (RFC 9309 §2.3.1.4). */
  status: HostRobots['status'];
  /** Why the file could not be read; known to the process that tried. */
  fault?: string | undefined;
  mayFetch(url: string): boolean;
  crawlDelayMs: number | null;
  /** Absolute http(s) URLs of its sitemaps, possibly on other hosts. */
  sitemaps: string[];
  /** A summary for operators. */
  stance(): RobotsStance;
}

/** How much of the site a robots.txt allows to our crawler. */
export type RobotsStance = 'allows' | 'denies-some' | 'denies-all' | 'not-read';

/** Reads a robots.txt as the crawler named `userAgent` ('PricerooBot/1.0'). Never throws. */
export function parseRobots(origin: string, text: string, userAgent: string): Robots {
  const rules = parseRobotsRules(text, userAgent.split('/')[0] ?? '');
  const delaySeconds = rules.crawlDelaySeconds ?? 0;
  const mayFetch = (address: string) => {
    const url = URL.parse(address);
    return url?.origin === origin && rules.allows(url.pathname + url.search);
  };
  return {
    status: 'parsed',
    mayFetch,
    stance: () => stanceOf(origin, text, mayFetch),
    crawlDelayMs:
      delaySeconds > 0 ? Math.min(Math.round(delaySeconds * 1000), MAX_CRAWL_DELAY_MS) : null,
    sitemaps: rules.sitemaps.filter((url) => /^https?:\/\//i.test(url)),
  };
}

/**
 * The origin's robots.txt: the copy of the last day, or fetched at the host's pace. No process uses a copy for longer than its day. Rejects
 * only for a resting host or faults of our own.
 */
export async function robotsFor(caller: Caller, origin: string): Promise<Robots> {
  const { em, fetcher } = caller;
  const key = `${origin} ${fetcher.userAgent}`;
  const known = recent.get(key);
  if (known) return known;
  const stored = await findHostRobots(em, origin);
  const isFresh = stored !== null && stored.ageMs < freshMsOf(stored);
  const read = isFresh ? stored : { ...(await readRobots(caller, origin)), ageMs: 0 };
  const robots = toRobots(origin, read, fetcher.userAgent);
  recent.set(key, robots, { ttl: freshMsOf(read) - read.ageMs });
  return robots;
}

/** Parsed files of recently visited hosts, so that a file is not read for each page. */
const recent = new LRUCache<string, Robots>({
  max: 200,
  // Tests replace the clock.
  perf: { now: () => performance.now() },
  ttlResolution: 0,
});

function freshMsOf({ status }: Pick<HostRobots, 'status'>): number {
  return status === 'unreachable' ? UNREACHABLE_RETRY_MS : FRESH_MS;
}

async function readRobots({ em, fetcher, pace }: Caller, origin: string) {
  const fetched = await fetchRobots(fetcher, origin, (url, exchange) =>
    atHostPace(em, url.origin, pace, exchange),
  );
  await saveHostRobots(em, origin, fetched);
  return fetched;
}

type Stored = Pick<HostRobots, 'status' | 'text'> & Pick<Robots, 'fault'>;

async function fetchRobots(
  fetcher: Fetcher,
  origin: string,
  aroundHop: AroundHop,
): Promise<Stored> {
  try {
    const url = `${origin}/robots.txt`;
    const page = await fetcher.fetchPage({ url, accept: 'robots', aroundHop });
    // Postgres text cannot hold NUL.
    return { status: 'parsed', text: bodyText(page.body).replaceAll('\0', '') };
  } catch (error) {
    if (!(error instanceof FetchRefused) || NOT_REACHED.has(error.reason)) throw error;
    if (MEANS_NO_RULES.has(error.reason)) return { status: 'allowed', text: null };
    return { status: 'unreachable', text: null, fault: error.message };
  }
}

/** No request reached the host, for a reason of its rest or of our own: the stored rules stay. */
const NOT_REACHED = new Set<FetchRefused['reason']>([
  'breaker-open',
  'own-network',
  'address-forbidden',
]);

/** 4xx except 429: the host has no rules (RFC 9309 §2.3.1.3). */
const MEANS_NO_RULES = new Set<FetchRefused['reason']>(['not-found', 'forbidden', 'bad-status']);

function toRobots(origin: string, stored: Stored, userAgent: string): Robots {
  if (stored.status === 'parsed') return parseRobots(origin, stored.text ?? '', userAgent);
  const { status, fault } = stored;
  const mayFetch = () => status === 'allowed';
  const stance = () => (status === 'allowed' ? ('allows' as const) : ('not-read' as const));
  return { status, fault, mayFetch, crawlDelayMs: null, sitemaps: [], stance };
}

const MOST_RULES_TRIED = 500;

/** Checks whether our crawler is denied any path that the file denies to some crawler. */
function stanceOf(origin: string, text: string, mayFetch: Robots['mayFetch']): RobotsStance {
  if (!mayFetch(`${origin}/`)) return 'denies-all';
  const denied = [...text.matchAll(/^\s*disallow\s*:\s*(\/[^\s#]*)/gim)].slice(0, MOST_RULES_TRIED);
  const places = denied.map(([, rule = '']) => rule.replaceAll('*', 'x').replace(/\$$/, ''));
  return places.every((place) => mayFetch(origin + place)) ? 'allows' : 'denies-some';
}
