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

/** Counters of rate-limiter-flexible's Postgres store, which names the columns. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  properties: {
    key: p.text().primary(),
    points: p.integer().default(0),
    expire: p.bigint('number').nullable().index(),
  },
});
