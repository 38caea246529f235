import { countText } from '#domain/count-text.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { Ago } from './Ago.tsx';
import { freshnessOf } from './freshness.ts';
import './StatusTable.css';
import { refusalText, statusWord } from './status-words.ts';

/** Crawl results of every retailer in the last 24 hours. */
export function StatusTable({ rows, nowMs }: { rows: readonly StatusRow[]; nowMs: number }) {
  return (
    <div className="table-scroll">
      <table className="docket-table labelled-table status-table">
        <thead>
          <tr>
            <th scope="col">Retailer</th>
            <th scope="col">State</th>
            <th scope="col">Last success</th>
            {['Typical age', 'Offers', 'Read today', 'Held'].map((label) => (
              <th key={label} scope="col" className="number">
                {label}
              </th>
            ))}
            <th scope="col">Refused today</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { word, tone } = statusWord(row);
            const { usualAge, held } = freshnessOf(row, nowMs);
            return (
              <tr key={row.path}>
                <th scope="row">
                  <a className="reach" href={row.path}>
                    {row.name}
                  </a>
                  {held && <span className="small muted held">{held}</span>}
                </th>
                <td data-label="State">
                  <span className={`badge tone-${tone}`}>{word}</span>
                </td>
                <td data-label="Last success">
                  {row.lastSuccessAt ? <Ago at={row.lastSuccessAt} nowMs={nowMs} /> : '–'}
                </td>
                <td className="number figures" data-label="Typical age">
                  {usualAge}
                </td>
                <td className="number figures" data-label="Offers">
                  {countText(row.offers)}
                </td>
                <td className="number figures" data-label="Read today">
                  {countText(row.day.pagesDone)}
                </td>
                <td className={`number figures${row.held === 0 ? ' none' : ''}`} data-label="Held">
                  {row.held > 0 ? countText(row.held) : '–'}
                </td>
                <td
                  className={`small whole-row${row.day.refusals.length === 0 ? ' none' : ''}`}
                  data-label="Refused today"
                >
                  {refusalText(row.day.refusals)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
