import { useMemo, useState } from 'react';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
  type PriceAnalysis,
  type PriceTrend,
  pointsInRange,
  priceTrend,
} from '#domain/prices/price-history.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import { Choices } from '#site/ui/Choices.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import type { IconName } from '#site/ui/icon-names.ts';
import { Notice } from '#site/ui/Notice.tsx';
import { Loaded } from '#site/ui/panels.tsx';
import { plainText } from '#site/ui/price-text.ts';
import type { Call } from '#site/ui/use-call.ts';
import type { Tone } from '#site/ui/words.ts';
import { PriceFigures, pricePoints } from './PriceFigures.tsx';

/** How the price moved in the range; whether it is a good one, the analysis says. */
const TRENDS: Record<PriceTrend, { text: string; icon: IconName }> = {
  up: { text: 'Price going up', icon: 'up' },
  down: { text: 'Price going down', icon: 'down' },
  stable: { text: 'Price stable', icon: 'flat' },
};
const ANALYSES: Record<PriceAnalysis, { text: string; tone: Tone }> = {
  'great-deal': { text: 'Great deal', tone: 'green' },
  fair: { text: 'Fair price', tone: 'blue' },
  high: { text: 'High price', tone: 'red' },
};

const RANGES = (Object.keys(CHART_RANGE_DAYS) as ChartRange[]).map((name) => [name, name] as const);

/** The price-history widget: ranges, the chart, its figures in words, and the same as a table. */
export function PriceHistory({ history }: { history: Call<PriceHistoryAnswer> }) {
  const [range, setRange] = useState<ChartRange>(DEFAULT_CHART_RANGE);
  return (
    <section className="card stack" aria-labelledby="history-title">
      <div className="row spread">
        <h2 id="history-title">Price history</h2>
        <Choices<ChartRange> label="Range" choices={RANGES} chosen={range} onChoose={setRange} />
      </div>
      <Loaded
        call={history}
        loading={<div className="skeleton chart-shape" role="status" aria-label="Loading" />}
        failure="The price history could not be loaded."
      >
        {(past) => <Past history={past} range={range} />}
      </Loaded>
    </section>
  );
}

function Past({ history, range }: { history: PriceHistoryAnswer; range: ChartRange }) {
  const { isEstimate, verdict } = history;
  const points = useMemo(
    () => pointsInRange(pricePoints(history), CHART_RANGE_DAYS[range], Date.parse(history.to)),
    [history, range],
  );
  const prices = points.map((point) => point.priceCents);
  const trend = TRENDS[priceTrend(prices)];
  const analysis = history.analysis && ANALYSES[history.analysis];
  return (
    <>
      {isEstimate && (
        <Notice tone="yellow" icon="info">
          No prices were seen yet: this line is an <strong>estimate</strong>, invented around
          today’s price.
        </Notice>
      )}
      <PriceFigures
        points={points}
        isEstimate={isEstimate}
        charged={verdict?.charged ?? []}
        gaps={history.gaps}
        money={plainText}
      />
      {prices.length > 0 && history.today !== null && (
        <div className="row history-figures">
          <span className="badge tone-grey">
            <Icon name={trend.icon} /> {trend.text}
          </span>
          {analysis && <span className={`badge tone-${analysis.tone}`}>{analysis.text}</span>}
        </div>
      )}
      {verdict && <p className="measure">{verdict.text}</p>}
    </>
  );
}
