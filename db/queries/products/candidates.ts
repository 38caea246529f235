import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Named, preparedQuery } from '../sql/prepared.ts';

/** What a shop sells a product as. */
export interface SoldAs {
  name: string;
  priceCents: number;
  unitPrice: { price: string; quantity: number; unit: string } | null;
}

/**
 * A product that an offer might belong to, with what some shops sell it as; the keys of a merged one name its survivor. What an
 * operator joined does not speak for a product: the matcher may see a contradiction there.
 * `isOfOtherWorld`: demo shops sell it and the offer is a real one, or the other way round, so it cannot be the offer's product.
 */
export type ProductCandidate = Omit<Awaited<ReturnType<typeof candidates>>[number], 'nth'>;

/** A key of more products than this tells too little: looking them all up costs time, and the same goods share a rarer key. */
const MOST_HOLDERS = 16;
/** Candidates of one reading are no more: those that share the rarest keys. */
const CANDIDATES = 8;
/** So many of a product's offers speak for it. */
const SPEAKERS = 8;

/** Of product p: the one that it became part of, or itself. */
const SURVIVOR = sql<string>`coalesce(p.merged_into, p.id)`;

/** Keys with the place of the reading that each belongs to. */
type Sought = { keys: string[]; nths: number[]; isDemo: boolean };

/** The products that share a key, each key looked up by itself, so that the time does not depend on how many are looked up at once. */
const candidates = preparedQuery('product-candidates', (db, value: Named<Sought>) =>
  db
    .selectFrom(
      sql<{ nth: number; product: string; place: number }>`(
        select nth, id as product, row_number() over (partition by nth order by sum(1.0 / holders) desc, id) as place
        from unnest(${value('nths')}::int[], ${value('keys')}::text[]) as sought (nth, key)
        cross join lateral (
          select id, count(*) over () as holders
          from (select id from product where match_keys @> array[key] limit ${sql.lit(MOST_HOLDERS + 1)}) holding) holder
        where holders <= ${sql.lit(MOST_HOLDERS)}
        group by nth, id)`.as('sharing'),
    )
    .innerJoin('product as p', 'p.id', 'sharing.product')
    .crossJoinLateral((from) =>
      from
        .selectFrom(
          from
            .selectFrom('offer as o')
            .innerJoin('retailer as r', 'r.id', 'o.retailer')
            .where('o.product', '=', SURVIVOR)
            .select(['o.name', 'o.priceCents', 'o.unitPrice', 'o.matchMethod', 'r.kind'])
            .limit(sql.lit(SPEAKERS))
            .as('o'),
        )
        .select(
          sql<
            SoldAs[]
          >`coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'priceCents', o.price_cents,
              'unitPrice', o.unit_price)) filter (where p.merged_into is null and o.match_method <> 'operator'), '[]')`.as(
            'soldAs',
          ),
        )
        .select(
          sql<boolean>`coalesce(bool_or((o.kind = 'demo') <> ${value('isDemo')}), false)`.as(
            'isOfOtherWorld',
          ),
        )
        .as('sold'),
    )
    .select(['sharing.nth', SURVIVOR.as('id'), 'p.brand', 'p.category', 'p.gtin', 'p.modelKey'])
    .select(({ fn }) => fn.coalesce('p.readAs', 'p.name').as('name'))
    .select(sql<string | null>`left(p.description, 200)`.as('description'))
    .select(['sold.soldAs', 'sold.isOfOtherWorld'])
    .where('sharing.place', '<=', CANDIDATES)
    .orderBy('sharing.nth')
    .orderBy('sharing.place'),
);

/** For each reading, by its keys, the products that share one; the readings are of real shops, or of demo shops. */
export async function findCandidates(
  em: EntityManager,
  keysOf: readonly (readonly string[])[],
  isDemo: boolean,
): Promise<ProductCandidate[][]> {
  const keys = keysOf.flat();
  if (keys.length === 0) return keysOf.map(() => []);
  const nths = keysOf.flatMap((own, nth) => own.map(() => nth));
  const found = Map.groupBy(await candidates(em, { keys, nths, isDemo }), ({ nth }) => nth);
  return keysOf.map((_, nth) => (found.get(nth) ?? []).map(({ nth: _nth, ...each }) => each));
}
