/*
 * Smart Search: advice on what to buy, from observed prices only (docs/smart-search.md).
 *   question.ts     a question → its structure       needs.json      the grammar's words
 *   thing.ts        what it asks for                 noun-phrase.ts  the phrases that name goods
 *   needs.ts        what goods must meet             wishes.ts       what else it says of them
 *   ideas.ts        what a purpose or gift takes     sides.ts        the sides of a comparison
 *   measures.ts     a need → what it asks of goods   measures.json   the rules, with their sources
 *   evidence.ts     found offers → products (product.ts), left out or in their order (order.ts)
 *   intents.ts      evidence → what is picked and said, by intent (comparison.ts, alternatives.ts, several-types.ts)
 *   rules.ts        picks → advice                   tips.json       tips by product type, with their conditions
 *   model.ts        evidence → a question for a model
 *   grounding.ts    which sentences of a model's answer are supported
 */
import { z } from 'zod';
import type { Cents } from '../money.ts';
import type { Availability } from '../offers/availability.ts';
import type { BuyVerdict } from '../prices/buy-verdict.ts';
import type { Described } from './measures.ts';
import { INTENTS, type QuestionReading } from './question.ts';

/** The advice of spec §3 "Smart recommendation response"; prices in dollars. */
export const smartAdvice = z.object({
  summary: z.string(),
  priceRange: z.object({ min: z.number().min(0), max: z.number().min(0), note: z.string() }),
  topPicks: z.array(
    z.object({
      name: z.string(),
      reason: z.string(),
      keyFeatures: z.array(z.string()),
      userSentiment: z.string(),
      role: z.string().optional().describe('What the pick is among the picks'),
    }),
  ),
  buyingTips: z.array(z.string()),
  reasoning: z.array(z.string()),
  intent: z.enum(INTENTS).describe('How the question was read'),
  comparison: z
    .object({
      names: z.array(z.string()),
      rows: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
    })
    .optional()
    .describe('Two products side by side'),
});
export type SmartAdvice = z.infer<typeof smartAdvice>;

export interface SmartQuestion {
  query: string;
  category: string | null;
  minCents: Cents | null;
  budgetCents: Cents | null;
  reading: QuestionReading;
}

/** An observed offer. */
export interface SmartOffer {
  offerId: string;
  productId: string;
  /** Name of the product over all shops. */
  productName: string;
  brand: string | null;
  category: string | null;
  retailerName: string;
  priceCents: Cents;
  availability: Availability;
  canBuy: boolean;
  /** What the question asks for, rather than goods that only match its words. */
  isTheThing: boolean;
  /** It matches only part of what was searched for. */
  isSimilar: boolean;
  ratingAverage: number | null;
  ratingCount: number | null;
  /** 0–100; null before scoring. */
  overall: number | null;
  /** On its price, in the year of the product. */
  buyVerdict: BuyVerdict;
  /** 'Last this cheap on 3 May.' Null without history. */
  lastLow: string | null;
  /** 'Half price about every 4 weeks …'; null without a proven rhythm. */
  rhythm: string | null;
}

/** What a search found, the best match first. */
export interface Found<Offer extends SmartOffer = SmartOffer> {
  /** The words that found it, of the words asked for. */
  thing: string;
  asked: string;
  /** No product matches these words; these are the nearest. */
  isLoose: boolean;
  offers: readonly Offer[];
  /** By product id. */
  specifications: ReadonlyMap<string, Described['facts']>;
}
