/*
 * Smart Search: advice on what to buy, from observed prices only (docs/smart-search.md).
 *   question.ts     a question → its structure       needs.json      the grammar's words
 *   measures.ts     a need → what it asks of goods   measures.json   the rules, with their sources
 *   goods.ts        which found goods are meant      tips.json       tips by product type, with their conditions
 *   evidence.ts     offers → ranked products
 *   rules.ts        evidence → advice                intents.ts      the same for comparisons, times to buy, purposes …
 *   model.ts        evidence → a question for a model
 *   grounding.ts    which sentences of a model's answer are supported
 */
import { z } from 'zod';
import type { Cents } from '../money.ts';
import type { Availability } from '../offers/availability.ts';
import type { BuyVerdict } from '../prices/buy-verdict.ts';
import type { Asked, Check } from './measures.ts';
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

/** An observed offer. */
export interface SmartOffer {
  offerId: string;
  productId: string;
  /** Name of the product over all shops. */
  productName: string;
  /** Name at this shop. */
  name: string;
  brand: string | null;
  category: string | null;
  retailerName: string;
  priceCents: Cents;
  availability: Availability;
  canBuy: boolean;
  /** What the question asks for, rather than goods that only match its words. */
  isTheThing: boolean;
  ratingAverage: number | null;
  ratingCount: number | null;
  /** 0–100; null before scoring. */
  overall: number | null;
  /** On its price, in the year of the product. */
  buyVerdict: BuyVerdict;
  /** How its price moved, and when specials are due; missing without history. */
  outlook?: Outlook | undefined;
}

/** The year of a product's best price. */
export interface Outlook {
  usualCents: Cents;
  lowestCents: Cents;
  /** 'Last this cheap on 3 May.' */
  lastLow: string | null;
  /** 'Half price about every 4 weeks …'; null without a proven rhythm. */
  rhythm: string | null;
}

/** A product that the advice may recommend. */
export interface SmartProduct {
  /** 'p1', 'p2', …, by which a model names it. */
  ref: string;
  productId: string;
  name: string;
  best: SmartOffer;
  /** Shops that sell it now. */
  shops: number;
  /** Weighted over the shops that publish ratings; null with fewer than 5 ratings. */
  rating: { average: number; count: number } | null;
  score100: number;
  facts: Readonly<Record<string, string>>;
  /** For each need that a rule knows, what the goods state. */
  checks: readonly Check[];
  features: string[];
}

/** Everything known for a question, ranked. */
export interface SmartEvidence {
  query: string;
  category: string;
  /** Product types of the question and its goods, as the tables of rules and tips know them. */
  type: string;
  budgetCents: Cents | null;
  /** What the needs ask of the goods, in the order of each product's checks. */
  asked: readonly Asked[];
  /** Goods left out because they break a need. */
  broken: readonly SmartProduct[];
  /** The best match that can be bought, whatever its price and verdict; null for none. */
  named: SmartProduct | null;
  /** The question names a make or model rather than a kind of goods. */
  isModel: boolean;
  /** No offer matches all terms of the question; these are the nearest. */
  isLoose: boolean;
  /** Categories of the goods found, where the question names no thing and no category holds most of them; otherwise empty. */
  meanings: string[];
  /** No offer is in the category that the shopper chose. */
  isOutsideCategory: boolean;
  /** Every product costs more than the budget. */
  isOverBudget: boolean;
  /** The cheapest product comes first: all are over the budget, or the question asks for a cheap one. */
  isByPrice: boolean;
  /** The products whose names say that they suit the purpose come first; few do. */
  isByName: boolean;
  offersRead: number;
  /** Offers that their shops state as gone or not yet released. */
  offersNotBuyable: number;
  /** Offers last seen too long ago to tell whether they can be bought. */
  offersUnseen: number;
  /** Offers whose shop states no availability; they count as buyable. */
  offersUnstated: number;
  /** Accessories left out. */
  accessories: number;
  /** Products left out because their verdict is "wait". */
  waiting: number;
  shops: number;
  /** Best first, within category and budget. */
  products: SmartProduct[];
  /** Over the best offers of the products; null without any. */
  prices: { lowestCents: Cents; medianCents: Cents; highestCents: Cents } | null;
}

export interface SmartQuestion {
  query: string;
  category: string | null;
  budgetCents: Cents | null;
  minCents?: Cents | null;
  /** The question as read; by grammar where missing. */
  reading?: QuestionReading;
  /** The words that were searched for; the query where missing. */
  thing?: string;
}
