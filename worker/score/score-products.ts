import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { findOrAddAsk } from '#db/queries/asks/asks.ts';
import { describeProducts } from '#db/queries/products/describe-products.ts';
import { productYears } from '#db/queries/products/product-history.ts';
import {
  modelAnswers,
  offersToScore,
  productsToAsk,
  saveScores,
} from '#db/queries/products/scores.ts';
import { yearStanding } from '#domain/prices/buy-verdict.ts';
import { ANSWER_WITHIN_MS, answerQuestion, type QuestionKind } from '../ask/answer-ask.ts';
import type { ModelConfig } from '../ask/model-client.ts';
import { SCORE_RULES, scoreAnswer, scoreQuestion, scoresOfModel } from './model-score.ts';
import { recommendationOf } from './recommendation.ts';
import { ruleScores } from './rule-score.ts';

/**
 * Updates names, categories, scores and recommendation texts of these products. Quality and value come from the model if it scored this
 * content.
 */
export async function scoreProducts(em: EntityManager, productIds: string[]): Promise<void> {
  await describeProducts(em, productIds);
  const offers = await offersToScore(em, productIds);
  const answers = Map.groupBy(await modelAnswers(em, productIds), ({ productId }) => productId);
  const years = await productYears(em, productIds, Date.now());
  const groups = Map.groupBy(offers, (offer) => offer.productId);
  const scores = [...groups].flatMap(([productId, group]) => {
    const judged = scoresOfModel(answers.get(productId) ?? [], group);
    const year = years.get(productId)?.figures ?? null;
    return group.map((offer) => ({
      offerId: offer.offerId,
      priceCents: offer.priceCents,
      storedAvailability: offer.storedAvailability,
      readAt: offer.readAt,
      by: judged.has(offer.offerId) ? ('model' as const) : ('rules' as const),
      ...ruleScores(offer, group, yearStanding(year, offer.priceCents), judged.get(offer.offerId)),
      ...recommendationOf(offer, group),
    }));
  });
  await saveScores(em, scores);
}

const PRODUCTS_PER_ROUND = 20;
/** A round starts no call after this time: the next round begins a minute after it, and shoppers' questions must not wait for both. */
const ROUND_MS = 40_000;
const BREAKER = { failures: 5, restMs: 10 * 60_000, answerWithinMs: ANSWER_WITHIN_MS };

const SCORE: QuestionKind = {
  name: 'scores',
  rules: SCORE_RULES,
  read: (input) => ({ schema: scoreAnswer(input), data: input }),
};

/** Asks the model about unscored products within the daily budget, and rescores them. Equal content causes at most one call a day. */
export async function askForScores(
  em: EntityManager,
  model: ModelConfig,
  callsADay: number,
  log: Logger,
  stop: AbortSignal,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<void> {
  const roundEnd = AbortSignal.any([stop, AbortSignal.timeout(ROUND_MS)]);
  for (const product of await productsToAsk(em, PRODUCTS_PER_ROUND)) {
    if (roundEnd.aborted) return;
    const { productId } = product;
    const offers = await offersToScore(em, [productId]);
    if (offers.length === 0) continue;
    const { key, input } = scoreQuestion(product, offers);
    const question = { kind: 'score', productId, key, input };
    const { ask, isNew, refused } = await findOrAddAsk(em, question, {
      callsADay,
      breaker: BREAKER,
      spending: model.spending,
    });
    if (refused) return log.info({ refused }, 'the model is not asked for scores at present');
    if (isNew) await answerQuestion(em, model, log, ask.id, SCORE, answerWithinMs);
    await scoreProducts(em, [productId]);
  }
}
