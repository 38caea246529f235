import type { EntityManager } from '@mikro-orm/postgresql';
import { offersToScore, saveScores } from '#db/queries/products/scores.ts';
import { modelAnswers } from '#db/queries/smart/model-scores.ts';
import { scoresOfModel } from './model-score.ts';
import { recommendationOf } from './recommendation.ts';
import { ruleScores } from './rule-score.ts';

/**
 * Brings the scores and their words up to date for every listed offer of these products. Quality and value are the model's
 * where it was asked about just this content, else by rules.
 */
export async function scoreProducts(em: EntityManager, productIds: string[]): Promise<void> {
  const offers = await offersToScore(em, productIds);
  const answers = Map.groupBy(await modelAnswers(em, productIds), ({ productId }) => productId);
  const groups = Map.groupBy(offers, (offer) => offer.productId);
  const scores = [...groups].flatMap(([productId, group]) => {
    const judged = scoresOfModel(answers.get(productId) ?? [], group);
    return group.map((offer) => ({
      offerId: offer.offerId,
      priceCents: offer.priceCents,
      storedAvailability: offer.storedAvailability,
      readAt: offer.readAt,
      by: judged.has(offer.offerId) ? ('model' as const) : ('rules' as const),
      ...ruleScores(offer, group, judged.get(offer.offerId)),
      ...recommendationOf(offer, group),
    }));
  });
  await saveScores(em, scores);
}
