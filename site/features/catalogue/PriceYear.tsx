import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import { audText } from '#site/ui/price-text.ts';
import './PriceYear.css';
import { historySentence } from './words.ts';
import { YearChart } from './YearChart.tsx';

const MONTH = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A year of best prices: the chart, what it says in a sentence, and the lowest price of each month. */
export function PriceYear({ history }: { history: PriceHistoryAnswer }) {
  if (history.isEstimate || history.points.length < 2) return null;
  const daysByMonth = Map.groupBy(history.daily, ({ date }) => date.slice(0, 7));
  const months = [...daysByMonth].map(([month, days]) => ({
    name: MONTH.format(Date.parse(`${month}-01`)),
    low: Math.min(...days.map(({ price }) => price)),
    high: Math.max(...days.map(({ price }) => price)),
  }));
  return (
    <section className="card stack price-year" aria-labelledby="history-title">
      <h2 id="history-title">A year of its best price</h2>
      <YearChart history={history} />
      <p className="measure">{historySentence({ history })}</p>
      {months.length > 1 && (
        <details>
          <summary>Month by month</summary>
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" className="number">
                  Lowest
                </th>
                <th scope="col" className="number">
                  Highest
                </th>
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map(({ name, low, high }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="number">{audText(low)}</td>
                  <td className="number">{audText(high)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
