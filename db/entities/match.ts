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

/**
 * A matching change that the daily job proposes to operators: move `offer` out of `product` (to `into` or a new product), or, without
 * an offer, merge `product` into `into`. Deleted with the decision.
 */
export const MatchProposal = defineEntity({
  name: 'MatchProposal',
  indexes: [
    {
      name: 'match_proposal_once',
      expression: `create unique index "match_proposal_once" on "match_proposal" ("product_id", "offer_id", "into_id") nulls not distinct`,
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    offer: () => p.manyToOne(Offer).nullable().deleteRule('cascade').index(),
    product: () => p.manyToOne(Product).deleteRule('cascade'),
    into: () => p.manyToOne(Product).nullable().deleteRule('cascade').index(),
    because: p.json<string[]>(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
