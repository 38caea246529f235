/*
 * Every background job with its name, payload, lane, priority, retries and uniqueness. Producers (site, worker) and consumers
 * (worker/queues) share this table: a new job is an entry here and a handler in worker/. Payloads carry ids only, because rows hold the
 * truth and a lost queue is rebuilt from them.
 */
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** A queue with its own concurrency: `clock` finds due work, `fetch` reads shops, `follow-up` processes results, `ai` asks the model. */
export const LANES = ['clock', 'fetch', 'follow-up', 'ai'] as const;
export type Lane = (typeof LANES)[number];

/** The contract of one job between producer and consumer. */
export interface JobContract<Payload = unknown> {
  readonly name: string;
  readonly lane: Lane;
  readonly payload: z.ZodType<Payload>;
  /** 1 (first) to 100 (last) within the lane. */
  readonly priority: number;
  /** Total tries, including the first. */
  readonly attempts: number;
  /** Delay before the second try in whole milliseconds; doubles with each further one. */
  readonly backoffMs: number;
  /** A longer run counts as hung: it fails and loses its lock. */
  readonly limitMs: number;
  /** Identifies a job: while one with the same id waits, is delayed or runs, another is not added. Null: never the same. */
  readonly uniqueBy: { of(payload: Payload): string } | null;
  /** Interval of a scheduled job, which runs with an empty payload, once over all machines. Null: only when added. */
  readonly everyMs: number | null;
}

export type PayloadOf<Contract extends JobContract> = z.infer<Contract['payload']>;

const DEFAULTS = {
  priority: 50,
  attempts: 3,
  backoffMs: 2_000,
  limitMs: 10 * MINUTE_MS,
  uniqueBy: null,
  everyMs: null,
};

/** Completes a contract with the defaults: 3 tries, 2 s and 4 s apart, 10 minutes each, middle priority. */
export function defineJob<Payload>(
  contract: Pick<JobContract<Payload>, 'name' | 'lane' | 'payload'> & Partial<JobContract<Payload>>,
): JobContract<Payload> {
  return { ...DEFAULTS, ...contract };
}

const nothing = z.object({});

/** A scheduled job without payload or retries: its next run finds remaining work in rows. */
function regularJob(
  name: string,
  everyMs: number,
  contract: Partial<JobContract<z.infer<typeof nothing>>>,
) {
  return defineJob({
    name,
    lane: 'follow-up',
    payload: nothing,
    attempts: 1,
    everyMs,
    ...contract,
  });
}

/** For a job that reads the whole catalogue: last of its lane. */
const LONG = { limitMs: 6 * HOUR_MS, priority: 100 };
/** For a job that runs once at a time. */
const ONE = { of: () => 'all' };

const id = z.uuid();
const productIds = z.object({ productIds: z.array(id).min(1).max(500) });

/** All jobs of the project, keyed by their name. */
export const JOBS = {
  /** Finds due work in rows and adds its jobs; the next tick retries it. */
  schedule: regularJob('schedule', 5_000, { lane: 'clock' }),
  /** Reads a retailer's due pages for a while, then requeues itself if there are more. */
  crawl: defineJob({
    name: 'crawl',
    lane: 'fetch',
    payload: z.object({ retailerId: id }),
    uniqueBy: { of: ({ retailerId }) => retailerId },
  }),
  /** Visits a shop that an operator considers, and stores what it read (worker/retailers/preview-shop.ts). */
  visit: defineJob({
    name: 'visit',
    lane: 'fetch',
    payload: z.object({ visitId: id }),
    priority: 1,
    attempts: 1,
    uniqueBy: { of: ({ visitId }) => visitId },
  }),
  /** Computes the scores of products whose offers changed. */
  score: defineJob({ name: 'score', lane: 'follow-up', payload: productIds }),
  /** Fires the price alerts that a changed price meets. */
  alert: defineJob({ name: 'alert', lane: 'follow-up', payload: productIds, priority: 20 }),
  /** Looks at one watched search, and mails what is new in it (worker/alerts/run-searches.ts). */
  search: defineJob({
    name: 'search',
    lane: 'follow-up',
    payload: z.object({ searchId: id }),
    priority: 30,
    uniqueBy: { of: ({ searchId }) => searchId },
  }),
  /** Sends one mail of the outbox, if its row is still waiting. */
  mail: defineJob({
    name: 'mail',
    lane: 'follow-up',
    payload: z.object({ mailId: id }),
    priority: 10,
    attempts: 5,
    backoffMs: 10_000,
    uniqueBy: { of: ({ mailId }) => mailId },
  }),
  /** Fetches some waiting pictures; the next run finds the rest in rows. */
  picture: regularJob('picture', 5_000, { priority: 90 }),
  /** Updates the search vocabulary, ranks and usual prices; a minute for a large catalogue. */
  vocabulary: regularJob('vocabulary', 6 * HOUR_MS, {
    attempts: 3,
    limitMs: HOUR_MS,
    priority: 80,
    uniqueBy: ONE,
  }),
  /** Writes a backup when BACKUP_EVERY_HOURS have passed (worker/make-backup.ts). */
  backup: regularJob('backup', 10 * MINUTE_MS, { limitMs: HOUR_MS, priority: 70 }),
  /** Deletes expired rows (db/queries/operators/retention.ts). */
  purge: regularJob('purge', HOUR_MS, LONG),
  /** Packs price points that are too old to change (db/queries/offers/price-points.ts). */
  pack: regularJob('pack', DAY_MS, LONG),
  /** Notifies buyers of a lower price at the same shop (worker/price-pass/run-passes.ts). */
  passes: regularJob('passes', 10 * MINUTE_MS, { priority: 60 }),
  /** Mails alerts to members who wish one mail a day (worker/alerts/send-digests.ts). */
  digests: regularJob('digests', 10 * MINUTE_MS, { priority: 60 }),
  /** Each week from Thursday on, adds the newsletter's mails to the outbox (worker/newsletter/run-newsletter.ts). */
  newsletter: regularJob('newsletter', HOUR_MS, LONG),
  /** Creates missing open-data files (worker/open-data/make-open-data.ts). */
  openData: regularJob('openData', 20 * MINUTE_MS, LONG),
  /** Maps the shops' shelves and decides each product's category from them (db/queries/products/shelves.ts). */
  categories: regularJob('categories', DAY_MS, { ...LONG, priority: 90, uniqueBy: ONE }),
  /** Finds matches that new evidence contradicts or suggests (worker/offers/rematch.ts). */
  rematch: regularJob('rematch', DAY_MS, { ...LONG, uniqueBy: ONE }),
  /** Asks the model to score products without a model score, within MODEL_SCORES_A_DAY. */
  modelScores: regularJob('modelScores', MINUTE_MS, { lane: 'ai', priority: 100 }),
  /** Answers a waiting shopper: one try, since the rules answer when it fails. */
  ask: defineJob({
    name: 'ask',
    lane: 'ai',
    payload: z.object({ askId: id }),
    attempts: 1,
    uniqueBy: { of: ({ askId }) => askId },
  }),
} as const;
