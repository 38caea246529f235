import { stepLine } from '#domain/prices/step-line.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import { audText } from '#site/ui/price-text.ts';
import { sinceText } from './words.ts';
import './YearChart.css';

/** The line keeps this far from the frame, percent of its height. */
const MARGIN = 16;

/**
 * The best price over a year as an ink line, drawn by the server. The outer frame has no view box, so that its words
 * keep their size at any width; the line within is stretched. Today's price stands under the line's end, where the
 * line cannot run through it.
 */
export function YearChart({ history }: { history: PriceHistoryAnswer }) {
  const toMs = Date.parse(history.to);
  const points = history.points.map(({ date, price }) => ({ atMs: Date.parse(date), price }));
  const fromMs = points[0]?.atMs ?? toMs;
  const line = stepLine(points, fromMs, toMs);
  if (!line) return null;
  const { low, high, last } = line;
  const isFlat = low.price === high.price;
  const isLowest = !isFlat && low.price === last.price;
  const since = sinceText(new Date(fromMs).toISOString(), history.to);
  return (
    <figure className="stack tight year-chart">
      <svg
        className="frame"
        width="100%"
        height="240"
        role="img"
        aria-label={`The best price since ${since}: lowest ${audText(low.price)}, highest ${audText(high.price)}, now ${audText(last.price)}.`}
      >
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
        {!isFlat && <Mark kind="high" at={high} dy="-10" />}
        {!isFlat && low.price !== last.price && <Mark kind="low" at={low} dy="22" />}
        <g className={isLowest ? 'today low' : 'today'}>
          <circle cx={`${last.x}%`} cy={topOf(last.y)} r="5" />
        </g>
      </svg>
      <figcaption className="row spread small muted">
        <span>{since}</span>
        <span>
          today{' '}
          <strong className={isLowest ? 'figures low' : 'figures'}>{audText(last.price)}</strong>
        </span>
      </figcaption>
    </figure>
  );
}

interface MarkProps {
  kind: 'high' | 'low';
  /** Percent of the chart's width and of the line's height. */
  at: { x: number; y: number; price: number };
  dy: string;
}

/** A dot on the line with its price. */
function Mark({ kind, at, dy }: MarkProps) {
  const anchor = at.x > 85 ? 'end' : at.x < 15 ? 'start' : 'middle';
  return (
    <g className={kind}>
      <circle cx={`${at.x}%`} cy={topOf(at.y)} r="4" />
      <text x={`${at.x}%`} y={topOf(at.y)} dy={dy} textAnchor={anchor}>
        {kind} {audText(at.price)}
      </text>
    </g>
  );
}

function topOf(y: number): string {
  return `${MARGIN + (y * (100 - 2 * MARGIN)) / 100}%`;
}
