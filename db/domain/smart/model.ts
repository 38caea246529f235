import { z } from 'zod';
import { formatAud } from '../money.ts';
import type { SmartEvidence, SmartProduct } from './recommendation.ts';

/** Products that a model may choose from. */
const CANDIDATES = 6;

/** One observed fact that a model may cite. */
const observation = z.object({ id: z.string().regex(/^o\d+$/), text: z.string() });

/** A question to the model, stored in its row so that the worker needs nothing else. */
export const modelQuestion = z.object({
  query: z.string(),
  category: z.string(),
  budget: z.string().nullable(),
  /** Products, with the refs by which the model names them. */
  products: z.array(z.object({ ref: z.string(), name: z.string() })),
  observations: z.array(observation),
});
export type ModelQuestion = z.infer<typeof modelQuestion>;

/** The schema of an answer. Lengths are cut afterwards, as not every server supports limits in a schema. */
export const modelAnswer = z.object({
  summary: z.string(),
  priceNote: z.string(),
  topPicks: z.array(
    z.object({ product: z.string(), reason: z.string(), userSentiment: z.string() }),
  ),
  buyingTips: z.array(z.string()),
  reasoning: z.array(z.string()),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;

/** Turns evidence into a question with numbered observations. */
export function questionFor(evidence: SmartEvidence): ModelQuestion {
  const candidates = evidence.products.slice(0, CANDIDATES);
  const texts = [...marketTexts(evidence), ...candidates.flatMap(productTexts)];
  return {
    query: evidence.query,
    category: evidence.category,
    budget: evidence.budgetCents === null ? null : formatAud(evidence.budgetCents),
    products: candidates.map(({ ref, name }) => ({ ref, name })),
    observations: texts.map((text, index) => ({ id: `o${index + 1}`, text })),
  };
}

function marketTexts({ prices, products, shops, budgetCents }: SmartEvidence): string[] {
  return [
    `We compared ${products.length} products at ${shops} shops.`,
    prices &&
      `Prices run from ${formatAud(prices.lowestCents)} to ${formatAud(prices.highestCents)}; half cost ${formatAud(prices.medianCents)} or less.`,
    budgetCents !== null && `The shopper's budget is ${formatAud(budgetCents)}.`,
  ].filter((text) => typeof text === 'string');
}

function productTexts({ name, best, shops, rating, features }: SmartProduct): string[] {
  const it = `"${name}"`;
  return [
    `${it} costs ${formatAud(best.priceCents)} at ${best.retailerName}, its lowest price among ${shops} shops.`,
    `${it}: ${best.buyVerdict.text}`,
    rating && `${it} is rated ${rating.average} of 5 in ${rating.count} ratings.`,
    ...features.map((feature) => `${it}: ${feature}`),
  ].filter((text) => typeof text === 'string');
}
