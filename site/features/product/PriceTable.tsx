import { formatPlainDollars } from '#domain/money.ts';
import type { PricePoint } from '#domain/prices/price-history.ts';

const DATE = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', year: 'numeric' });

/** The chart's prices as a table, for those who cannot or do not want to see the line. */
export function PriceTable({ points }: { points: readonly PricePoint[] }) {
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
              <td>{DATE.format(atMs)}</td>
              <td className="number figures">{formatPlainDollars(priceCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
