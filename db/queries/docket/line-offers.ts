import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { headNoun, isOfMachines } from '#domain/categories/head-noun.ts';
import { parsePackSize } from '#domain/pack/pack-size.ts';
import { Docket } from '../../entities/shopper.ts';
import { matchProducts } from '../search/match-products.ts';
import { BUYABLE, listedOffers } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';

/** Products of a line that are compared, the best matches. */
const MOST_PRODUCTS = 150;
/** For a line that names a brand: products within so many points of the best are equally good. */
const AS_GOOD = 3;

export type LineOffer = Awaited<ReturnType<typeof lineOffers>>['offers'][number];

/**
 * Finds the offers for a line that can be bought now: of products that are the thing itself or, where the line names a brand, of the best
 * matches. A thing that shops only sell as a flavour of others has none. `pricedAs` is the query that they match, null for the line's own:
 * "milk" for organic milk that no shop sells.
 */
export async function lineOffers(em: EntityManager, query: string) {
  const { products: found, understood, correctedTo: pricedAs } = await matchProducts(em, query);
  const matching = found.filter(({ isSimilar }) => !isSimilar);
  const products = matching[0] ? matching : found;
  const best = Math.max(...products.map(({ points }) => points));
  const points = new Map(products.map((product) => [product.productId, product.points]));
  const rows = products[0] ? await offersOf(em, [...points.keys()]) : [];
  const things = rows.filter(({ head }) => understood.headNouns.includes(head));
  const isFlavour = headNoun(query, null)?.grade === 'ingredient';
  const matched = things[0]
    ? things
    : isFlavour
      ? []
      : rows.filter(({ productId }) => (points.get(productId) ?? 0) > best - AS_GOOD);
  const kept = new Set(
    [...new Set(matched.map(({ productId }) => productId))]
      .toSorted((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0))
      .slice(0, MOST_PRODUCTS),
  );
  const offers = matched.flatMap(({ head: _, offerName, category, ...offer }) => {
    const pack = parsePackSize(offerName) ?? parsePackSize(offer.name);
    if (!kept.has(offer.productId)) return [];
    const matching = {
      points: points.get(offer.productId) ?? 0,
      isMachine: isOfMachines(category),
    };
    return { ...offer, pack, ...matching };
  });
  return { pricedAs, offers };
}

/** The cheapest offer of each product at each shop. */
function offersOf(em: EntityManager, productIds: string[]) {
  return listedOffers(tables(em))
    .innerJoin('product as p', 'p.id', 'o.product')
    .innerJoin('search_product as s', 's.product', 'p.id')
    .leftJoin('picture_source as own', 'own.url', 'o.imageUrl')
    .leftJoin('picture_source as general', 'general.url', 'p.imageUrl')
    .distinctOn(['o.product', 'o.retailer'])
    .select(['o.id as offerId', 'o.product as productId', 'o.priceCents as priceCents'])
    .select('o.deliveryCents as deliveryCents')
    .select([
      'o.name as offerName',
      'p.name',
      'o.url',
      'o.lastSeenAt as seenAt',
      's.head',
      's.category',
    ])
    .select(['r.slug as shop', 'r.name as shopName'])
    .select(({ fn }) => [
      fn.coalesce('o.imageUrl', 'p.imageUrl').as('imageUrl'),
      fn.coalesce('own.hash', 'general.hash').as('pictureHash'),
    ])
    .select(sql<boolean>`o.source = 'demo'`.as('isDemo'))
    .where('o.product', '=', sql<string>`any(${productIds}::uuid[])`)
    .where(sql.raw<boolean>(BUYABLE))
    .orderBy('o.product')
    .orderBy('o.retailer')
    .orderBy('o.priceCents')
    .orderBy('o.id')
    .execute();
}

/** The saved list of a member; null for none. */
export async function keptDocket(em: EntityManager, userId: string): Promise<string | null> {
  return (await em.findOne(Docket, { user: userId }))?.list ?? null;
}

/** Saves a member's list, replacing the former one; deletes it where the new one is empty. */
export async function keepDocket(em: EntityManager, userId: string, list: string): Promise<void> {
  if (list) await em.upsert(Docket, { user: userId, list, updatedAt: new Date() });
  else await em.nativeDelete(Docket, { user: userId });
}
