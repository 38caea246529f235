import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OperatorFigures } from '#db/queries/operators/overview.ts';
import { createVitalsHistograms, type VisitFigures } from './vitals-histograms.ts';

/** Bounds in seconds: most calls take milliseconds, none takes ten. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The figures of this process, and those of the whole installation as its rows have them. */
export interface Metrics {
  /** Counts one answered call; `route` as in the table ('GET /products/{id}'). */
  call(route: string, status: number, ms: number): void;
  /** Counts the speed of one visit to a kind of page. */
  vitals(page: string, figures: VisitFigures): void;
  /** Prometheus text with the rows' figures of now. */
  text(figures: OperatorFigures): Promise<string>;
}

/** Starts counting; one a process. Node's own figures (memory, event loop, descriptors) are among them. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long API calls took, by route and status',
    labelNames: ['route', 'status'],
    buckets: BUCKETS_S,
    registers,
  });
  // Set anew from the rows at each reading: counters of the whole installation, not of this process.
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
  const age = gauge('retailer_age_seconds', 'Time since a page of the retailer was last read', [
    'retailer',
  ]);
  const quarantined = gauge(
    'retailer_quarantined_seconds',
    'How long the prices read of a quarantined retailer have been held',
    ['retailer', 'kind'],
  );
  const mails = gauge('mails', 'Mails of the outbox, by state', ['state']);

  return {
    vitals: createVitalsHistograms(registry),
    call: (route, status, ms) => duration.observe({ route, status }, ms / 1000),
    async text(figures) {
      for (const metric of [pages, refusals, changes, age, quarantined, mails]) metric.reset();
      pages.inc({ result: 'changed' }, figures.pagesDone - figures.pagesUnchanged);
      pages.inc({ result: 'unchanged' }, figures.pagesUnchanged);
      changes.inc(figures.pricesChanged);
      offers.set(figures.offers);
      due.set(figures.due);
      for (const { reason, n } of figures.refusals) refusals.inc({ reason }, n);
      for (const { slug, ageS } of figures.retailers) age.set({ retailer: slug }, ageS);
      for (const { slug, kind, ageS } of figures.quarantined) {
        quarantined.set({ retailer: slug, kind }, ageS);
      }
      for (const [state, n] of Object.entries(figures.mails)) mails.set({ state }, n);
      return registry.metrics();
    },
  };
}
