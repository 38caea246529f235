import { z } from 'zod';
import { isProductType } from '../categories/head-noun.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { formatAud } from '../money.ts';
import type { SmartEvidence } from './evidence.ts';
import { type SmartProduct, shopsOf } from './product.ts';
import { type QuestionReading, questionReading } from './question.ts';
import { priceOf } from './wording.ts';

/** Products that a model may choose from. */
const CANDIDATES = 6;
/** Things, needs and exclusions of a reading at most, and letters of each. */
const MOST = 6;
const MOST_LETTERS = 120;

/** A question to the model, stored in its row so that the worker needs nothing else. */
export const modelQuestion = z.object({
  query: z.string(),
  category: z.string(),
  budget: z.string().nullable(),
  /** Products, with the refs by which the model names them. */
  products: z.array(z.object({ ref: z.string(), name: z.string() })),
  /** Observed facts that a model may cite. */
  observations: z.array(z.object({ id: z.string().regex(/^o\d+$/), text: z.string() })),
});
export type ModelQuestion = z.infer<typeof modelQuestion>;

/** The schema of an answer: words alone. Lengths are cut afterwards, as not every server supports limits in a schema. */
export const modelAnswer = z.object({
  summary: z.string(),
  topPicks: z.array(z.object({ product: z.string(), reason: z.string() })),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;

/** Turns evidence into a question with numbered observations. */
export function questionFor({
  query,
  category,
  budgetCents,
  products,
}: SmartEvidence): ModelQuestion {
  const budget = budgetCents === null ? null : formatAud(budgetCents);
  const shops = shopsOf(products).length;
  const candidates = products.slice(0, CANDIDATES);
  const texts = [
    `We compared ${products.length} products at ${shops} shops.`,
    budget && `The shopper's budget is ${budget}.`,
    ...candidates.flatMap(factsOf),
  ];
  return {
    ...{ query, category, budget },
    products: candidates.map(({ name }, nth) => ({ ref: `p${nth + 1}`, name })),
    observations: texts
      .filter((text) => text !== null)
      .map((text, nth) => ({ id: `o${nth + 1}`, text })),
  };
}

function factsOf(product: SmartProduct): (string | null)[] {
  const { name, best, rating, features } = product;
  const it = `"${name}"`;
  return [
    `${it} costs ${priceOf(product)} at ${best.retailerName}, its lowest price among ${shopsOf([product]).length} shops.`,
    `${it}: ${best.buyVerdict.text}`,
    rating && `${it} is rated ${rating.average} of 5 in ${rating.count} ratings.`,
    ...features.map((feature) => `${it}: ${feature}`),
  ];
}

/**
 * A model's reading as far as the question supports it: its words and figures must stand in the question, or name product types of the
 * lexicon. Null where nothing is left to search for.
 */
export function groundReading(answer: unknown, query: string): QuestionReading | null {
  const { data } = questionReading.safeParse(answer);
  if (!data) return null;
  const keys = new Set(tokensOf(query).map(({ key }) => key));
  const isSaid = (text: string) => {
    const tokens = text.length > MOST_LETTERS ? [] : tokensOf(text);
    return tokens.length > 0 && tokens.every(({ key }) => keys.has(key));
  };
  const isFigure = (figure: number | null) =>
    figure === null ||
    (figure > 0 &&
      new RegExp(`(?<!\\d)${RegExp.escape(String(figure))}(?!\\d)`).test(
        query.replaceAll(',', ''),
      ));
  const amount = (figure: number | null) => (isFigure(figure) ? figure : null);
  const things = data.things.filter((thing) => isSaid(thing) || isProductType(thing));
  const needs = data.needs.filter(({ words, amount }) => isSaid(words) && isFigure(amount));
  if (!things[0] || (data.intent === 'compare' && things.length !== 2)) return null;
  return {
    ...{ ...data, minDollars: amount(data.minDollars), maxDollars: amount(data.maxDollars) },
    things: things.slice(0, MOST),
    needs: needs.slice(0, MOST),
    excluded: data.excluded.filter(isSaid).slice(0, MOST),
  };
}
