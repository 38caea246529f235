/*
 * Maps the shops' shelves and the brands to our categories from the goods on them, and lists products whose category the daily check
 * doubts.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { headNoun } from '#domain/categories/head-noun.ts';
import { mapBrand, mapShelf } from '#domain/categories/product-category.ts';
import { inGroups } from '#domain/in-groups.ts';
import { type Cents, cents, formatAud } from '#domain/money.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { describeAll } from './describe-products.ts';

/** Goods sampled per shelf or brand. */
const GOODS = 200;
/** Rows per statement. */
const BATCH = 500;

/**
 * The daily check: maps all shelves and brands again, decides every product's category, and records products that do not fit theirs.
 * Returns how many products changed and how many are doubted.
 */
export async function checkCategories(em: EntityManager, stop?: AbortSignal) {
  const began = new Date();
  const retailers = await tables(em).selectFrom('retailer').select('id').execute();
  for (const { id } of retailers) {
    if (stop?.aborted) return { changed: 0, doubted: 0 };
    await learn(em, id, began);
  }
  await learn(em, null, began);
  await tables(em)
    .deleteFrom('shelf')
    .where('decidedBy', 'is', null)
    .where('learnedAt', '<', began)
    .execute();
  const changed = await describeAll(em, stop);
  return { changed, doubted: stop?.aborted ? 0 : await doubtProducts(em) };
}

/** Maps a retailer's shelves; null maps all brands. Mappings set by an operator stay. */
async function learn(em: EntityManager, retailer: string | null, learnedAt: Date): Promise<void> {
  const mapped = [...Map.groupBy(await goodsOn(em, retailer), ({ trail }) => trail)].map(
    ([trail, goods]) => {
      const { category, agreement } = retailer ? mapShelf(trail, goods) : mapBrand(goods);
      const offers = goods[0]?.offers ?? 0;
      return { retailer, trail, category, agreement, offers, learnedAt };
    },
  );
  for (const group of inGroups(mapped, BATCH)) {
    await tables(em)
      .insertInto('shelf')
      .values(group)
      .onConflict((conflict) =>
        conflict.columns(['retailer', 'trail']).doUpdateSet(({ ref }) => ({
          category: sql<
            string | null
          >`case when shelf.decided_by is null then excluded.category else shelf.category end`,
          agreement: ref('excluded.agreement'),
          offers: ref('excluded.offers'),
          learnedAt,
        })),
      )
      .execute();
  }
}

/** A sample of offers per shelf or brand, with its total. */
function goodsOn(em: EntityManager, retailer: string | null) {
  const db = tables(em);
  const trail = retailer ? sql<string>`o.shelf` : sql<string>`lower(o.brand)`;
  const ranked = db
    .selectFrom('offer as o')
    .select([trail.as('trail'), 'o.name', 'o.brand'])
    .select(sql<number>`count(*) over (partition by ${trail})`.as('offers'))
    .select(sql<number>`row_number() over (partition by ${trail} order by o.id)`.as('nth'))
    .where(trail, 'is not', null)
    .$if(retailer !== null, (query) => query.where('o.retailer', '=', retailer ?? ''));
  return db
    .selectFrom(ranked.as('goods'))
    .select(['trail', 'name', 'brand', 'offers'])
    .where('nth', '<=', GOODS)
    .execute();
}

/**
 * Distance from the category's middle half, in multiples of it, beyond which a price is doubted on its own, or together with disagreeing
 * words.
 */
const FAR = 3;
const NEAR_FAR = 1.5;
const MOST_DOUBTED = 500;

/** Records the products whose price and words are far from their category's. Returns how many. */
async function doubtProducts(em: EntityManager): Promise<number> {
  const db = tables(em);
  const before = db.selectFrom('product').select('id').where('doubt', 'is not', null);
  await db
    .with('before', () => before.orderBy('id').forNoKeyUpdate())
    .updateTable('product')
    .from('before')
    .set({ doubt: null })
    .whereRef('product.id', '=', 'before.id')
    .execute();
  let doubted = 0;
  for (const [product, offers] of Map.groupBy(await farOffers(db), (offer) => offer.product)) {
    const doubt = doubtOf(offers);
    if (doubt === null || doubted >= MOST_DOUBTED) continue;
    await db.updateTable('product').set({ doubt }).where('id', '=', product).execute();
    doubted += 1;
  }
  return doubted;
}

/** Offers with prices far from their category's middle half, the farthest first. */
function farOffers(db: Kysely<Tables>) {
  const spreads = db
    .selectFrom('offer as o')
    .select('o.category')
    .select(sql<number>`percentile_cont(0.25) within group (order by ln(o.price_cents))`.as('low'))
    .select(sql<number>`percentile_cont(0.75) within group (order by ln(o.price_cents))`.as('high'))
    .where('o.priceCents', '>', cents(0))
    .groupBy('o.category');
  const distance = sql<number>`greatest(s.low - ln(o.price_cents), ln(o.price_cents) - s.high) / greatest(s.high - s.low, 0.5)`;
  return db
    .selectFrom('offer as o')
    .innerJoin(spreads.as('s'), 's.category', 'o.category')
    .select(['o.product', 'o.name', 'o.brand', 'o.category', 'o.priceCents'])
    .select(distance.as('distance'))
    .select(sql<Cents>`exp(s.low)::int`.as('lowCents'))
    .select(sql<Cents>`exp(s.high)::int`.as('highCents'))
    .where('o.priceCents', '>', cents(0))
    .where(distance, '>', NEAR_FAR)
    .orderBy('distance', 'desc')
    .orderBy('o.id')
    .limit(MOST_DOUBTED * 4)
    .execute();
}

type FarOffer = Awaited<ReturnType<typeof farOffers>>[number];

/** Why a product far from its category's prices is doubted; null when a shop's words name the category. */
function doubtOf(offers: readonly FarOffer[]): string | null {
  const nounOf = ({ name, brand }: FarOffer) => headNoun(name, brand);
  const isNamed = (offer: FarOffer) => {
    const noun = nounOf(offer);
    return noun?.grade === 'type' && noun.category === offer.category;
  };
  if (offers.some(isNamed)) return null;
  for (const offer of offers) {
    const { category, priceCents, distance, lowCents, highCents } = offer;
    const said = nounOf(offer)?.category ?? null;
    // Words that agree, or say nothing, excuse a price that is not very far.
    if (distance < FAR && (said === null || said === category)) continue;
    const evidence = said ? `its name says ${said}` : 'its name says nothing';
    return `${formatAud(priceCents)}, where half of the offers cost ${formatAud(lowCents)}–${formatAud(highCents)}; ${evidence}`;
  }
  return null;
}
