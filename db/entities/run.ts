import { defineEntity, p } from '@mikro-orm/core';
import { AVAILABILITIES } from '#domain/offers/availability.ts';
import {
  BAD_VERDICTS,
  type JudgedReading,
  READING_VERDICTS,
} from '#domain/offers/run-quarantine.ts';
import { Page } from './page.ts';
import { Retailer } from './retailer.ts';

const RUN_KINDS = ['crawl', 'replay', 'manual', 'feed'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
const RUN_STATUSES = ['running', 'done', 'quarantined', 'undone'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One pass over a retailer's due pages with its counters; refusals are counted by reason. */
export const Run = defineEntity({
  name: 'Run',
  indexes: [
    { name: 'run_retailer_started', properties: ['retailer', 'startedAt'] },
    {
      name: 'run_open',
      expression: `create unique index "run_open" on "run" ("retailer_id", "kind") where "status" = 'running'`,
    },
    // Few runs match: a chart reads all of them at once rather than the run of each point.
    {
      name: 'run_unsound',
      expression: `create index "run_unsound" on "run" ("id") where "status" in ('quarantined', 'undone')`,
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade'),
    kind: p.enum(RUN_KINDS),
    status: p.enum(RUN_STATUSES),
    startedAt: p.datetime().defaultRaw('now()'),
    finishedAt: p.datetime().nullable(),
    pagesDone: p.integer().default(0),
    pagesUnchanged: p.integer().default(0),
    offersSeen: p.integer().default(0),
    pricesChanged: p.integer().default(0),
    refusals: p.json<Record<string, number>>().defaultRaw("'{}'"),
    /** The newest judged readings, from which the run's quarantine is decided after each page. */
    recent: p.json<JudgedReading[]>().defaultRaw("'[]'"),
    /** Identifies the bytes of an imported feed: an equal file confirms no price. */
    feedDigest: p.text().nullable(),
  },
});

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

/** An offer that a guard refused, as stated by its page or feed; shown to operators until the offer is accepted. */
export const RefusedOffer = defineEntity({
  name: 'RefusedOffer',
  indexes: [{ name: 'refused_offer_newest', properties: ['retailer', 'reason', 'lastRefusedAt'] }],
  properties: {
    /** A hash of retailer, address, variant, seller and reason, because addresses may be too long for an index. */
    id: p.uuid().primary(),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade'),
    /** The page that stated it; null for a feed. */
    page: () => p.manyToOne(Page).nullable().deleteRule('cascade').index(),
    /** The newest run that refused it. No foreign key: runs have their own retention. */
    run: () => p.manyToOne(Run).createForeignKeyConstraint(false),
    feedRow: p.integer().nullable(),
    /** Empty when a feed states none. */
    url: p.text(),
    variant: p.text(),
    seller: p.text(),
    name: p.text(),
    reason: p.text(),
    /** The text as read: '12.99', or whatever a feed has in its place. */
    price: p.text().nullable(),
    currency: p.text().nullable(),
    availability: p.enum(AVAILABILITIES),
    /** The limits that the guard applied: the last known price, or the ceiling of its category. */
    lastPriceCents: p.integer().nullable(),
    ceilingCents: p.integer().nullable(),
    times: p.integer().default(1),
    firstRefusedAt: p.datetime(),
    lastRefusedAt: p.datetime(),
  },
});
