import type { PricePoint } from '#domain/prices/price-history.ts';
import { stepLine } from '#domain/prices/step-line.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import type { DollarText } from '#site/ui/price-text.ts';
import './PriceLine.css';

/** Stretches of time, ISO. */
export type Spans = NonNullable<PriceHistoryAnswer['verdict']>['charged'];

interface PriceLineProps {
  /** Oldest first, the last one now. */
  points: readonly PricePoint[];
  isEstimate: boolean;
  /** While the claimed "was" price was charged. */
  charged: Spans;
  money: DollarText;
}

/** The line keeps this far from the frame, percent of its height. */
const MARGIN = 16;
/** Dates under the line, the last one today. */
const DATES = 4;
const DAY = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  timeZone: 'Australia/Sydney',
});
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-AU', {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  timeZone: 'Australia/Sydney',
});

/**
 * Past prices as an ink line, drawn without script. The outer frame has no view box, so that its words keep their size at
 * any width; the line within is stretched. Today's price stands under the line's end, where the line cannot run through it.
 */
export function PriceLine({ points: past, isEstimate, charged, money }: PriceLineProps) {
  const points = past.map(({ atMs, priceCents }) => ({ atMs, price: priceCents / 100 }));
  const fromMs = points[0]?.atMs ?? 0;
  const toMs = points.at(-1)?.atMs ?? 0;
  const line = stepLine(points, fromMs, toMs);
  if (!line) return null;
  const { low, high, last } = line;
  const isFlat = low.price === high.price;
  const isLowest = !isFlat && low.price === last.price;
  const shareOf = (atMs: number) =>
    Math.min(100, Math.max(0, ((atMs - fromMs) / (toMs - fromMs)) * 100));
  const dates = Array.from(
    { length: DATES - 1 },
    (_, nth) => fromMs + ((toMs - fromMs) * nth) / (DATES - 1),
  );
  return (
    <div className={isEstimate ? 'stack tight price-line estimate' : 'stack tight price-line'}>
      <svg
        className="frame"
        width="100%"
        height="240"
        role="img"
        aria-label={`The best price since ${DAY_OF_YEAR.format(fromMs)}: lowest ${money(low.price)}, highest ${money(high.price)}, now ${money(last.price)}.`}
      >
        {charged.map(({ from, to }) => {
          const x = shareOf(Date.parse(from));
          const width = shareOf(Date.parse(to)) - x;
          return (
            <rect key={from} className="charged" x={`${x}%`} width={`${width}%`} height="100%" />
          );
        })}
        {[0, 50, 100].map((y) => (
          <line key={y} className="grid" x1="0" x2="100%" y1={topOf(y)} y2={topOf(y)} />
        ))}
        <svg
          aria-hidden="true"
          y={`${MARGIN}%`}
          height={`${100 - 2 * MARGIN}%`}
          viewBox="0 0 1000 100"
          preserveAspectRatio="none"
        >
          <path className="rises" d={line.rises} vectorEffect="non-scaling-stroke" />
          <path className="ink" d={line.treads} vectorEffect="non-scaling-stroke" />
        </svg>
        {!isFlat && <Mark kind="high" at={high} dy="-10" money={money} />}
        {!isFlat && low.price !== last.price && <Mark kind="low" at={low} dy="22" money={money} />}
        <g className={isLowest ? 'today low' : 'today'}>
          <circle cx={`${last.x}%`} cy={topOf(last.y)} r="5" />
        </g>
      </svg>
      <div className="row spread small muted dates">
        {dates.map((atMs, nth) => (
          <span key={atMs}>{(nth === 0 ? DAY_OF_YEAR : DAY).format(atMs)}</span>
        ))}
        <span>
          today{' '}
          <strong className={isLowest ? 'figures low' : 'figures'}>{money(last.price)}</strong>
        </span>
      </div>
    </div>
  );
}

interface MarkProps {
  kind: 'high' | 'low';
  /** Percent of the chart's width and of the line's height. */
  at: { x: number; y: number; price: number };
  dy: string;
  money: DollarText;
}

/** A dot on the line with its price. */
function Mark({ kind, at, dy, money }: MarkProps) {
  const anchor = at.x > 85 ? 'end' : at.x < 15 ? 'start' : 'middle';
  return (
    <g className={kind}>
      <circle cx={`${at.x}%`} cy={topOf(at.y)} r="4" />
      <text x={`${at.x}%`} y={topOf(at.y)} dy={dy} textAnchor={anchor}>
        {kind} {money(at.price)}
      </text>
    </g>
  );
}

function topOf(y: number): string {
  return `${MARGIN + (y * (100 - 2 * MARGIN)) / 100}%`;
}
