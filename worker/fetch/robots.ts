import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import { findHostRobots, type HostRobots, saveHostRobots } from '#db/queries/crawl/hosts.ts';
import { FetchRefused } from '#domain/errors.ts';
import { DAY_MS } from '#domain/time.ts';
import type { AroundHop } from './fetched-page.ts';
import type { Fetcher } from './http.ts';
import { bodyText } from './page-body.ts';

/** How long a robots.txt we hold is used before it is read again: RFC 9309 §2.4 says a day at most. */
const FRESH_MS = DAY_MS;

/** An origin whose robots.txt could not be read is asked again after this long. */
export const UNREACHABLE_RETRY_MS = 60_000;

/** The longest Crawl-delay kept, in milliseconds; a host that asks for more gets one page in this time. */
const MAX_CRAWL_DELAY_MS = DAY_MS;

/**
 * Steps that matching one URL may take. Wildcard patterns cost pattern × path; a file made to be slow
 * is answered with "no" instead of with a blocked event loop.
 */
const MAX_MATCH_STEPS = 20_000_000;

/** What a host's robots.txt says to us. */
export interface Robots {
  /** 'unreachable': it could not be read, so that everything is denied for now (RFC 9309 §2.3.1.4). */
  status: HostRobots['status'];
  mayFetch(url: string): boolean;
  /** The pace it asks for, null when it asks for none. */
  crawlDelayMs: number | null;
  /** Absolute http(s) URLs of the sitemaps it names; they may lie on other hosts. */
  sitemaps: string[];
  /** What it says of the whole site, for people. */
  stance(): RobotsStance;
}

export type RobotsStance = 'allows' | 'denies-some' | 'denies-all' | 'not-read';

/** Reads a robots.txt as the crawler named `userAgent` ('PricerooBot/1.0'). Never throws. */
export function parseRobots(origin: string, text: string, userAgent: string): Robots {
  const parsed = robotsParser(`${origin}/robots.txt`, text);
  const delaySeconds = parsed.getCrawlDelay(userAgent) ?? 0;
  const wildcardSteps = text
    .split('\n')
    .reduce((steps, line) => steps + (line.includes('*') ? line.length : 0), 0);
  const mayFetch = (url: string) =>
    wildcardSteps * url.length < MAX_MATCH_STEPS && parsed.isAllowed(url, userAgent) === true;
  return {
    status: 'parsed',
    mayFetch,
    stance: () => stanceOf(origin, text, mayFetch),
    crawlDelayMs:
      delaySeconds > 0 ? Math.min(Math.round(delaySeconds * 1000), MAX_CRAWL_DELAY_MS) : null,
    sitemaps: parsed.getSitemaps().filter((url) => /^https?:\/\//i.test(url)),
  };
}

/**
 * The origin's robots.txt: from its row when read within a day, else fetched and stored. `aroundHop`
 * keeps the request at the host's pace. Rejects only when the host rests, our own network or the database fails.
 */
export async function robotsOf(
  em: EntityManager,
  fetcher: Fetcher,
  origin: string,
  aroundHop: AroundHop,
): Promise<Robots> {
  const key = keyOf(origin, fetcher);
  const known = recent.get(key);
  const stored = await findHostRobots(em, origin, known?.readAt ?? null);
  const freshMs = stored?.status === 'unreachable' ? UNREACHABLE_RETRY_MS : FRESH_MS;
  if (stored && stored.ageMs < freshMs) {
    if (known?.readAt === stored.readAt) return known.robots;
    const robots = toRobots(origin, stored, fetcher.userAgent);
    return remember(key, stored.readAt, freshMs - stored.ageMs, robots);
  }
  const fetched = await fetchRobots(fetcher, origin, aroundHop);
  const readAt = await saveHostRobots(em, origin, fetched);
  return remember(key, readAt, FRESH_MS, toRobots(origin, fetched, fetcher.userAgent));
}

/** A reading of robots.txt, and when it was made. */
export interface KnownRobots {
  readAt: string;
  robots: Robots;
}

/** The reading that this process holds, when it is fresh and lets us in; whether it is the stored one is for the slot to say. */
export function knownRobots(fetcher: Fetcher, url: URL): KnownRobots | null {
  const known = recent.get(keyOf(url.origin, fetcher));
  return known?.robots.mayFetch(url.href) ? known : null;
}

function keyOf(origin: string, fetcher: Fetcher): string {
  return `${origin} ${fetcher.userAgent}`;
}

type Stored = Pick<HostRobots, 'status' | 'text'>;

async function fetchRobots(
  fetcher: Fetcher,
  origin: string,
  aroundHop: AroundHop,
): Promise<Stored> {
  try {
    const page = await fetcher.fetchPage({
      url: `${origin}/robots.txt`,
      accept: 'robots',
      aroundHop,
    });
    // Postgres text cannot hold NUL.
    return { status: 'parsed', text: bodyText(page.body).replaceAll('\0', '') };
  } catch (error) {
    if (!(error instanceof FetchRefused) || SAYS_NOTHING.has(error.reason)) throw error;
    return { status: MEANS_NO_RULES.has(error.reason) ? 'allowed' : 'unreachable', text: null };
  }
}

/** The host was not asked: what is known of its rules stays as it is. */
const SAYS_NOTHING = new Set<FetchRefused['reason']>(['breaker-open', 'own-network']);

/** 4xx: the host has no rules (RFC 9309 §2.3.1.3). 429 is not among them: it asks us to come later. */
const MEANS_NO_RULES = new Set<FetchRefused['reason']>(['not-found', 'forbidden', 'bad-status']);

function toRobots(origin: string, stored: Stored, userAgent: string): Robots {
  if (stored.status === 'parsed') return parseRobots(origin, stored.text ?? '', userAgent);
  const mayFetch = () => stored.status === 'allowed';
  const stance = () => (stored.status === 'allowed' ? ('allows' as const) : ('not-read' as const));
  return { status: stored.status, mayFetch, crawlDelayMs: null, sitemaps: [], stance };
}

const MOST_RULES_TRIED = 500;

/** Whether one of the places that the file denies to anyone is denied to us. */
function stanceOf(origin: string, text: string, mayFetch: Robots['mayFetch']): RobotsStance {
  if (!mayFetch(`${origin}/`)) return 'denies-all';
  const denied = [...text.matchAll(/^\s*disallow\s*:\s*(\/[^\s#]*)/gim)].slice(0, MOST_RULES_TRIED);
  const places = denied.map(([, rule = '']) => rule.replaceAll('*', 'x').replace(/\$$/, ''));
  return places.every((place) => mayFetch(origin + place)) ? 'allows' : 'denies-some';
}

/** Parsing is repeated work for every page of a host: the last hosts' results are kept, named by reading. */
const recent = new LRUCache<string, KnownRobots>({ max: 200 });

function remember(key: string, readAt: string, freshMs: number, robots: Robots): Robots {
  recent.set(key, { readAt, robots }, { ttl: freshMs });
  return robots;
}
