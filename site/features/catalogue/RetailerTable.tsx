import { countText } from '#domain/count-text.ts';
import { slugOf } from '#domain/public-path.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { TrustBadge } from '#site/ui/Trust.tsx';
import { freshnessOf } from './freshness.ts';
import { type Column, LabelledTable } from './LabelledTable.tsx';
import './RetailerTable.css';

/** Heading for retailers that are the only one of their kind. */
const OTHERS = 'Other shops';

/** Groups retailers by kind, in alphabetical order; `id` is the anchor within the page. */
export function retailersByKind(retailers: readonly StatusRow[]) {
  const kinds = Map.groupBy(retailers, ({ category }) => category);
  const alone = [...kinds.values()].filter(({ length }) => length === 1).flat();
  const several = [...kinds].filter(([, { length }]) => length > 1);
  const groups = several
    .map(([kind, group]) => ({ kind, id: slugOf(kind), retailers: group }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind));
  const others = { kind: OTHERS, id: slugOf(OTHERS), retailers: alone };
  return alone.length > 0 ? [...groups, others] : groups;
}

type Kinds = ReturnType<typeof retailersByKind>;

export function RetailerTable({ kinds }: { kinds: Kinds }) {
  // Rows need not repeat the heading of their group.
  const headings = new Set(kinds.map(({ kind }) => kind));
  const aboutOf = ({ category, description }: StatusRow) =>
    [headings.has(category) ? null : category, description].filter(Boolean).join(' · ');
  const columns: Column<StatusRow>[] = [
    ['Retailer', (row) => <Retailer row={row} about={freshnessOf(row).held ?? aboutOf(row)} />],
    ['Trust', ({ trustScore }) => <TrustBadge score={trustScore} />],
    ['Delivery', ({ delivery }) => delivery ?? '', 'figures'],
    ['Offers', ({ offers }) => countText(offers), 'number figures'],
    ['Last read', (row) => freshnessOf(row).lastRead, 'when'],
  ];
  const groups = kinds.map(({ kind, id, retailers }) => ({ id, heading: kind, rows: retailers }));
  return (
    <div className="table-scroll">
      <LabelledTable columns={columns} groups={groups} className="retailer-table" />
    </div>
  );
}

function Retailer({ row: { name, path }, about }: { row: StatusRow; about: string }) {
  return (
    <span className="retailer-line">
      <LetterTile name={name} />
      <span className="named">
        <a className="reach" href={path}>
          {name}
        </a>
        {about && <span className="small muted">{about}</span>}
      </span>
    </span>
  );
}
