import type { EntityManager } from '@mikro-orm/postgresql';
import { offersToScore, saveScores } from '#db/queries/products/scores.ts';
import { recommendationOf } from './recommendation.ts';
import { ruleScores } from './rule-score.ts';

/** Brings the scores and their words up to date for every offer of these products. */
export async function scoreProducts(em: EntityManager, productIds: string[]): Promise<void> {
  const offers = await offersToScore(em, productIds);
  const groups = Map.groupBy(offers, (offer) => offer.productId);
  const scores = [...groups.values()].flatMap((group) =>
    group.map((offer) => ({
      offerId: offer.offerId,
      priceCents: offer.priceCents,
      storedAvailability: offer.storedAvailability,
      readAt: offer.readAt,
      ...ruleScores(offer, group),
      ...recommendationOf(offer, group),
    })),
  );
  await saveScores(em, scores);
}
