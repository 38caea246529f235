import { createHmac } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Logger } from 'pino';
import { openOrm } from '#db/orm.ts';
import { markProven } from '#db/queries/accounts/sign-in.ts';
import {
  type CrawlProgress,
  crawlProgress,
  type FreshnessRow,
  retailerFreshness,
} from '#db/queries/crawl/crawl-progress.ts';
import {
  dealOffers,
  type RecommendedOffer,
  trendingOffers,
} from '#db/queries/products/recommendations.ts';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import { reportErrors } from '#db/queues/report-errors.ts';
import type { Config } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { OperatorError, PublicError } from '#domain/errors.ts';
import { resetMail, takeOverAccount } from '../auth/account-mails.ts';
import { type Auth, createAuth } from '../auth/create-auth.ts';
import { createIdentities, type Identities } from '../auth/identities.ts';
import { createLimits, type Limits } from './limits.ts';
import { memoized, memoizedByKey } from './memoized.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createSharedAnswers, type SharedAnswers } from './shared-answers.ts';

/** Offers in a list of recommendations. */
export const RECOMMENDED_OFFERS = 24;
/** Recommendations that are the same for everyone read the whole catalogue. */
const RECOMMENDED_FOR_MS = 60_000;

/** What the API's handlers work with: one set a process. */
export interface ApiServices {
  config: Config;
  orm: MikroORM;
  queues: Queues;
  auth: Auth;
  limits: Limits;
  identities: Identities;
  metrics: Metrics;
  /** What is the same for everyone, for the time that its route says. */
  sharedAnswers: SharedAnswers;
  /** Rejects while database or queue does not answer; good news is at most 1 s old, as each probe opens a connection. */
  storesUp(): Promise<unknown>;
  /** How far the crawl is, at most 2 s old. */
  progress(): Promise<CrawlProgress>;
  /** The freshness ledger, at most 10 s old. */
  freshness(): Promise<FreshnessRow[]>;
  /** What many look for, of a category or (empty) of all, at most a minute old. */
  trendingOffers(category: string): Promise<RecommendedOffer[]>;
  /** Genuine deals, of a category or (empty) of all, at most a minute old. */
  dealOffers(category: string): Promise<RecommendedOffer[]>;
  log: Logger;
  /** A fresh unit of work. */
  em(): EntityManager;
  close(): Promise<void>;
}

/**
 * Opens database and queues. Throws OperatorError when either cannot be reached or DATABASE_URL is missing.
 * `identities` other than the configuration's are for tests.
 */
export async function createServices(
  config: Config,
  identities: Identities = createIdentities(config),
): Promise<ApiServices> {
  if (!config.databaseUrl) {
    throw new OperatorError(
      'DATABASE_URL is not set. `npm start` starts a database of its own; a server started by itself needs one.',
    );
  }
  const orm = await openOrm(config.databaseUrl);
  const queues = await openQueues({ databaseUrl: config.databaseUrl, redisUrl: config.redisUrl });
  const em = () => orm.em.fork() as EntityManager;
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 5, keepAlive: true });
  // Idle connections end with the database; without a listener that would end this process too.
  reportErrors('accounts pool', pool);
  const outbox = { em, queues, config };
  const auth = createAuth({
    config,
    pool,
    sendReset: (user, token) => resetMail(outbox, user, token),
    providers: identities.providers,
    addressProven: async (proven, provider, isNewWay) => {
      if (isNewWay) await takeOverAccount(outbox, proven, provider);
      else await markProven(em(), proven);
    },
  });
  const hide = (key: string) =>
    createHmac('sha256', config.authSecret).update(`limit:${key}`).digest('base64url');
  return {
    config,
    orm,
    queues,
    auth,
    limits: createLimits(pool, hide),
    identities,
    metrics: createMetrics(),
    sharedAnswers: createSharedAnswers(),
    storesUp: memoized(1_000, async () => {
      const [isQueueUp] = await Promise.all([queues.isUp(), em().execute('select 1')]);
      if (!isQueueUp) throw new PublicError(503, 'queue-down', 'The queue does not answer.', 5_000);
      return { isQueueUp };
    }),
    progress: memoized(2_000, () => crawlProgress(em())),
    freshness: memoized(10_000, () => retailerFreshness(em())),
    trendingOffers: memoizedByKey(RECOMMENDED_FOR_MS, (category) =>
      trendingOffers(em(), category || null, RECOMMENDED_OFFERS),
    ),
    dealOffers: memoizedByKey(RECOMMENDED_FOR_MS, (category) =>
      dealOffers(em(), category || null, RECOMMENDED_OFFERS),
    ),
    log: logger('api'),
    em,
    close: async () => {
      await queues.close();
      await pool.end();
      await orm.close();
    },
  };
}
