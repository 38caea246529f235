import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';
import { Product } from './product.ts';

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
