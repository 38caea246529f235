import { defineEntity, p } from '@mikro-orm/core';
import { BAD_VERDICTS, READING_VERDICTS } from '#domain/offers/run-quarantine.ts';
import { Page } from './page.ts';
import { Retailer } from './retailer.ts';
import { Run } from './run.ts';

/** A retailer under suspicion, with the run that holds its readings until an operator approves or probes read sane prices again. */
export const Quarantine = defineEntity({
  name: 'Quarantine',
  indexes: [
    {
      name: 'quarantine_open',
      expression: `create unique index "quarantine_open" on "quarantine" ("retailer_id") where "ended_at" is null`,
    },
  ],
  properties: {
    run: () => p.oneToOne(Run).primary().owner().deleteRule('cascade'),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade').index(),
    /** The run that raised suspicion. What it stored before stays; it can be undone by itself. */
    suspectedIn: () => p.manyToOne(Run).nullable().deleteRule('set null'),
    /** What most of the bad readings were. */
    kind: p.enum(BAD_VERDICTS),
    /** What it was decided from: judged readings, and those of them that were bad. */
    judged: p.integer(),
    bad: p.integer(),
    beganAt: p.datetime().defaultRaw('now()'),
    nextProbeAt: p.datetime(),
    /** Rounds that did not find the shop sane. */
    probes: p.smallint().default(0),
    endedAt: p.datetime().nullable(),
    ending: p.enum(['approved', 'healed']).nullable(),
    /** Who approved or undid it. */
    decidedBy: p.text().nullable(),
  },
});

/** What a page of a quarantined run said, held back: stored when the run is approved, else thrown away. */
export const HeldPage = defineEntity({
  name: 'HeldPage',
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
