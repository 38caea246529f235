import type { ReactNode } from 'react';
import { countText } from '#domain/count-text.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { freshnessOf } from './freshness.ts';
import './StatusTable.css';
import { refusalText, statusWord } from './status-words.ts';

/** Heading, cell of a row, classes of its cells. */
type Column = readonly [head: string, cell: (row: StatusRow) => ReactNode, classes?: string];

const COLUMNS: readonly Column[] = [
  ['Retailer', Retailer],
  ['State', State],
  ['Last success', ({ lastSuccessAt: at }) => (at ? <Ago at={at} /> : '–')],
  ['Typical age', (row) => freshnessOf(row).usualAge, 'number figures'],
  ['Offers', ({ offers }) => countText(offers), 'number figures'],
  ['Read today', ({ day }) => countText(day.pagesDone), 'number figures'],
  [
    'Held',
    ({ held }) => (held > 0 ? countText(held) : <span className="none">–</span>),
    'number figures',
  ],
  [
    'Refused today',
    ({ day }) => <span className={day.refusals[0] ? '' : 'none'}>{refusalText(day.refusals)}</span>,
    'small whole-row',
  ],
];

/** Crawl results of every retailer in the last 24 hours; on phones each row becomes a grid whose cells show their label. */
export function StatusTable({ rows }: { rows: readonly StatusRow[] }) {
  const [first, ...others] = COLUMNS;
  return (
    <div className="table-scroll">
      <table className="docket-table labelled-table status-table">
        <thead>
          <tr>
            {COLUMNS.map(([head, , classes]) => (
              <th key={head} scope="col" className={classes?.match('number')?.[0]}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <th scope="row">{first?.[1](row)}</th>
              {others.map(([head, cell, classes]) => (
                <td key={head} className={classes} data-label={head}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Retailer(row: StatusRow) {
  const { held } = freshnessOf(row);
  return (
    <>
      <a className="reach" href={row.path}>
        {row.name}
      </a>
      {held && <span className="small muted held">{held}</span>}
    </>
  );
}

function State(row: StatusRow) {
  const { word, tone } = statusWord(row);
  return <span className={`badge tone-${tone}`}>{word}</span>;
}
