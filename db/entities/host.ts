import { defineEntity, p } from '@mikro-orm/core';

/** How robots.txt was answered when it was last asked for. */
export type RobotsStatus = 'allowed' | 'parsed' | 'unreachable';

/** One row an origin: its pace, robots.txt and breaker, shared by all workers. */
export const Host = defineEntity({
  name: 'Host',
  properties: {
    origin: p.text().primary(),
    nextFreeAt: p.datetime().defaultRaw('now()'),
    /** Of the last exchange. */
    paceMs: p.integer().default(1000),
    /** When it began: a busy worker begins later than its slot. */
    begunAt: p.datetime().nullable(),
    robotsText: p.text().nullable(),
    robotsStatus: p.text().$type<RobotsStatus>().nullable(),
    robotsFetchedAt: p.datetime().nullable(),
    refusedInRow: p.integer().default(0),
    restsUntil: p.datetime().nullable(),
  },
});
