import { countText } from '#domain/count-text.ts';
import { slugOf } from '#domain/public-path.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { TrustBadge } from '#site/ui/Trust.tsx';
import { freshnessOf } from './freshness.ts';
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

/** Every retailer with trust score, offers and price freshness. */
export function RetailerTable({
  kinds,
  nowMs,
}: {
  kinds: ReturnType<typeof retailersByKind>;
  nowMs: number;
}) {
  return (
    <div className="table-scroll">
      <table className="docket-table labelled-table retailer-table">
        <thead>
          <tr>
            <th scope="col">Retailer</th>
            <th scope="col">Trust</th>
            <th scope="col" className="number">
              Offers
            </th>
            <th scope="col">Last read</th>
            <th scope="col" className="number">
              Typical price age
            </th>
            <th scope="col" className="number">
              Pages read
            </th>
          </tr>
        </thead>
        {kinds.map(({ kind, id, retailers }) => (
          <tbody key={id}>
            <tr className="kind">
              <th id={id} scope="rowgroup" colSpan={6}>
                {kind}
              </th>
            </tr>
            {retailers.map((retailer) => (
              <Row key={retailer.path} retailer={retailer} nowMs={nowMs} kind={kind} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface RowProps {
  retailer: StatusRow;
  nowMs: number;
  /** Heading of the group, so that rows need not repeat it. */
  kind: string;
}

function Row({ retailer, nowMs, kind }: RowProps) {
  const { held, lastRead, usualAge, success, tone } = freshnessOf(retailer, nowMs);
  const about = held ?? (retailer.category === kind ? null : retailer.category);
  return (
    <tr>
      <th scope="row">
        <span className="retailer-line">
          <LetterTile name={retailer.name} />
          <span className="named">
            <a className="reach" href={retailer.path}>
              {retailer.name}
            </a>
            {about && <span className="small muted">{about}</span>}
          </span>
        </span>
      </th>
      <td data-label="Trust">
        <TrustBadge score={retailer.trustScore} />
      </td>
      <td className="number figures" data-label="Offers">
        {countText(retailer.offers)}
      </td>
      <td data-label="Last read" className="when">
        {lastRead}
      </td>
      <td className="number figures" data-label="Typical age">
        {usualAge}
      </td>
      <td className="number" data-label="Pages read">
        <span className={`badge figures tone-${tone}`}>{success}</span>
      </td>
    </tr>
  );
}
