import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { renewYearLows } from '#db/queries/alerts/year-lows.ts';
import { crawlProgress, retailerProgress } from '#db/queries/crawl/crawl-progress.ts';
import { packPrices } from '#db/queries/offers/price-points.ts';
import { purgeExpired } from '#db/queries/operators/retention.ts';
import { refreshUsualPrices } from '#db/queries/products/product-history.ts';
import { checkCategories } from '#db/queries/products/shelves.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { refreshSearchWords } from '#db/queries/search/catalogue-words.ts';
import { renewSearchTexts } from '#db/queries/search/renew-search-texts.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import type { Config } from '#db/runtime/config.ts';
import { JOBS, LANES, type Lane } from '#domain/jobs.ts';
import { throttle } from '#domain/throttle.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { runAlerts } from './alerts/run-alerts.ts';
import { runSearch } from './alerts/run-searches.ts';
import { sendDigests } from './alerts/send-digests.ts';
import { answerQuestion } from './ask/answer-ask.ts';
import { crawlRetailer } from './crawl/crawl-retailer.ts';
import type { CrawlServices } from './crawl/services.ts';
import { createTurns } from './crawl/turns.ts';
import { recordDemoSearches } from './demo/world/search-log.ts';
import { openMailer } from './mail/mailers.ts';
import { createHeartbeat } from './mail/operator-call.ts';
import { mailCrawlStalled, mailDiskLow, mailWaitingMatches } from './mail/operator-mails.ts';
import { sendMail } from './mail/send-mail.ts';
import { makeBackup } from './make-backup.ts';
import { runNewsletter } from './newsletter/run-newsletter.ts';
import { rematch } from './offers/rematch.ts';
import { makeOpenData } from './open-data/make-open-data.ts';
import { createPictureRounds } from './pictures/picture-rounds.ts';
import { runPasses } from './price-pass/run-passes.ts';
import { type Consumers, startConsumers } from './queues/start-consumers.ts';
import { makeVisit } from './retailers/preview-shop.ts';
import { createClock } from './schedules.ts';
import { askForScores, scoreProducts } from './score/score-products.ts';

export interface WorkerServices {
  config: Config;
  orm: MikroORM;
  queues: Queues;
  crawl: CrawlServices;
  log: Logger;
  /** Lanes that this process serves; default all. */
  lanes?: readonly Lane[];
}

const WATCH_EVERY_MS = MINUTE_MS;

