import type { EntityManager } from '@mikro-orm/postgresql';
import { limitFunction } from 'p-limit';
import { migrationsOf, requireDatabase } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { crawlProgress, retailerFreshness } from '#db/queries/crawl/crawl-progress.ts';
import { lineOffers } from '#db/queries/docket/line-offers.ts';
import { keepErrors } from '#db/queries/operators/errors.ts';
import { catalogueFigures, operatorFigures } from '#db/queries/operators/overview.ts';
import { workersSeen } from '#db/queries/operators/workers.ts';
import { dealOffers, trendingOffers } from '#db/queries/products/recommendations.ts';
import { firstProduct } from '#db/queries/search/search.ts';
import { tables } from '#db/queries/sql/tables.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import type { Config } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { openPool } from '#db/runtime/postgres-pool.ts';
import { OperatorError, PublicError } from '#domain/errors.ts';
import { createAuth, createIdentities, type Identities, SCRYPT } from '../auth/create-auth.ts';
import { createLimits } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { createSharedAnswers, memoized, memoizedByKey, renewed } from './shared-answers.ts';

export const RECOMMENDED_OFFERS = 24;
/** Recommendations for everyone read the whole catalogue, so they are cached this long. */
const RECOMMENDED_FOR_MS = 60_000;

/** A list of trending searches shows one product of each, so their searches are cached this long. */
const FIRST_PRODUCT_FOR_MS = 10 * 60_000;

/** Each change of a docket's settings prices it again, so its lines are cached this long. */
const LINE_FOR_MS = 60_000;
/** Lines of 25 long lists; their words are text that clients invent. */
const MAX_LINES = 1_000;
/** Searches at once for all lines of all dockets, so that a long list leaves connections to other callers. */
const LINES_AT_ONCE = 4;

/** Older progress is not served: a monitor that asks once a minute sees a stalled crawl at its first call. */
const PROGRESS_AGE_MS = 20_000;

/** Above the API's timeout; operators' reports and decisions take a few seconds. */
const STATEMENT_LIMIT_MS = 15_000;

/** The dependencies of the API's handlers; one set per process. */
export type ApiServices = Awaited<ReturnType<typeof createServices>>;

/** Opens database and queues. Throws OperatorError if the database is unreachable; Redis may be down. Tests pass other `identities` and `passwords`. */
export async function createServices(
  config: Config,
  identities: Identities = createIdentities(config),
  passwords = SCRYPT,
) {
  if (!config.databaseUrl) {
    throw new OperatorError(
      'DATABASE_URL is not set. Set it, or use `npm start`, which starts its own database.',
    );
  }
  await requireDatabase(config.databaseUrl);
  const orm = await openOrm(config.databaseUrl, STATEMENT_LIMIT_MS);
  const { databaseUrl, redisUrl } = config;
  const queues = await openQueues({ databaseUrl, redisUrl, mayBeAway: true });
  const em = () => orm.em.fork() as EntityManager;
  const errors = keepErrors(em);
  const accounts = { connectionString: config.databaseUrl, max: 5 };
  const pool = openPool('accounts pool', accounts, STATEMENT_LIMIT_MS);
  const probe = () => tables(em()).selectFrom('retailer').select('id').limit(1).execute();
  const pendingMigrations = memoized(30_000, async () => (await migrationsOf(orm)).pending.length);
  const catalogue = renewed(2_000, () => catalogueFigures(em()));
  return {
    config,
    orm,
    queues,
    auth: createAuth({ em, queues, config }, pool, identities.providers, passwords),
    limits: createLimits(pool, config.authSecret),
    identities,
    metrics: createMetrics(config.dataDir),
    sharedAnswers: createSharedAnswers(),
    /** Rejects while the database is down. */
    probe,
    /**
     * Whether the queue store is up and which workers are alive; at most 1 s old. Rejects while the database is down, or if its
     * schema is older than this code: load balancers must not use such a site.
     */
    health: memoized(1_000, async () => {
      const [isQueueUp, workers, pending] = await Promise.all([
        queues.isUp(),
        workersSeen(em()),
        pendingMigrations(),
        probe(),
      ]);
      if (pending === 0) return { isQueueUp, workers };
      throw new PublicError(503, 'not-migrated', 'The tables are older than this code.', 5_000);
    }),
    /** The progress of the crawl, renewed each 2 s while asked for. */
    progress: renewed(2_000, () => crawlProgress(em()), undefined, PROGRESS_AGE_MS),
    /** Figures for operators; those that read the whole catalogue are renewed each 2 s while asked for. */
    async figures() {
      return { ...(await operatorFigures(em())), ...(await catalogue()) };
    },
    /** The freshness ledger, renewed each 10 s while asked for. */
    freshness: renewed(10_000, () => retailerFreshness(em())),
    /** Offers of trending searches in a category, '' for all; at most a minute old. */
    trendingOffers: memoizedByKey(RECOMMENDED_FOR_MS, (category) =>
      trendingOffers(em(), category || null, RECOMMENDED_OFFERS),
    ),
    /** Genuine deals in a category, '' for all; at most a minute old. */
    dealOffers: memoizedByKey(RECOMMENDED_FOR_MS, (category) =>
      dealOffers(em(), category || null, RECOMMENDED_OFFERS),
    ),
    /** The id of the product that a trending search shows first, '' for none; at most ten minutes old. */
    firstProduct: memoizedByKey(
      FIRST_PRODUCT_FOR_MS,
      async (query) => (await firstProduct(em(), query)) ?? '',
    ),
    /** Offers for a docket line by its words; at most a minute old. */
    lineOffers: memoizedByKey(
      LINE_FOR_MS,
      limitFunction((query: string) => lineOffers(em(), query), { concurrency: LINES_AT_ONCE }),
      undefined,
      MAX_LINES,
    ),
    log: logger('api'),
    em,
    errors,
    close: async () => {
      await errors.close();
      await queues.close();
      await pool.end();
      await orm.close();
    },
  };
}
