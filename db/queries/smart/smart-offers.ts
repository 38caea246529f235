import type { EntityManager } from '@mikro-orm/postgresql';
import type { SmartOffer } from '#domain/smart/recommendation.ts';
import { offersToScore } from '../products/scores.ts';
import type { FoundOffer } from '../search/search.ts';
import { pgArray } from '../sql/pg-array.ts';

/** Found offers with the range of their last year, as smart recommendations weigh them. */
export async function withYearRange(
  em: EntityManager,
  offers: readonly FoundOffer[],
): Promise<SmartOffer[]> {
  const productIds = [...new Set(offers.map((offer) => offer.productId))];
  const ranges = new Map(
    (await offersToScore(em, productIds)).map((offer) => [offer.offerId, offer]),
  );
  return offers.map((offer) => ({
    ...offer,
    yearLowCents: ranges.get(offer.offerId)?.lowestCents ?? offer.priceCents,
    yearHighCents: ranges.get(offer.offerId)?.highestCents ?? offer.priceCents,
  }));
}

/** What shops state of these products, by product id. */
export async function specificationsOf(
  em: EntityManager,
  productIds: string[],
): Promise<Map<string, Record<string, string>>> {
  const rows = await em.execute<{ id: string; specifications: Record<string, string> }[]>(
    `select id, specifications from product
     where id = any(?::uuid[])`,
    [pgArray(productIds)],
  );
  return new Map(rows.map((row) => [row.id, row.specifications]));
}
