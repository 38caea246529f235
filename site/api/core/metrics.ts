import { Counter, Gauge, Histogram, type LabelValues } from 'prom-client';
import { z } from 'zod';
import { dollarsOf, type ModelSpending } from '#db/queries/asks/asks.ts';
import type { OperatorFigures } from '#db/queries/operators/overview.ts';
import { processMetrics } from '#db/runtime/process-metrics.ts';

/** Bucket bounds in seconds; the API's timeout is below 10 s. */
const CALL_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Bucket bounds in seconds; they include the thresholds of web.dev/vitals. */
const VITAL_BUCKETS_S = [0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 1.8, 2.5, 3, 4, 6, 10];
/** Bucket bounds of layout shift: good up to 0.1, poor above 0.25. */
const SHIFT_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** Larger values, in ms, mean that the clock jumped. */
const milliseconds = z.number().min(0).max(120_000).optional();

export const visitFigures = z.object({
  TTFB: milliseconds,
  FCP: milliseconds,
  LCP: milliseconds,
  INP: milliseconds,
  CLS: z.number().min(0).max(100).optional().describe('Cumulative layout shift, without a unit'),
});

/** Creates the metrics of this process and of the installation. */
export function createMetrics(dataDir: string) {
  const registry = processMetrics(dataDir);
  const registers = [registry];
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const duration = histogram(
    'http_request_duration_seconds',
    'Duration of API calls by route and status',
    ['route', 'status'],
    CALL_BUCKETS_S,
  );
  // Set from the database at each scrape: they describe the whole installation, not this process.
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `priceroo_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `priceroo_${name}`, help, labelNames, registers });
  const pages = counter('crawl_pages_total', 'Pages read by the crawl', ['result']);
  const refusals = counter('crawl_refusals_total', 'Refused pages and offers by reason', [
    'reason',
  ]);
  const changes = counter('price_changes_total', 'Price changes found by the crawl');
  const offers = gauge('offers', 'Offers stored');
  const seen = gauge('retailer_offers', 'Offers of the retailer that were seen within a day', [
    'retailer',
  ]);
  const perCode = gauge(
    'retailer_offers_per_code',
    'Offers for each code of the retailer, above 1 if products are stored twice; 0 without codes',
    ['retailer'],
  );
  const databaseUp = gauge('database_up', '1 if the database answers; else its figures are old');
  const queueUp = gauge('queue_up', '1 if the queue store answers');
  const due = gauge('pages_due', 'Pages due to be read now');
  const stalled = gauge('crawl_stalled_seconds', 'Time without a page read while pages were due');
  const age = gauge('retailer_age_seconds', 'Time since the last page of the retailer was read', [
    'retailer',
  ]);
  const quarantined = gauge('retailer_quarantined_seconds', 'Age of the quarantine of a retailer', [
    'retailer',
    'kind',
  ]);
  const table = gauge('table_bytes', 'Size of each table of the database with its indexes', [
    'table',
  ]);
  const backup = gauge('backup_age_seconds', 'Time since the last backup; -1 if nobody tried');
  const matches = gauge('matches_waiting', 'Doubted matches waiting for an operator', ['from']);
  const mails = gauge('mails', 'Mails in the outbox by state', ['state']);
  const asks = gauge('model_questions', 'Questions to the model in the last 24 hours', [
    'kind',
    'state',
  ]);
  const tokens = gauge('model_tokens', 'Tokens of the model in the last 24 hours', [
    'model',
    'direction',
  ]);
  const spent = gauge('model_dollars', 'What they cost, where the price is configured', ['model']);
  const spendingLimit = gauge('model_dollars_limit', 'Daily limit of the cost; -1 for none');
  const seconds = histogram(
    'priceroo_web_vital_seconds',
    'Speed of pages for a sample of visitors by page kind and figure (TTFB, FCP, LCP, INP)',
    ['page', 'vital'],
    VITAL_BUCKETS_S,
  );
  const shift = histogram(
    'priceroo_web_vital_layout_shift',
    'Layout shift of pages (CLS) for a sample of visitors by page kind',
    ['page'],
    SHIFT_BUCKETS,
  );
  /** Replaces all series of a gauge by one for each row. */
  const fill = <Row>(
    metric: Gauge,
    rows: readonly Row[],
    seriesOf: (row: Row) => [labels: LabelValues<string>, value: number],
  ) => {
    metric.reset();
    for (const row of rows) metric.set(...seriesOf(row));
  };
  const setSpending = ({ modelUse }: OperatorFigures, spending?: ModelSpending) => {
    spendingLimit.set(spending?.dollarsADay ?? -1);
    const directions = modelUse.flatMap(({ model, tokensIn, tokensOut }) => [
      { model, direction: 'in', n: tokensIn },
      { model, direction: 'out', n: tokensOut },
    ]);
    fill(tokens, directions, ({ n, ...labels }) => [labels, n]);
    const { perMillion } = spending ?? {};
    fill(spent, perMillion ? modelUse : [], (use) => [
      { model: use.model },
      dollarsOf(use, perMillion ?? [0, 0]),
    ]);
  };
  return {
    vitals(page: string, { CLS, ...times }: z.output<typeof visitFigures>) {
      if (CLS !== undefined) shift.observe({ page }, CLS);
      for (const [vital, ms] of Object.entries(times)) {
        if (ms !== undefined) seconds.observe({ page, vital }, ms / 1000);
      }
    },
    /** Records one call; `route` is its key ('GET /products/{id}'). */
    call: (route: string, status: number, ms: number) =>
      duration.observe({ route, status }, ms / 1000),
    /** The metrics as Prometheus text, with the figures set last. */
    async text(isQueueUp: boolean, isDatabaseUp: boolean): Promise<string> {
      queueUp.set(Number(isQueueUp));
      databaseUp.set(Number(isDatabaseUp));
      return registry.metrics();
    },
    setFigures(
      figures: OperatorFigures,
      { due: pagesDue, stalledS }: { due: number; stalledS: number },
      spending?: ModelSpending,
    ): void {
      for (const metric of [pages, refusals, changes]) metric.reset();
      pages.inc({ result: 'changed' }, figures.pagesDone - figures.pagesUnchanged);
      pages.inc({ result: 'unchanged' }, figures.pagesUnchanged);
      changes.inc(figures.pricesChanged);
      for (const { reason, n } of figures.refusals) refusals.inc({ reason }, n);
      offers.set(figures.offers);
      due.set(pagesDue);
      stalled.set(stalledS);
      backup.set(figures.backupAgeS ?? -1);
      const { retailers, offersSeen, matches: waiting } = figures;
      fill(age, retailers, ({ slug, ageS }) => [{ retailer: slug }, ageS]);
      fill(seen, offersSeen, ({ slug, n }) => [{ retailer: slug }, n]);
      fill(perCode, offersSeen, (one) => [{ retailer: one.slug }, one.perCode ?? 0]);
      fill(quarantined, figures.quarantined, ({ slug, kind, ageS }) => [
        { retailer: slug, kind },
        ageS,
      ]);
      fill(table, figures.tables, ({ table, bytes }) => [{ table }, bytes]);
      fill(matches, Object.entries(waiting), ([from, n]) => [{ from }, n]);
      fill(mails, Object.entries(figures.mails), ([state, n]) => [{ state }, n]);
      fill(asks, figures.asks, ({ n, ...labels }) => [labels, n]);
      setSpending(figures, spending);
    },
  };
}
