/*
 * Smart recommendations: advice on what to buy, from observed prices only.
 *   recommendation.ts   the shapes              evidence.ts     offers → evidence
 *   rules.ts            evidence → advice       model.ts        evidence → a question for a model
 *   grounding.ts        which sentences of a model's answer are supported     buying-tips.json   tips by category
 */
import { z } from 'zod';
import type { Cents } from '../money.ts';
import type { Availability } from '../offers/availability.ts';
import type { BuyVerdict } from '../prices/buy-verdict.ts';

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
  features: string[];
}

/** Everything known for a question, ranked. */
export interface SmartEvidence {
  query: string;
  category: string;
  budgetCents: Cents | null;
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
}
