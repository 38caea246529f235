import { type Cents, dollars } from '#domain/money.ts';
import { type PricePoint, priceStatistics } from '#domain/prices/price-history.ts';
import type { DollarText } from '#site/ui/price-text.ts';
import { PriceLine, type Spans } from './PriceLine.tsx';

interface PriceFiguresProps {
  /** Oldest first, the last one now. */
  points: readonly PricePoint[];
  isEstimate: boolean;
  /** While the claimed "was" price was charged. */
  charged: Spans;
  money: DollarText;
}

/** Past prices: the line, lowest, average and highest, and, unless they are invented, the same as a table. */
export function PriceFigures(props: PriceFiguresProps) {
  const { points, isEstimate, charged, money } = props;
  const figures = priceStatistics(points);
  if (!figures) return null;
  const firstMs = points[0]?.atMs ?? 0;
  const isShaded = charged.some(({ to }) => Date.parse(to) > firstMs);
  const text = (price: Cents) => money(dollars(price));
  return (
    <>
      <figure className="stack">
        <PriceLine {...props} />
        <figcaption className="stack">
          {isShaded && (
            <p className="small muted">
              Shaded: while the shop with the best offer charged its “was” price.
            </p>
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

const DATE = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  timeZone: 'Australia/Sydney',
});

/** The day on which a price was first reached; nothing for the price that the time began with. */
function Reached({ cents, points }: { cents: Cents; points: readonly PricePoint[] }) {
  const at = points.findIndex((point) => point.priceCents === cents);
  const reached = at > 0 ? points[at] : undefined;
  return reached && <dd className="small muted">from {DATE.format(reached.atMs)}</dd>;
}

const FULL_DATE = new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'medium',
  timeZone: 'Australia/Sydney',
});
const MONTH = new Intl.DateTimeFormat('en-AU', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Australia/Sydney',
});
/** More changes than this are told by the month. */
const MAX_CHANGES = 31;

/** The line's prices for those who cannot or do not want to see it: each change, or the range of each month. */
function PriceTable(props: { points: readonly PricePoint[]; text(price: Cents): string }) {
  const { points, text } = props;
  // The line has a point at each end, whether the price changed there or not.
  const changes = points.filter(
    ({ priceCents }, index) => priceCents !== points[index - 1]?.priceCents,
  );
  const isLong = changes.length > MAX_CHANGES;
  const rows = [
    ...Map.groupBy(changes, ({ atMs }) => (isLong ? MONTH : FULL_DATE).format(atMs)),
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
