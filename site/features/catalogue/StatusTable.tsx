import { countText } from '#domain/count-text.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { Ago } from '#site/ui/Ago.tsx';
import { freshnessOf } from './freshness.ts';
import { type Column, LabelledTable } from './LabelledTable.tsx';
import './StatusTable.css';
import { refusalText, statusWord } from './status-words.ts';

/** Crawl results of every retailer in the last 24 hours. */
export function StatusTable({ rows, nowMs }: { rows: readonly StatusRow[]; nowMs: number }) {
  const columns: Column<StatusRow>[] = [
    ['Retailer', (row) => <Retailer row={row} held={freshnessOf(row, nowMs).held} />],
    ['State', (row) => <State {...statusWord(row)} />],
    ['Last success', ({ lastSuccessAt: at }) => (at ? <Ago at={at} nowMs={nowMs} /> : '–')],
    ['Typical age', (row) => freshnessOf(row, nowMs).usualAge, 'number figures'],
    ['Offers', ({ offers }) => countText(offers), 'number figures'],
    ['Read today', ({ day }) => countText(day.pagesDone), 'number figures'],
    [
      'Held',
      ({ held }) => (held > 0 ? countText(held) : <span className="none">–</span>),
      'number figures',
    ],
    [
      'Refused today',
      ({ day }) => (
        <span className={day.refusals[0] ? '' : 'none'}>{refusalText(day.refusals)}</span>
      ),
      'small whole-row',
    ],
  ];
  return (
    <div className="table-scroll">
      <LabelledTable columns={columns} groups={[{ id: 'all', rows }]} className="status-table" />
    </div>
  );
}

function Retailer({ row, held }: { row: StatusRow; held: string | null }) {
  return (
    <>
      <a className="reach" href={row.path}>
        {row.name}
      </a>
      {held && <span className="small muted held">{held}</span>}
    </>
  );
}

function State({ word, tone }: ReturnType<typeof statusWord>) {
  return <span className={`badge tone-${tone}`}>{word}</span>;
}