/** Starts consuming jobs. The handlers are thin; the folders beside this file do the work. */
export async function startWorker(services: WorkerServices): Promise<Consumers> {
  const { orm, queues, config, log } = services;
  const mailer = openMailer(config, log, () => orm.em.fork());
  const tick = createClock(queues, { sendsTo: mailer.reach });
  const heartbeat = createHeartbeat(config.heartbeatUrl, log);
  const turns = createTurns(config.workerConcurrency);
  const fetchPictures = createPictureRounds(services.crawl);
  const { logProgress, logVisit, logDone } = createReports(services);
  // Runs outside the queue: keeps the crawl going if the queue's schedule is lost, and notifies operators if it stalls or the disk fills up.
  const watch = async () => {
    const em = orm.em.fork();
    await mailDiskLow(em, config.dataDir, services.crawl.letterhead);
    await tick(em);
    await mailCrawlStalled(em, services.crawl.letterhead);
  };
  const timer = setInterval(() => {
    watch().catch((err: unknown) => log.warn({ err }, 'the crawl watchdog failed'));
  }, WATCH_EVERY_MS);
  const consumers = await startConsumers(
    queues,
    JOBS,
    {
      schedule: async () => {
        await tick(orm.em.fork());
        // A slow receiver must not delay the clock.
        void heartbeat();
        await logProgress();
      },
      crawl: ({ retailerId }, { stop }) =>
        turns(retailerId, async (budgetMs) => {
          const read = await crawlRetailer(services.crawl, retailerId, stop, budgetMs);
          if (!stop.aborted) await logVisit(retailerId, read.pages, read.more);
          return read;
        }),
      visit: ({ visitId }) => makeVisit(orm.em.fork(), { ...services.crawl, ...config }, visitId),
      score: ({ productIds }) => scoreProducts(orm.em.fork(), productIds),
      alert: async ({ productIds }) => {
        await runAlerts(orm.em.fork(), config, productIds);
      },
      search: async ({ searchId }) => {
        await runSearch(orm.em.fork(), config, searchId);
      },
      mail: ({ mailId }) => sendMail(orm.em.fork(), mailer, log, mailId),
      picture: async (_payload, { stop }) => {
        await fetchPictures(orm.em.fork(), stop);
      },
      vocabulary: async () => {
        await renewSearchTexts(orm.em.fork());
        await refreshSearchWords(orm.em.fork());
        await refreshUsualPrices(orm.em.fork());
        await renewYearLows(orm.em.fork(), Date.now());
        if (config.demoRetailers) await recordDemoSearches(orm.em.fork(), new Date());
      },
      backup: async () => {
        const file = await makeBackup(orm.em.fork(), config);
        if (file) log.info({ file }, 'made a backup');
      },
      purge: async (_payload, { stop }) => {
        logDone(await purgeExpired(orm.em.fork(), stop), 'deleted rows past their retention');
      },
      pack: async (_payload, { stop }) => {
        logDone({ packed: await packPrices(orm.em.fork(), stop) }, 'packed old price points');
      },
      passes: async () => {
        await runPasses(orm.em.fork(), config);
      },
      digests: async () => {
        await sendDigests(orm.em.fork(), config, Date.now());
      },
      newsletter: async (_payload, { stop }) => {
        const mails = await runNewsletter(orm.em.fork(), config, Date.now(), stop);
        logDone({ mails }, 'wrote the newsletter');
      },
      openData: async (_payload, { stop }) => {
        logDone({ files: await makeOpenData(orm.em.fork(), stop) }, 'made open data files');
      },
      categories: async (_payload, { stop }) => {
        const checked = await checkCategories(orm.em.fork(), stop);
        // At debug level, because it runs every few seconds while a new catalogue is read.
        log.debug(checked, 'mapped shelves and checked categories');
      },
      rematch: async (_payload, { stop }) => {
        logDone(await rematch(orm.em.fork(), stop), 'checked the links of all offers');
        await mailWaitingMatches(orm.em.fork(), services.crawl.letterhead);
      },
      modelScores: async (_payload, { stop }) => {
        const { openai, modelScoresADay } = config;
        if (!openai || modelScoresADay === 0) return;
        await askForScores(orm.em.fork(), openai, modelScoresADay, log, stop);
      },
      ask: ({ askId }) => answerQuestion(orm.em.fork(), config.openai, log, askId),
    },
    { concurrency: config.workerConcurrency, lanes: services.lanes ?? LANES },
  );
  return {
    close(deadlineMs) {
      clearInterval(timer);
      return consumers.close(deadlineMs);
    },
  };
}

/** Minimum pages of a visit that is logged; fewer become due every minute. */
const MIN_PAGES_LOGGED = 20;
const PROGRESS_EVERY_MS = 60_000;

const NO_RETAILER =
  'No retailer is enabled: `npm run cli -- retailer list` names those that can be, `npm run cli -- retailer enable <slug>` has one read';

/** Log lines: total progress once a minute while the crawl reads, each retailer that was read, and what routine jobs did. */
function createReports({ orm, log }: WorkerServices) {
  const read = new Map<string, number>();
  let checkedBefore = -1;
  return {
    logProgress: throttle(
      async () => {
        const { retailers, checked, pages, due, offers } = await crawlProgress(orm.em.fork());
        if (checked !== checkedBefore) {
          const read = `${checked} of ${pages} pages read, ${due} due, ${offers} offers`;
          log.info(retailers === 0 ? NO_RETAILER : read);
        }
        checkedBefore = checked;
      },
      { everyMs: PROGRESS_EVERY_MS },
    ),
    /** At info level if any of the counts is above zero. */
    logDone(counts: Readonly<Record<string, number>>, text: string): void {
      const isWork = Object.values(counts).some((count) => count > 0);
      log[isWork ? 'info' : 'debug'](counts, text);
    },
    async logVisit(retailerId: string, pages: number, more: boolean): Promise<void> {
      const all = (read.get(retailerId) ?? 0) + pages;
      read.set(retailerId, more ? all : 0);
      if (more || all < MIN_PAGES_LOGGED) return;
      const em = orm.em.fork();
      const retailer = await findRetailer(em, { id: retailerId });
      const { offers, refused } = await retailerProgress(em, retailerId);
      log.info(
        `${retailer?.name} is read: ${all} pages, ${offers} offers, ${refused} pages without a price`,
      );
    },
  };
}
