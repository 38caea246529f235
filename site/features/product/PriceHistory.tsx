import { useMemo, useState } from 'react';
import { toCents } from '#domain/money.ts';
import type { BuyWord } from '#domain/prices/buy-verdict.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
  type PriceAnalysis,
  type PriceTrend,
  pointsInRange,
  priceAnalysis,
  priceTrend,
} from '#domain/prices/price-history.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { Choices } from '#site/ui/Choices.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import type { IconName } from '#site/ui/icon-names.ts';
import { Notice } from '#site/ui/Notice.tsx';
import { Loaded } from '#site/ui/panels.tsx';
import { plainText } from '#site/ui/price-text.ts';
import type { Call } from '#site/ui/use-call.ts';
import type { Tone } from '#site/ui/words.ts';
import { PriceFigures, pricePoints } from './PriceFigures.tsx';

const TRENDS: Record<PriceTrend, { text: string; icon: IconName; tone: Tone }> = {
  up: { text: 'Price going up', icon: 'up', tone: 'red' },
  down: { text: 'Price going down', icon: 'down', tone: 'green' },
  stable: { text: 'Price stable', icon: 'flat', tone: 'grey' },
};
const ANALYSES: Record<PriceAnalysis, { text: string; tone: Tone; agreesWith: BuyWord }> = {
  'great-deal': { text: 'Great deal', tone: 'green', agreesWith: 'buy' },
  fair: { text: 'Fair price', tone: 'blue', agreesWith: 'fair' },
  high: { text: 'High price', tone: 'red', agreesWith: 'wait' },
};

const RANGES = (Object.keys(CHART_RANGE_DAYS) as ChartRange[]).map((name) => [name, name] as const);

interface PriceHistoryProps {
  product: ProductDetail;
  history: Call<PriceHistoryAnswer>;
}

/** The price-history widget: ranges, the chart, its figures in words, and the same as a table. */
export function PriceHistory({ product, history }: PriceHistoryProps) {
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
        {(past) => <Past product={product} history={past} range={range} />}
      </Loaded>
    </section>
  );
}

interface PastProps {
  product: ProductDetail;
  history: PriceHistoryAnswer;
  range: ChartRange;
}

function Past({ product, history, range }: PastProps) {
  const { isEstimate, verdict, buyVerdict } = history;
  const points = useMemo(
    () => pointsInRange(pricePoints(history), CHART_RANGE_DAYS[range], Date.parse(history.to)),
    [history, range],
  );
  const prices = points.map((point) => point.priceCents);
  const trendWord = priceTrend(prices);
  const trend = TRENDS[trendWord];
  const analysis = ANALYSES[priceAnalysis(toCents(product.currentPrice), prices)];
  // A shorter range may contradict the verdict for the year; only the verdict in the head shows then.
  const isAgreed = !isEstimate && (!buyVerdict || buyVerdict.word === analysis.agreesWith);
  const isAgainst = { buy: 'up', wait: 'down', fair: '', 'not-enough-history': '' };
  const isTrendShown = !buyVerdict || isAgainst[buyVerdict.word] !== trendWord;
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
          {isTrendShown && (
            <span className={`badge tone-${trend.tone}`}>
              <Icon name={trend.icon} /> {trend.text}
            </span>
          )}
          {isAgreed && <span className={`badge tone-${analysis.tone}`}>{analysis.text}</span>}
        </div>
      )}
      {verdict && <p className="measure">{verdict.text}</p>}
    </>
  );
}
