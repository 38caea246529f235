/*
 * Smart recommendations: advice on what to buy, from observed prices only.
 *   recommendation.ts   the shapes              evidence.ts     offers → evidence
 *   rules.ts            evidence → advice       model.ts        evidence → a question for a model
 *   grounding.ts        what of a model's answer may be believed     buying-tips.json   tips by category
 */
import { z } from 'zod';
import type { Cents } from '../money.ts';
import type { Availability } from '../offers/availability.ts';

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
    }),
  ),
  buyingTips: z.array(z.string()),
  reasoning: z.array(z.string()),
});
export type SmartAdvice = z.infer<typeof smartAdvice>;

/** One observed offer, as the advice reads it. */
export interface SmartOffer {
  offerId: string;
  productId: string;
  /** What the product is called over all shops. */
  productName: string;
  /** What this shop calls it. */
  name: string;
  brand: string | null;
  category: string | null;
  retailerName: string;
  priceCents: Cents;
  availability: Availability;
  canBuy: boolean;
  ratingAverage: number | null;
  ratingCount: number | null;
  /** 0–100; null before it is scored. */
  overall: number | null;
  /** Lowest and highest price at this shop in the last year. */
  yearLowCents: Cents;
  yearHighCents: Cents;
}

/** A product that the advice may recommend. */
export interface SmartProduct {
  /** 'p1', 'p2', …: how a model names it. */
  ref: string;
  productId: string;
  name: string;
  best: SmartOffer;
  /** Shops that sell it now. */
  shops: number;
  /** Weighted over the shops that publish ratings; null with fewer than 5 ratings. */
  rating: { average: number; count: number } | null;
  score100: number;
  features: string[];
}

/** All that is known for one question, ranked. */
export interface SmartEvidence {
  query: string;
  category: string;
  budgetCents: Cents | null;
  /** No offer has all words of the question: these are the nearest. */
  isLoose: boolean;
  /** The shopper asked for a category that none of the offers is in. */
  isOutsideCategory: boolean;
  /** Nothing costs as little as the budget. */
  isOverBudget: boolean;
  offersRead: number;
  /** Those that are gone or not out yet, as their shops say. */
  offersNotBuyable: number;
  /** Too old to tell whether they can be bought. */
  offersUnseen: number;
  /** Those whose shop does not say whether it has them: they count as buyable. */
  offersUnstated: number;
  /** Products that were left out because they only belong to what was asked for. */
  accessories: number;
  shops: number;
  /** Best first: what fits the category and the budget, then by score. */
  products: SmartProduct[];
  /** Over the best offers of the products; null without any. */
  prices: { lowestCents: Cents; medianCents: Cents; highestCents: Cents } | null;
}

export interface SmartQuestion {
  query: string;
  category: string | null;
  budgetCents: Cents | null;
}
