import { formatPlainDollars } from '#domain/money.ts';
import type { PricePoint } from '#domain/price-history.ts';

const DATE = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', year: 'numeric' });

/** The chart's prices as a table, for those who cannot or do not want to see the line. */
export function PriceTable({ points }: { points: readonly PricePoint[] }) {
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
          {points.toReversed().map(({ atMs, priceCents }) => (
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
