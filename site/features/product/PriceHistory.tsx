import { useMemo, useState } from 'react';
import { type Cents, formatPlainDollars, toCents } from '#domain/money.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
  type PriceAnalysis,
  type PricePoint,
  type PriceTrend,
  pointsInRange,
  priceAnalysis,
  priceStatistics,
  priceTrend,
} from '#domain/prices/price-history.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { Icon } from '#site/ui/Icon.tsx';
import type { IconName } from '#site/ui/icon-names.ts';
import { Notice } from '#site/ui/Notice.tsx';
import type { Tone } from '#site/ui/words.ts';
import { PriceChart } from './PriceChart.tsx';
import type { KnownHistory } from './use-price-history.ts';
import { verdictOf } from './VerdictStamp.tsx';

const TRENDS: Record<PriceTrend, { text: string; icon: IconName; tone: Tone }> = {
  up: { text: 'Price going up', icon: 'up', tone: 'red' },
  down: { text: 'Price going down', icon: 'down', tone: 'green' },
  stable: { text: 'Price stable', icon: 'flat', tone: 'grey' },
};
const ANALYSES: Record<PriceAnalysis, { text: string; tone: Tone }> = {
  'great-deal': { text: 'Great deal', tone: 'green' },
  fair: { text: 'Fair price', tone: 'blue' },
  high: { text: 'High price', tone: 'red' },
};

/** The price-history widget: ranges, the chart, its figures in words, and the same as a table. */
export function PriceHistory(props: { product: ProductDetail; history: KnownHistory }) {
  const { product, history } = props;
  const [range, setRange] = useState<ChartRange>(DEFAULT_CHART_RANGE);
  const drawn = useMemo(
    () => pointsInRange(history.points, CHART_RANGE_DAYS[range], history.nowMs),
    [history, range],
  );
  const figures = priceStatistics(drawn);
  const prices = drawn.map((point) => point.priceCents);
  const trend = TRENDS[priceTrend(prices)];
  const analysis = ANALYSES[priceAnalysis(toCents(product.currentPrice), prices)];
  const verdict = verdictOf(product, history);
  const isEstimate = history.status === 'estimate';

  return (
    <section className="card stack" aria-labelledby="history-title">
      <div className="row spread">
        <h2 id="history-title">Price history</h2>
        <fieldset className="tabs">
          <legend className="visually-hidden">Range</legend>
          {(Object.keys(CHART_RANGE_DAYS) as ChartRange[]).map((name) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === range}
              onClick={() => setRange(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      </div>
      {history.status === 'loading' && (
        <div className="skeleton chart-shape" role="status" aria-label="Loading" />
      )}
      {history.status === 'failed' && (
        <div className="stack tight" role="alert">
          <p>The price history could not be loaded.</p>
          <div>
            <button type="button" className="button" onClick={history.retry}>
              <Icon name="refresh" /> Try Again
            </button>
          </div>
        </div>
      )}
      {(history.status === 'observed' || isEstimate) && (
        <>
          {isEstimate && (
            <Notice tone="yellow" icon="info">
              No prices were seen yet: this line is an <strong>estimate</strong>, invented around
              today’s price.
            </Notice>
          )}
          <figure className="stack">
            <PriceChart
              points={drawn}
              isEstimate={isEstimate}
              spans={verdict?.charged.map(spanOf) ?? []}
            />
            {figures && (
              <figcaption className="stack tight history-figures">
                <dl className="history-range">
                  <Figure name="Lowest" cents={figures.lowestCents} points={drawn} />
                  <Figure name="Average" cents={figures.averageCents} />
                  <Figure name="Highest" cents={figures.highestCents} points={drawn} />
                </dl>
                <div className="row">
                  <span className={`badge tone-${trend.tone}`}>
                    <Icon name={trend.icon} /> {trend.text}
                  </span>
                  {!isEstimate && (
                    <span className={`badge tone-${analysis.tone}`}>{analysis.text}</span>
                  )}
                </div>
              </figcaption>
            )}
          </figure>
          {verdict && <p className="measure">{verdict.text}</p>}
          {!isEstimate && <PriceTable points={drawn} />}
        </>
      )}
    </section>
  );
}

function spanOf({ from, to }: { from: string; to: string }) {
  return { fromMs: Date.parse(from), toMs: Date.parse(to) };
}

const DATE = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short' });

/** One figure of the range, with the day it was first reached where `points` tell; none for the price it began with. */
function Figure(props: { name: string; cents: Cents; points?: readonly PricePoint[] }) {
  const { name, cents, points = [] } = props;
  const at = points.findIndex((point) => point.priceCents === cents);
  const reached = at > 0 ? points[at] : undefined;
  return (
    <div>
      <dt className="small muted">{name}</dt>
      <dd className="price">{formatPlainDollars(cents)}</dd>
      {reached && <dd className="small muted">from {DATE.format(reached.atMs)}</dd>}
    </div>
  );
}

const FULL_DATE = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** The chart's prices as a table, for those who cannot or do not want to see the line. */
function PriceTable({ points }: { points: readonly PricePoint[] }) {
  // The line has a point at each end of the range, whether the price changed there or not.
  const changes = points.filter(
    ({ priceCents }, index) => priceCents !== points[index - 1]?.priceCents,
  );
  return (
    <details className="price-table">
      <summary>Show as a table</summary>
      <table className="docket-table">
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col" className="number">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.toReversed().map(({ atMs, priceCents }) => (
            <tr key={atMs}>
              <td>{FULL_DATE.format(atMs)}</td>
              <td className="number figures">{formatPlainDollars(priceCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
