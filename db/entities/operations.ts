import { defineEntity, p } from '@mikro-orm/core';

/** An operator's action at /admin. It outlives the account, so it stores the address rather than a reference. */
export const OperatorAction = defineEntity({
  name: 'OperatorAction',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    operator: p.text(),
    /** Path of the submitted form or of the queue board's call. */
    path: p.text(),
    /** The form's fields, without its token. */
    fields: p.json<Record<string, string>>(),
    doneAt: p.datetime().defaultRaw('now()').index(),
  },
});

export const WorkerProcess = defineEntity({
  name: 'WorkerProcess',
  properties: {
    /** Host and process id. */
    name: p.text().primary(),
    lanes: p.array<string>().columnType('text[]'),
    startedAt: p.datetime().defaultRaw('now()'),
    seenAt: p.datetime().defaultRaw('now()'),
  },
});

/** Errors in the logs of all processes, one row a kind (db/queries/operators/errors.ts). */
export const ErrorGroup = defineEntity({
  name: 'ErrorGroup',
  properties: {
    /** Hash of place, type and shape. */
    key: p.text().primary(),
    /** The logger and what it was about: 'queues crawl', 'api GET /products/{id}'. */
    place: p.text(),
    message: p.text(),
    /** Host and process id of the newest one. */
    process: p.text(),
    /** The newest stack; empty without one. */
    stack: p.text(),
    /** Other fields of the newest line. */
    details: p.json<Record<string, unknown>>(),
    count: p.integer(),
    firstAt: p.datetime().defaultRaw('now()'),
    lastAt: p.datetime().defaultRaw('now()').index(),
  },
});

/** The one row about backups (db/queries/operators/backups.ts). */
export const BackupStamp = defineEntity({
  name: 'BackupStamp',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** The first attempt. */
    since: p.datetime().defaultRaw('now()'),
    /** When a worker last claimed to make a backup. */
    begunAt: p.datetime().defaultRaw('now()'),
    /** When the last complete backup was made, by a worker or by hand. */
    doneAt: p.datetime().nullable(),
  },
});

/** Counters of rate-limiter-flexible's Postgres store, which names the columns. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  properties: {
    key: p.text().primary(),
    points: p.integer().default(0),
    expire: p.bigint('number').nullable().index(),
  },
});

/** The catalogue's size at the clock's last check and at the jobs that follow its growth: one row for all workers. */
export const CatalogueSize = defineEntity({
  name: 'CatalogueSize',
  properties: {
    id: p.smallint().primary().autoincrement(false).default(1),
    checkedAt: p.datetime().defaultRaw('now()'),
    offers: p.integer(),
    /** At the newest vocabulary job; 0 before the first, and after a release with other search texts. */
    offersInVocabulary: p.integer().default(0),
    /** The rules of search texts at the newest vocabulary job. */
    textRules: p.text().default(''),
    offersAtRematch: p.integer(),
  },
});
