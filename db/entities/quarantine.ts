import { defineEntity, p } from '@mikro-orm/core';
import { BAD_VERDICTS, READING_VERDICTS } from '#domain/offers/run-quarantine.ts';
import { Page } from './page.ts';
import { Retailer } from './retailer.ts';
import { Run } from './run.ts';

/** A retailer under suspicion, with the run that holds its readings until an operator approves or probes find sane prices. */
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
    /** The run that raised suspicion. Prices it had stored stay; it can be undone separately. */
    suspectedIn: () => p.manyToOne(Run).nullable().deleteRule('set null'),
    /** The most frequent kind of bad reading. */
    kind: p.enum(BAD_VERDICTS),
    /** Readings judged for the decision, and the bad ones among them. */
    judged: p.integer(),
    bad: p.integer(),
    beganAt: p.datetime().defaultRaw('now()'),
    nextProbeAt: p.datetime(),
    /** Probe rounds that did not find the shop sane. */
    probes: p.smallint().default(0),
    endedAt: p.datetime().nullable(),
    ending: p.enum(['approved', 'healed']).nullable(),
    /** The operator who approved or undid it. */
    decidedBy: p.text().nullable(),
  },
});

/** A held reading of a quarantined run's page: stored when the run is approved, else discarded. */
export const HeldPage = defineEntity({
  name: 'HeldPage',
  properties: {
    run: () => p.manyToOne(Run).primary().deleteRule('cascade'),
    page: () => p.manyToOne(Page).primary().deleteRule('cascade').index(),
    observedAt: p.datetime(),
    verdict: p.enum(READING_VERDICTS),
    reason: p.text().nullable(),
    /** Known offers as they would be stored (OfferToStore of db/queries/offers/offer-columns.ts). */
    offers: p.json<object[]>().defaultRaw("'[]'"),
  },
});
