import { defineEntity, p } from '@mikro-orm/core';
import type { JudgedReading } from '#domain/offers/run-quarantine.ts';
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
  },
});
