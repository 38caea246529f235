import { countText } from '#domain/count-text.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { freshnessOf } from './freshness.ts';
import { type Column, LabelledTable } from './LabelledTable.tsx';
import './StatusTable.css';
import { refusalText, statusWord } from './status-words.ts';

const COLUMNS: readonly Column<StatusRow>[] = [
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

/** Crawl results of every retailer in the last 24 hours. */
export function StatusTable({ rows }: { rows: readonly StatusRow[] }) {
  return (
    <div className="table-scroll">
      <LabelledTable columns={COLUMNS} rows={rows} className="status-table" />
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
