import { Histogram, type Registry } from 'prom-client';

/** Figures of one visit: milliseconds, but for CLS, which has no unit. */
export interface VisitFigures {
  TTFB?: number | undefined;
  FCP?: number | undefined;
  LCP?: number | undefined;
  INP?: number | undefined;
  CLS?: number | undefined;
}

/** Bounds in seconds, among them where web.dev/vitals calls each figure good and poor. */
const BUCKETS_S = [0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 1.8, 2.5, 3, 4, 6, 10];
/** The same for layout shift: good up to 0.1, poor above 0.25. */
const BUCKETS_CLS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** Histograms of what visitors' browsers report, by kind of page. */
export function createVitalsHistograms(registry: Registry) {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'priceroo_web_vital_seconds',
    help: 'How fast pages were for a sample of visitors, by kind of page and figure (TTFB, FCP, LCP, INP)',
    labelNames: ['page', 'vital'],
    buckets: BUCKETS_S,
    registers,
  });
  const shift = new Histogram({
    name: 'priceroo_web_vital_layout_shift',
    help: 'How much pages jumped for a sample of visitors (CLS), by kind of page',
    labelNames: ['page'],
    buckets: BUCKETS_CLS,
    registers,
  });
  return (page: string, { CLS, ...times }: VisitFigures): void => {
    if (CLS !== undefined) shift.observe({ page }, CLS);
    for (const [vital, ms] of Object.entries(times)) {
      if (ms !== undefined) seconds.observe({ page, vital }, ms / 1000);
    }
  };
}
