import { slugOf } from '#domain/public-path.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { freshnessOf } from './freshness.ts';
import './RetailerList.css';
import { ShopLines } from './ShopLines.tsx';

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
          <ShopLines shops={retailers} factsOf={(row) => factsOf(row, kind)} />
        </section>
      ))}
    </div>
  );
}

/** 'Camping · Tents and boots · Delivery free'; a row need not repeat the heading of its group. */
function factsOf(row: StatusRow, ofKind: string): string {
  const { category, description, delivery } = row;
  const sold = [category !== ofKind && category, description, delivery && `Delivery ${delivery}`];
  return freshnessOf(row).held ?? sold.filter(Boolean).join('\u00a0· ');
}
