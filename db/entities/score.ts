import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';

/** Source of an offer's quality and value scores; the price score is always computed. */
const SCORED_BY = ['rules', 'model'] as const;

/** An offer's scores relative to its product's other offers; each 0–100. */
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
