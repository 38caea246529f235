/*
 * Every background job, written once: its name, payload, lane, priority, retries and uniqueness.
 * Producers (site, worker) and consumers (worker/queues) both read this table, so adding a job is one
 * entry here and one handler in worker/. Payloads carry ids only: the truth lies in rows, and a lost or
 * wiped queue is rebuilt from them.
 */
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** A queue with its own concurrency: `clock` finds due work, `fetch` reads shops, `follow-up` handles results, `ai` asks the model. */
export const LANES = ['clock', 'fetch', 'follow-up', 'ai'] as const;
export type Lane = (typeof LANES)[number];

/** What producer and consumer agree on about one job. */
export interface JobContract<Payload = unknown> {
  readonly name: string;
  readonly lane: Lane;
  readonly payload: z.ZodType<Payload>;
  /** 1 (first) to 100 (last) within the lane. */
  readonly priority: number;
  /** Tries in all, the first included. */
  readonly attempts: number;
  /** Wait before the second try; doubles with each further one. Whole milliseconds. */
  readonly backoffMs: number;
  /** A run that takes longer has failed, and its lock is given up: it hangs. */
  readonly limitMs: number;
  /** What makes a job the same as one still waiting, delayed or running; a second one is then not added. Null: never the same. */
  readonly uniqueBy: { of(payload: Payload): string } | null;
  /** Run again and again at this pace with an empty payload, once over all machines. Null: only when added. */
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

/** Completes a contract with the usual retries (3 tries, 2 s and 4 s apart, 10 minutes each) and middle priority. */
export function defineJob<Payload>(
  contract: Pick<JobContract<Payload>, 'name' | 'lane' | 'payload'> & Partial<JobContract<Payload>>,
): JobContract<Payload> {
  return { ...DEFAULTS, ...contract };
}

const nothing = z.object({});

/** A job that needs no payload and no second try: its next run finds in rows what this one left. */
function regularJob(
  name: string,
  everyMs: number,
  contract: Partial<JobContract<z.infer<typeof nothing>>>,
) {
  return defineJob({
    ...{ name, lane: 'follow-up', payload: nothing, attempts: 1, everyMs },
    ...contract,
  });
}

/** For a job that goes through a large catalogue: the last of its lane. */
const LONG = { limitMs: 6 * HOUR_MS, priority: 100 };
/** For a job of which there is one at a time. */
const ONE = { of: () => 'all' };

const id = z.uuid();
const productIds = z.object({ productIds: z.array(id).min(1).max(500) });

/** All jobs of the project, keyed by their name. */
export const JOBS = {
  /** Finds what is due in rows and adds the jobs for it; itself retried by the next tick. */
  schedule: regularJob('schedule', 5_000, { lane: 'clock' }),
  /** Works through a retailer's due pages for a while, then asks to be run again if there are more. */
  crawl: defineJob({
    name: 'crawl',
    lane: 'fetch',
    payload: z.object({ retailerId: id, runId: id.nullable() }),
    uniqueBy: { of: ({ retailerId }) => retailerId },
  }),
  /** Computes the scores of products whose offers changed. */
  score: defineJob({ name: 'score', lane: 'follow-up', payload: productIds }),
  /** Looks for price alerts that a changed price fulfils. */
  alert: defineJob({ name: 'alert', lane: 'follow-up', payload: productIds, priority: 20 }),
  /** Sends one mail of the outbox; its row says whether that is still to be done. */
  mail: defineJob({
    name: 'mail',
    lane: 'follow-up',
    payload: z.object({ mailId: id }),
    priority: 10,
    attempts: 5,
    backoffMs: 10_000,
    uniqueBy: { of: ({ mailId }) => mailId },
  }),
  /** Fetches a few of the pictures that wait; whatever is left is found in rows by the next run. */
  picture: regularJob('picture', 5_000, { priority: 90 }),
  /** Brings the search's vocabulary, ranks and usual prices up to date; at a large catalogue it takes a minute. */
  vocabulary: regularJob('vocabulary', 6 * HOUR_MS, {
    attempts: 3,
    limitMs: HOUR_MS,
    priority: 80,
    uniqueBy: ONE,
  }),
  /** Deletes what is kept no longer (db/queries/operators/retention.ts). */
  purge: regularJob('purge', HOUR_MS, LONG),
  /** Packs price points that are too old to change (db/queries/offers/price-packs.ts). */
  pack: regularJob('pack', DAY_MS, LONG),
  /** Tells of what a shop sells cheaper than somebody lately bought it there (worker/price-pass/run-passes.ts). */
  passes: regularJob('passes', 10 * MINUTE_MS, { priority: 60 }),
  /** Makes the files of open data that are missing (worker/open-data/make-open-data.ts). */
  openData: regularJob('openData', 20 * MINUTE_MS, LONG),
  /** Maps the shops' shelves and decides each product's category by them (db/queries/products/shelves.ts). */
  categories: regularJob('categories', DAY_MS, { ...LONG, priority: 90, uniqueBy: ONE }),
  /** Looks for links that new evidence contradicts or suggests (worker/offers/rematch.ts). */
  rematch: regularJob('rematch', DAY_MS, LONG),
  /** Asks the model for scores of products that have none by it, within the budget of MODEL_SCORES_A_DAY. */
  modelScores: regularJob('modelScores', MINUTE_MS, { lane: 'ai', priority: 100 }),
  /** Answers a shopper who waits: one try, since rule answers stand in when it fails. */
  ask: defineJob({
    name: 'ask',
    lane: 'ai',
    payload: z.object({ askId: id }),
    attempts: 1,
    uniqueBy: { of: ({ askId }) => askId },
  }),
} as const;
