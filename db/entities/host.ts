import { defineEntity, p } from '@mikro-orm/core';

/** One row an origin: its pace, robots.txt and breaker, shared by all workers. */
export const Host = defineEntity({
  name: 'Host',
  tableName: 'host',
  properties: {
    origin: p.text().primary(),
    nextFreeAt: p.datetime().defaultRaw('now()'),
    paceMs: p.integer().default(1000),
    robotsText: p.text().nullable(),
    robotsStatus: p.text().nullable(),
    robotsFetchedAt: p.datetime().nullable(),
    refusedInRow: p.integer().default(0),
    restsUntil: p.datetime().nullable(),
  },
});
