import { defineEntity, p } from '@mikro-orm/core';

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
