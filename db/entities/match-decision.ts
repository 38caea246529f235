import { defineEntity, p } from '@mikro-orm/core';
import { type MatchMethod, Offer } from './offer.ts';
import { Product } from './product.ts';

const MATCH_DECISIONS = ['split', 'merge', 'keep'] as const;

/** What a decision moved, so that undoing it returns the same rows. `wishers` are users. */
export interface MovedMatch {
  offers: {
    id: string;
    matchMethod: MatchMethod;
    matchConfidence: number;
    matchBecause: string[];
  }[];
  /** Products that had been merged into the product that went. */
  tombstones: string[];
  alerts: string[];
  reviews: string[];
  views: string[];
  wishers: string[];
  /** True when the decision created the product that the offer went to. */
  isNewProduct: boolean;
  /** The GTIN that the old product gave to the new one. */
  gtin: string | null;
  /** The picture that the old product lost with the offer. */
  imageUrl: string | null;
}

/**
 * What an operator or the daily job decided of a match; the record is the audit, and no pair that has one is proposed again.
 * A split took `offer` out of `product`, a merge made `product` part of `into`, a keep left things as they were.
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
