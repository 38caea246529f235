import { z } from 'zod';
import { isProductType } from '../categories/head-noun.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { formatAud } from '../money.ts';
import { INTENTS, type QuestionReading, questionReading } from './question.ts';
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

/** A question as a model fills it in, before `groundReading`. */
export const modelReading = z.object({
  intent: z.enum(INTENTS),
  things: z.array(z.string()),
  needs: z.array(z.object({ kind: z.string(), words: z.string(), amount: z.number().nullable() })),
  minDollars: z.number().nullable(),
  maxDollars: z.number().nullable(),
  excluded: z.array(z.string()),
  isCheapest: z.boolean(),
});

/**
 * A model's reading as far as the question supports it: its words and figures must stand in the question, or name product types of the
 * lexicon. Null where nothing is left to search for.
 */
export function groundReading(answer: unknown, query: string): QuestionReading | null {
  const said = modelReading.safeParse(answer);
  if (!said.success) return null;
  const keys = new Set(tokensOf(query).map(({ key }) => key));
  const isSaid = (text: string) => {
    const said = tokensOf(text);
    return said.length > 0 && said.every(({ key }) => keys.has(key));
  };
  const isFigure = (figure: number | null) =>
    figure === null || new RegExp(`(?<!\\d)${figure}(?!\\d)`).test(query.replaceAll(',', ''));
  const things = said.data.things.filter((thing) => isSaid(thing) || isProductType(thing));
  const isPair = said.data.intent !== 'compare' || things.length === 2;
  const { minDollars, maxDollars } = said.data;
  const reading = questionReading.safeParse({
    ...said.data,
    things: things.slice(0, 6),
    needs: said.data.needs
      .filter(({ words, amount }) => isSaid(words) && isFigure(amount))
      .slice(0, 8),
    excluded: said.data.excluded.filter(isSaid).slice(0, 6),
    minDollars: isFigure(minDollars) ? minDollars : null,
    maxDollars: isFigure(maxDollars) ? maxDollars : null,
  });
  return reading.success && things[0] && isPair ? reading.data : null;
}
