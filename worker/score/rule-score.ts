/*
 * Scores of offers: score-products reads and writes, rule-score computes, recommendation describes figures in words. A model may
 * score quality and value (model-score); prices are always scored here.
 */
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { scoreBeside } from '#domain/prices/buy-verdict.ts';
import { ratingsOf } from '#domain/products/pooled-rating.ts';

export interface ScoredOffer {
  priceCents: Cents;
  availability: Availability;
  canBuy: boolean;
  retailerName: string;
  ratingAverage: number | null;
  ratingCount: number | null;
  trustScore10: number;
}

/** Scores that a model may give in place of the rules, 0 to 100. */
export type JudgedScores = { quality: number; value: number };

/** The price score of an offer without any comparison. */
const NEUTRAL = 60;
/** Points for each percent below the average of the shops: 20 % below gives the maximum. */
const POINTS_PER_PERCENT = 2;
const WEIGHTS = { price: 0.4, quality: 0.3, value: 0.2, popularity: 0.1 } as const;
const RATING_SHARE = 0.65;
/** The prior of the Bayesian average: PRIOR_COUNT ratings of PRIOR_RATING stars. */
const PRIOR_RATING = 3.9;
const PRIOR_COUNT = 20;
/** Numbers of ratings and shops that give full popularity. */
const MANY_RATINGS = 5_000;
const MANY_SHOPS = 8;
/** An offer that cannot be bought keeps this share of its overall score. */
const NOT_BUYABLE_SHARE = 0.6;

/**
 * Scores an offer: whole numbers from 0 to 100, which search divides by 10. `group` is all offers of its product, itself included.
 * `standing` is the verdict's measure of its price, which other shops replace while its past is too short. `judged` replaces the rules'
 * scores.
 */
export function ruleScores(
  offer: ScoredOffer,
  group: readonly ScoredOffer[],
  standing: number | null,
  judged?: JudgedScores,
) {
  const price = standing ?? againstGroup(offer, group);
  const quality = judged?.quality ?? qualityScore(offer, group);
  const value = judged?.value ?? Math.sqrt(price * quality);
  const popularity = popularityScore(group);
  const overall =
    WEIGHTS.price * price +
    WEIGHTS.quality * quality +
    WEIGHTS.value * value +
    WEIGHTS.popularity * popularity;
  return {
    overall: whole(scoreBeside(standing, offer.canBuy ? overall : overall * NOT_BUYABLE_SHARE)),
    price: whole(price),
    quality: whole(quality),
    value: whole(value),
    popularity: whole(popularity),
  };
}

/** 60 at the average of the offers that can be bought, and without another offer; 100 at 20 % below it. */
function againstGroup(offer: ScoredOffer, group: readonly ScoredOffer[]): number {
  const prices = group.filter((one) => one === offer || one.canBuy).map((one) => one.priceCents);
  const average = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  if (average <= 0) return NEUTRAL;
  return clamp(NEUTRAL + ((average - offer.priceCents) / average) * 100 * POINTS_PER_PERCENT);
}

/** The rating of the whole product, shrunk towards the prior, combined with the shop's trust score. */
function qualityScore(offer: ScoredOffer, group: readonly ScoredOffer[]): number {
  const { count, stars } = ratingsOf(group);
  const shrunk = (stars + PRIOR_RATING * PRIOR_COUNT) / (count + PRIOR_COUNT);
  const rating = ((shrunk - 1) / 4) * 100;
  return clamp(RATING_SHARE * rating + (1 - RATING_SHARE) * clamp(offer.trustScore10, 0, 10) * 10);
}

/** Half from the number of ratings, half from the number of shops. */
function popularityScore(group: readonly ScoredOffer[]): number {
  const fromRatings = Math.log1p(ratingsOf(group).count) / Math.log1p(MANY_RATINGS);
  const fromShops = (shopsOf(group) - 1) / (MANY_SHOPS - 1);
  return 50 * clamp(fromRatings, 0, 1) + 50 * clamp(fromShops, 0, 1);
}

/** The number of shops; one shop may have several offers of a product (sellers, addresses). */
export function shopsOf(offers: readonly Pick<ScoredOffer, 'retailerName'>[]): number {
  return new Set(offers.map(({ retailerName }) => retailerName)).size;
}

function clamp(value: number, low = 0, high = 100): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : low;
}

function whole(score: number): number {
  return Math.round(clamp(score));
}
