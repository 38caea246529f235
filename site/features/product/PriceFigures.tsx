import { DATE_FORMAT, MONTH_FORMAT, SHOPPERS_ZONE } from '#domain/calendar.ts';
import { type Cents, dollars, toCents } from '#domain/money.ts';
import { type PricePoint, priceStatistics, type Span } from '#domain/prices/price-history.ts';
import { stepLine } from '#domain/prices/step-line.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import type { DollarText } from '#site/ui/price-text.ts';
import './PriceLine.css';

/** Converts response points for the chart rules. */
export function pricePoints({ points }: Pick<PriceHistoryAnswer, 'points'>): PricePoint[] {
  return points.map(({ date, price }) => ({ atMs: Date.parse(date), priceCents: toCents(price) }));
}

interface PriceFiguresProps {
  /** Oldest first; the last point is today. */
  points: readonly PricePoint[];
  isEstimate: boolean;
  /** Periods in which the shop charged the claimed "was" price. */
  charged: Spans;
  /** Periods in which no shop sold it. */
  gaps: Spans;
  money: DollarText;
}

/** Past prices as a line with lowest, average and highest; real (not estimated) prices also as a table. */
export function PriceFigures(props: PriceFiguresProps) {
  const { points, isEstimate, charged, gaps, money } = props;
  const firstMs = points[0]?.atMs ?? 0;
  const missing = gaps
    .map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }))
    .filter((gap) => gap.toMs > firstMs);
  const figures = priceStatistics(points, missing);
  if (!figures) return null;
  const isShaded = charged.some(({ to }) => Date.parse(to) > firstMs);
  const text = (price: Cents) => money(dollars(price));
  return (
    <>
      <figure className="stack">
        <PriceLine {...props} gaps={missing} />
        <figcaption className="stack">
          {isShaded && (
            <p className="small muted">
              Shaded: while the shop with the best offer charged its “was” price.
            </p>
          )}
          {missing.length > 0 && (
            <p className="small muted">Gaps in the line: no shop had it in stock.</p>
          )}
          <dl className="history-range">
            {[
              { name: 'Lowest', cents: figures.lowestCents },
              { name: 'Average', cents: figures.averageCents },
              { name: 'Highest', cents: figures.highestCents },
            ].map(({ name, cents }) => (
              <div key={name}>
                <dt className="small muted">{name}</dt>
                <dd className="price">{text(cents)}</dd>
                {name !== 'Average' && <Reached cents={cents} points={points} />}
              </div>
            ))}
          </dl>
        </figcaption>
      </figure>
      {!isEstimate && points.length > 1 && <PriceTable points={points} text={text} />}
    </>
  );
}

const DAY = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  timeZone: SHOPPERS_ZONE,
});

/** First day at a price; null for the opening price. */
function Reached({ cents, points }: { cents: Cents; points: readonly PricePoint[] }) {
  const at = points.findIndex((point) => point.priceCents === cents);
  const reached = at > 0 ? points[at] : undefined;
  return reached && <dd className="small muted">from {DAY.format(reached.atMs)}</dd>;
}

/** Above this number of changes the table groups by month. */
const MAX_CHANGES = 31;

/** The chart as a table: each change, or the range of each month. */
function PriceTable(props: { points: readonly PricePoint[]; text(price: Cents): string }) {
  const { points, text } = props;
  // The line has a point at each end even where the price did not change.
  const changes = points.filter(
    ({ priceCents }, index) => priceCents !== points[index - 1]?.priceCents,
  );
  const isLong = changes.length > MAX_CHANGES;
  const rows = [
    ...Map.groupBy(changes, ({ atMs }) => (isLong ? MONTH_FORMAT : DATE_FORMAT).format(atMs)),
  ].map(([name, group]) => {
    const prices = group.map(({ priceCents }) => priceCents).toSorted((a, b) => a - b);
    return { name, prices: [...new Set([prices[0], prices.at(-1)])] };
  });
  return (
    <details className="price-table">
      <summary>Show as a table</summary>
      <table className="docket-table">
        <thead>
          <tr>
            <th scope="col">{isLong ? 'Changes in' : 'From'}</th>
            <th scope="col" className="number">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ name, prices }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="number figures">
                {prices.flatMap((price) => (price === undefined ? [] : text(price))).join(' to ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Periods as ISO times. */
type Spans = NonNullable<PriceHistoryAnswer['verdict']>['charged'];

/** Padding between line and frame, percent of the height. */
const MARGIN = 16;

type PriceLineProps = Omit<PriceFiguresProps, 'gaps'> & { gaps: readonly Span[] };

/**
 * Draws past prices as a line without JavaScript. The outer SVG has no view box, so that labels keep their size at any
 * width; the inner line stretches. Today's price sits below the end of the line, clear of the stroke.
 */
function PriceLine({ points: past, isEstimate, charged, gaps, money }: PriceLineProps) {
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
  // The line ends where the last shop ran out.
  const soldOutMs = gaps.find((gap) => gap.toMs >= toMs)?.fromMs;
  const lastWord = soldOutMs === undefined ? 'today' : `until ${DAY.format(soldOutMs)}`;
  return (
    <div className={isEstimate ? 'stack tight price-line estimate' : 'stack tight price-line'}>
      <svg
        className="frame"
        width="100%"
        height="240"
        role="img"
        aria-label={`The best price since ${DATE_FORMAT.format(fromMs)}: lowest ${money(low.price)}, highest ${money(high.price)}, ${soldOutMs === undefined ? 'now' : lastWord} ${money(last.price)}.`}
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
        {gaps.map((gap) => {
          const x = shareOf(gap.fromMs);
          const width = shareOf(gap.toMs) - x;
          return (
            <rect key={gap.fromMs} className="gap" x={`${x}%`} width={`${width}%`} height="100%" />
          );
        })}
        {!isFlat && <Mark kind="high" at={high} dy="-10" money={money} />}
        {!isFlat && low.price !== last.price && <Mark kind="low" at={low} dy="22" money={money} />}
        <g className={isLowest ? 'today low' : 'today'}>
          <circle cx={`${shareOf(soldOutMs ?? toMs)}%`} cy={topOf(last.y)} r="5" />
        </g>
      </svg>
      <div className="small muted dates">
        <span>{DATE_FORMAT.format(fromMs)}</span>
        <span>{DAY.format((fromMs + toMs) / 2)}</span>
        <span>
          {lastWord}{' '}
          <strong className={isLowest ? 'figures low' : 'figures'}>{money(last.price)}</strong>
        </span>
      </div>
    </div>
  );
}

interface MarkProps {
  kind: 'high' | 'low';
  /** Percent of the chart width and of the line height. */
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
