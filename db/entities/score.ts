import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';

/** Who judged quality and value of an offer; its price score is always computed. */
const SCORED_BY = ['rules', 'model'] as const;

/** What an offer is worth among the offers of its product; every score 0–100. */
export const Score = defineEntity({
  name: 'Score',
  properties: {
    offer: () => p.oneToOne(Offer).primary().owner().deleteRule('cascade'),
    overall: p.smallint(),
    price: p.smallint(),
    quality: p.smallint(),
    value: p.smallint(),
    popularity: p.smallint(),
    reason: p.text(),
    highlights: p.json<string[]>(),
    by: p.enum(SCORED_BY).default('rules'),
    scoredAt: p.datetime().defaultRaw('now()'),
  },
});
