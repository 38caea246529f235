import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { OWN_SHOP } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';

export interface SoldAs {
  /** The retailer, if it sells the product itself and listed it lately. */
  shop: string | null;
  name: string;
  priceCents: number;
  unitPrice: { price: string; quantity: number; unit: string } | null;
}

/**
 * A product that an offer might belong to, with some shops' listings of it. A merged product has its survivor's id and listings.
 * Listings that an operator linked are left out, and all listings of the survivor of an operator's merge, because the matcher may see a
 * contradiction in them. `isOfOtherWorld`: demo shops sell the product and the offer is real, or the reverse, so they cannot belong
 * together.
 */
export type ProductCandidate = Omit<Awaited<ReturnType<typeof candidates>>[number], 'nth'>;

/** Keys shared by more products than this are skipped: they cost time, and real matches share a rarer key. */
const MOST_HOLDERS = 16;
/** Most candidates per reading: those that share the rarest keys. */
const CANDIDATES = 8;
/** Listings returned per product: those listed first, as ids grow with time. */
const SPEAKERS = 8;

/** SQL: the survivor of product p, or p itself. */
const SURVIVOR = sql<string>`coalesce(p.merged_into, p.id)`;

/** Keys with the index of their reading. */
type KeyLookup = { keys: string[]; nths: number[]; isDemo: boolean };

/** The products that share a key. Each key has its own index lookup, so the time per key does not depend on the batch size. */
const candidates = preparedQuery('product-candidates', (db, value: Named<KeyLookup>) =>
  db
    .selectFrom(
      sql<{ nth: number; product: string; place: number }>`(
        select nth, id as product, row_number() over (partition by nth order by sum(1.0 / holders) desc, id) as place
        from unnest(${value('nths')}::int[], ${value('keys')}::text[]) as lookup (nth, key)
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
            .select(['o.id', 'o.name', 'o.priceCents', 'o.unitPrice', 'o.matchMethod', 'r.kind'])
            .select(sql.raw(OWN_SHOP).as('shop'))
            .select(
              sql`row_number() over (partition by o.match_method = 'operator' order by o.id)`.as(
                'place',
              ),
            )
            .as('o'),
        )
        .select(
          sql<
            SoldAs[]
          >`coalesce(case when p.merged_into is null or not bool_or(o.match_method = 'operator') then
              jsonb_agg(jsonb_build_object('shop', o.shop, 'name', o.name, 'priceCents', o.price_cents,
                'unitPrice', o.unit_price) order by o.id)
                filter (where o.match_method <> 'operator' and o.place <= ${sql.lit(SPEAKERS)}) end, '[]')`.as(
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
    .select(sql<boolean>`p.merged_into is not null`.as('isMerged'))
    .select(({ fn }) => fn.coalesce('p.readAs', 'p.name').as('name'))
    .select(sql<string | null>`left(p.description, 200)`.as('description'))
    .select(['sold.soldAs', 'sold.isOfOtherWorld'])
    .where('sharing.place', '<=', CANDIDATES)
    .orderBy('sharing.nth')
    .orderBy('sharing.place'),
);

/** The candidate products of each reading, by its keys; all readings come from real shops, or all from demo shops. */
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
