import { defineEntity, p } from '@mikro-orm/core';
import { READING_VERDICTS } from '#domain/offers/run-quarantine.ts';
import { Page } from './page.ts';
import { Run } from './run.ts';

/** What a page of a quarantined run said, held back: stored when the run is approved, else thrown away. */
export const HeldPage = defineEntity({
  name: 'HeldPage',
  tableName: 'held_page',
  properties: {
    run: () => p.manyToOne(Run).primary().deleteRule('cascade'),
    page: () => p.manyToOne(Page).primary().deleteRule('cascade').index(),
    observedAt: p.datetime(),
    verdict: p.enum(READING_VERDICTS),
    reason: p.text().nullable(),
    /** Offers we know already, as they would have been stored (OfferToStore of db/queries/offers/offers.ts). */
    offers: p.json<object[]>().defaultRaw("'[]'"),
  },
});
