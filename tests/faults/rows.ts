/* The promises under fault and attack, with the tests that measure each; docs/security.md has the figures of a full run. */

/** One promise. `tests` are vitest's arguments; `quick` and `full` its environment, without and with --full. */
export interface Row {
  name: string;
  goal: string;
  tests: readonly string[];
  quick?: Readonly<Record<string, string>>;
  full?: Readonly<Record<string, string>>;
}

/** The table, in the order in which it is run. */
export const ROWS: readonly Row[] = [
  {
    name: 'worker-death',
    goal: '10,000 jobs, 50 kills: 0 lost, 0 doubled',
    tests: ['tests/faults/worker-death.test.ts'],
    quick: { BACKENDS: 'postgres redis' },
    full: { BACKENDS: 'postgres', KILLS: '50', PAGES: '10000' },
  },
  {
    name: 'three-workers',
    goal: 'no page twice, each shop at its pace; kill -9 of any, and of one of two sites: taken over < 10 s, 0 lost',
    tests: ['tests/faults/rows/three-workers.test.ts'],
    quick: { BACKENDS: 'postgres redis' },
    full: { BACKENDS: 'postgres redis', PAGES: '1000' },
  },
  {
    name: 'queue-stores',
    goal: 'taken over < 10 s; cut, wiped and wrong clocks mended, on Postgres and Redis',
    tests: [
      'tests/worker/queue-recovery.test.ts',
      'tests/worker/queue-recovery-redis.test.ts',
      'tests/worker/queue-conformance.test.ts',
    ],
  },
  {
    name: 'frozen-worker',
    goal: '100 freezes: 0 stale writes; a poison page aside after 3 deaths',
    tests: ['tests/faults/rows/frozen-worker.test.ts', 'tests/worker/life-of-a-price.test.ts'],
    full: { FREEZES: '100' },
  },
  {
    name: 'database',
    goal: 'killed, 10 restarts under load, connections lost: answers < 2 s, 0 lost',
    tests: [
      'tests/faults/embedded-postgres.test.ts',
      'tests/faults/rows/database-restarts.test.ts',
      'db/orm.test.ts',
      'db/connect-with-retry.test.ts',
    ],
  },
  {
    name: 'disk-full',
    goal: 'filled to the last byte: no process ends, known pages served, all on < 30 s after space, 0 lost',
    tests: [
      'tests/faults/rows/disk-full.test.ts',
      'db/runtime/disk-space.test.ts',
      'tests/site-page-cache.test.ts',
      'tests/worker/disk-low.test.ts',
    ],
    full: { FILLS: '5' },
  },
  {
    name: 'network',
    goal: '40/40: no hang > 10 s, recovery < 5 s',
    tests: ['tests/faults/rows/network.test.ts'],
  },
  {
    name: 'schedules',
    goal: 'a year in six time zones, a clock that is days off: 0 skipped, 0 doubled',
    tests: [
      'tests/worker/clocks.test.ts',
      'worker/schedules.test.ts',
      'tests/faults/rows/year.test.ts',
    ],
  },
  {
    name: 'hostile-shop',
    goal: '40 behaviours: ≤ 15 s, ≤ +64 MB, turns < 200 ms',
    tests: [
      'tests/faults/hostile-retailer.test.ts',
      'tests/faults/hostile-page.test.ts',
      'tests/worker/sitemap-loop.test.ts',
      'worker/pictures/fetch-picture.test.ts',
    ],
  },
  {
    name: 'address-guard',
    goal: '120 forms × every sink: 0 connections at a canary',
    tests: ['tests/faults/address-guard.test.ts'],
  },
  {
    name: 'price-sanity',
    goal: '100,000 pages: 0 impossible prices; jumps wait for a second fetch',
    tests: ['tests/faults/generated-pages.test.ts', 'tests/worker/quarantine.test.ts'],
    quick: { GENERATED_PAGES: '4000' },
    full: { GENERATED_PAGES: '100000' },
  },
  {
    name: 'browser',
    goal: '20 kills: 0 processes left; memory at 500 pages ≤ 1.25 × at 100; never root',
    tests: ['tests/faults/rows/browser-leak.test.ts', 'worker/fetch/browser.test.ts'],
  },
  {
    name: 'politeness',
    goal: '0 fetches denied by robots.txt, ≤ 1 in flight a host, breaker after 5',
    tests: [
      'worker/fetch/polite-fetch.test.ts',
      'worker/fetch/pace.test.ts',
      'worker/fetch/robots.test.ts',
    ],
  },
  {
    name: 'prompt-injection',
    goal: 'a model in hostile hands: 0 foreign ids, URLs, prices',
    tests: ['db/domain/smart/grounding.test.ts', 'tests/api/smart-recommend.test.ts'],
  },
  {
    name: 'model-cost',
    goal: '≤ 1 call a product a day, daily budget, breaker',
    tests: ['tests/worker/ask.test.ts', 'tests/worker/model-scores.test.ts'],
  },
  {
    name: 'access',
    goal: 'every call × guest, other, owner, operator: 0 leaks; CSRF: 0 accepted',
    tests: ['tests/api/access.test.ts', 'tests/api/admin.test.ts'],
  },
  {
    name: 'accounts',
    goal: '1,000 guesses: ≤ 10 hashed; sessions and reset links end',
    tests: [
      'tests/api/guessing.test.ts',
      'tests/api/auth.test.ts',
      'site/api/auth/create-auth.test.ts',
    ],
  },
  {
    name: 'second-factor',
    goal: '10 spellings × 10 wrong codes at once: ≤ 10 tried; a right code opens one session',
    tests: ['tests/api/second-factor.test.ts'],
  },
  {
    name: 'sealed-links',
    goal: 'hostile names and texts: 0 links opened, 0 mails stopped',
    tests: ['tests/faults/rows/sealed-links.test.ts'],
  },
  {
    name: 'counts',
    goal: '50 creations at once stay within their limit',
    tests: ['tests/api/races.test.ts'],
  },
  {
    name: 'social-sign-in',
    goal: '20/20 attacks refused, 0 redirects elsewhere',
    tests: ['tests/api/social.test.ts'],
  },
  {
    name: 'headers',
    goal: 'CSP without unsafe-* on every answer, strange requests refused',
    tests: ['tests/site-server.test.ts'],
  },
  {
    name: 'xss',
    goal: 'payloads × scraped fields: 0 executions in Chromium',
    tests: ['tests/faults/rows/xss.test.ts'],
  },
  {
    name: 'fuzz',
    goal: '20,000 requests, 2,000 malformed ones: 0 × 5xx, 0 hangs > 2 s',
    tests: ['tests/api/fuzz.test.ts', 'tests/faults/raw-requests.test.ts'],
    quick: { FUZZ_RUNS: '20000', FUZZ_HANG_MS: '2000', RAW_REQUESTS: '2000' },
    full: { FUZZ_RUNS: '20000', FUZZ_HANG_MS: '2000', RAW_REQUESTS: '2000' },
  },
  {
    name: 'one-search',
    goal: '2,000 hostile queries: ≤ 4 statements each; one out of time is cancelled in Postgres',
    tests: ['tests/faults/rows/one-search.test.ts'],
    quick: { SEARCHES: '2000' },
    full: { SEARCHES: '2000' },
  },
  {
    name: 'load',
    goal: '200/s: 0 × 5xx; 5 ×: 0 × 500, p99 < 2 s; soak: heap < 0.5 MB/min',
    tests: ['tests/faults/rows/load.test.ts'],
    full: { LOAD_SECONDS: '600', SOAK_SECONDS: '1800' },
  },
  {
    name: 'migrations',
    goal: '4 starters: one migrates; 20 kills: old or new; a backup restores',
    tests: [
      'db/migrate.test.ts',
      'tests/faults/rows/migration-death.test.ts',
      'db/backup/backup.test.ts',
    ],
  },
];
