import { slugOf } from '#domain/public-path.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { TrustBadge } from '#site/ui/Trust.tsx';
import { freshnessOf } from './freshness.ts';
import './RetailerList.css';

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

/** Every retailer below the heading of its kind: what it sells, its trust score, what delivery costs. */
export function RetailerList({ kinds }: { kinds: Kinds }) {
  return (
    <div>
      {kinds.map(({ kind, id, retailers }) => (
        <section key={id} className="shop-kind" aria-labelledby={id}>
          <h2 className="h3" id={id}>
            {kind}
          </h2>
          <ul className="plain-list">
            {retailers.map((row) => (
              <Retailer key={row.path} row={row} ofKind={kind} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Retailer({ row, ofKind }: { row: StatusRow; ofKind: string }) {
  const { name, path, category, description, trustScore, delivery } = row;
  // A row need not repeat the heading of its group.
  const sold = [category !== ofKind && category, description, delivery && `Delivery ${delivery}`];
  const facts = freshnessOf(row).held ?? sold.filter(Boolean).join('\u00a0· ');
  return (
    <li>
      <LetterTile name={name} />
      <p>
        <a className="reach" href={path}>
          {name}
        </a>
        <span className="visually-hidden">, trust </span>
        <TrustBadge score={trustScore} />
        <span className="small muted">{facts}</span>
      </p>
    </li>
  );
}
