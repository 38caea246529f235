/*
 * A smart recommendation: offers → evidence → advice by rules → the model's words where they are borne out.
 *   recommend.ts   the advice and where it comes from      ask-model.ts   one question to the worker's model
 */
import type { FoundOffer } from '#db/queries/search/search.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { specificationsOf, withYearRange } from '#db/queries/smart/smart-offers.ts';
import { gatherEvidence } from '#domain/smart/evidence.ts';
import { groundModelAnswer } from '#domain/smart/grounding.ts';
import { modelAnswer, modelQuestion, questionFor } from '#domain/smart/model.ts';
import type { SmartAdvice, SmartEvidence, SmartQuestion } from '#domain/smart/recommendation.ts';
import { ruleAdvice } from '#domain/smart/rules.ts';
import { normaliseQuery } from '#domain/text/search-words.ts';
import type { ApiServices } from '../core/services.ts';
import { askModel } from './ask-model.ts';

const MAX_OFFERS = 60;

export interface Recommended {
  offers: FoundOffer[];
  evidence: SmartEvidence;
  advice: SmartAdvice;
  /** One sentence for shoppers: what the advice rests on, and who worded it. */
  dataSource: string;
}

/** Answers a shopper's question. Without a model, or when it fails, the advice is in our own words and says so. */
export async function recommend(
  services: ApiServices,
  question: SmartQuestion,
): Promise<Recommended> {
  const em = services.em();
  const offers = await searchOffers(em, question.query, MAX_OFFERS);
  const specifications = await specificationsOf(em, [
    ...new Set(offers.map((offer) => offer.productId)),
  ]);
  const evidence = gatherEvidence(question, await withYearRange(em, offers), specifications);
  const rules = ruleAdvice(evidence);
  const { advice, by } = await worded(services, question, evidence, rules);
  return { offers, evidence, advice, dataSource: `${observedSentence(offers)} ${by}` };
}

async function worded(
  services: ApiServices,
  question: SmartQuestion,
  evidence: SmartEvidence,
  rules: SmartAdvice,
): Promise<{ advice: SmartAdvice; by: string }> {
  const { openai } = services.config;
  if (!openai || evidence.products.length === 0) {
    return { advice: rules, by: 'The advice is by fixed rules, without an AI model.' };
  }
  const outcome = await askModel(services, {
    kind: 'smart-recommendation',
    identity: [normaliseQuery(question.query), question.category, question.budgetCents],
    input: questionFor(evidence),
  });
  if ('missing' in outcome) return { advice: rules, by: MISSING[outcome.missing] };
  const answer = modelAnswer.safeParse(outcome.result);
  const asked = modelQuestion.safeParse(outcome.input);
  const advice =
    answer.success && asked.success
      ? groundModelAnswer(answer.data, asked.data, evidence, rules)
      : null;
  if (advice) {
    return { advice, by: `Worded by the AI model ${openai.model}; its figures were checked.` };
  }
  services.log.warn({ model: openai.model }, 'nothing of a model’s answer was borne out');
  return { advice: rules, by: MISSING.failed };
}

const MISSING = {
  'breaker-open': 'The AI model is not available right now, so the advice is by fixed rules.',
  'budget-spent': 'The AI model has answered enough for today, so the advice is by fixed rules.',
  failed: 'The AI model gave no usable answer, so the advice is by fixed rules.',
  'too-slow': 'The AI model did not answer in time, so the advice is by fixed rules.',
} as const;

function observedSentence(offers: readonly FoundOffer[]): string {
  if (offers.length === 0) return 'No observed price fits.';
  const shops = new Set(offers.map((offer) => offer.retailerName)).size;
  const isDemo = offers.some((offer) => offer.source === 'demo');
  const read = `${offers.length} ${offers.length === 1 ? 'price' : 'prices'} read from ${shops} ${shops === 1 ? 'shop' : 'shops'}`;
  return isDemo ? `${read} of the demonstration, which are invented.` : `${read}.`;
}
