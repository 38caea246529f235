import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import type { OperatorFigures } from '#db/queries/operators/overview.ts';

/** Bounds in seconds: most calls take milliseconds, none takes ten. */
const CALL_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Bounds in seconds; they include the good and poor thresholds of web.dev/vitals. */
const VITAL_BUCKETS_S = [0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 1.8, 2.5, 3, 4, 6, 10];
/** Bounds of layout shift: good up to 0.1, poor above 0.25. */
const SHIFT_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** No page takes longer, in ms; a larger figure means that a clock jumped. */
const milliseconds = z.number().min(0).max(120_000).optional();

/** Speed figures of one visit to a page. */
export const visitFigures = z.object({
  TTFB: milliseconds,
  FCP: milliseconds,
  LCP: milliseconds,
  INP: milliseconds,
  CLS: z.number().min(0).max(100).optional().describe('Cumulative layout shift, without a unit'),
});

/** Starts counting, once for each process. Includes Node's own figures (memory, event loop, descriptors). */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long API calls took, by route and status',
    labelNames: ['route', 'status'],
    buckets: CALL_BUCKETS_S,
    registers,
  });
  // Set from the rows at each scrape: these count the whole installation, not this process.
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `priceroo_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `priceroo_${name}`, help, labelNames, registers });
  const pages = counter('crawl_pages_total', 'Pages read by crawls', ['result']);
  const refusals = counter('crawl_refusals_total', 'Pages and offers refused, by reason', [
    'reason',
  ]);
  const changes = counter('price_changes_total', 'Prices that crawls found changed');
  const offers = gauge('offers', 'Offers stored');
  const due = gauge('pages_due', 'Pages due to be read now');
  const stalled = gauge('crawl_stalled_seconds', 'How long no page was read though one was due');
  const age = gauge('retailer_age_seconds', 'Time since a page of the retailer was last read', [
    'retailer',
  ]);
  const quarantined = gauge(
    'retailer_quarantined_seconds',
    'How long the prices read of a quarantined retailer have been held',
    ['retailer', 'kind'],
  );
  const matches = gauge('matches_waiting', 'Doubted matches that wait for an operator', ['from']);
  const mails = gauge('mails', 'Mails of the outbox, by state', ['state']);
  const asks = gauge('model_questions', 'Questions to the model of the last 24 hours', [
    'kind',
    'state',
  ]);

  const seconds = new Histogram({
    name: 'priceroo_web_vital_seconds',
    help: 'How fast pages were for a sample of visitors, by kind of page and figure (TTFB, FCP, LCP, INP)',
    labelNames: ['page', 'vital'],
    buckets: VITAL_BUCKETS_S,
    registers,
  });
  const shift = new Histogram({
    name: 'priceroo_web_vital_layout_shift',
    help: 'How much pages jumped for a sample of visitors (CLS), by kind of page',
    labelNames: ['page'],
    buckets: SHIFT_BUCKETS,
    registers,
  });
  return {
    /** Counts the speed of one visit to a kind of page. */
    vitals(page: string, { CLS, ...times }: z.output<typeof visitFigures>) {
      if (CLS !== undefined) shift.observe({ page }, CLS);
      for (const [vital, ms] of Object.entries(times)) {
        if (ms !== undefined) seconds.observe({ page, vital }, ms / 1000);
      }
    },
    /** Counts one answered call; `route` as its key ('GET /products/{id}'). */
    call: (route: string, status: number, ms: number) =>
      duration.observe({ route, status }, ms / 1000),
    /** Prometheus text with the current figures of the rows. */
    async text(figures: OperatorFigures, { stalledS }: { stalledS: number }): Promise<string> {
      for (const metric of [pages, refusals, changes, age, quarantined, mails, asks])
        metric.reset();
      pages.inc({ result: 'changed' }, figures.pagesDone - figures.pagesUnchanged);
      pages.inc({ result: 'unchanged' }, figures.pagesUnchanged);
      changes.inc(figures.pricesChanged);
      offers.set(figures.offers);
      due.set(figures.due);
      stalled.set(stalledS);
      for (const { reason, n } of figures.refusals) refusals.inc({ reason }, n);
      for (const { slug, ageS } of figures.retailers) age.set({ retailer: slug }, ageS);
      for (const { slug, kind, ageS } of figures.quarantined) {
        quarantined.set({ retailer: slug, kind }, ageS);
      }
      for (const [from, n] of Object.entries(figures.matches)) matches.set({ from }, n);
      for (const [state, n] of Object.entries(figures.mails)) mails.set({ state }, n);
      for (const { kind, state, n } of figures.asks) asks.set({ kind, state }, n);
      return registry.metrics();
    },
  };
}
