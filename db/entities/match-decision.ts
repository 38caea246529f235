import { defineEntity, p } from '@mikro-orm/core';
import { type MatchMethod, Offer } from './offer.ts';
import { Product } from './product.ts';

const MATCH_DECISIONS = ['split', 'merge', 'keep'] as const;

/** The rows that a decision moved, so that undo restores them. `wishers` are users. */
export interface MovedMatch {
  offers: {
    id: string;
    matchMethod: MatchMethod;
    matchConfidence: number;
    matchBecause: string[];
  }[];
  /** Products merged earlier into the product that was merged away. */
  tombstones: string[];
  alerts: string[];
  reviews: string[];
  views: string[];
  wishers: string[];
  /** True when the decision created the offer's new product. */
  isNewProduct: boolean;
  /** The GTIN that moved from the old product to the new one. */
  gtin: string | null;
  /** The picture that the old product lost with the offer. */
  imageUrl: string | null;
}

/**
 * A matching decision by an operator or the daily job, kept as the audit log; a decided pair is not proposed again. A split took
 * `offer` out of `product`, a merge made `product` part of `into`, a keep changed nothing.
 */
export const MatchDecision = defineEntity({
  name: 'MatchDecision',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    kind: p.enum(MATCH_DECISIONS),
    offer: () => p.manyToOne(Offer).nullable().deleteRule('set null').index(),
    product: () => p.manyToOne(Product).index(),
    into: () => p.manyToOne(Product).nullable().index(),
    because: p.json<string[]>(),
    moved: p.json<MovedMatch>().nullable(),
    decidedBy: p.text(),
    decidedAt: p.datetime().defaultRaw('now()').index(),
    undoneBy: p.text().nullable(),
    undoneAt: p.datetime().nullable(),
  },
});
