import { defineEntity, p } from '@mikro-orm/core';

/** Result of the last request for robots.txt. */
export type RobotsStatus = 'allowed' | 'parsed' | 'unreachable';

/** An origin's pace, robots.txt and breaker, shared by all workers. */
export const Host = defineEntity({
  name: 'Host',
  properties: {
    origin: p.text().primary(),
    /** Pace of the last exchange. */
    paceMs: p.integer().default(1000),
    /** Start of the last exchange. */
    begunAt: p.datetime().nullable(),
    robotsText: p.text().nullable(),
    robotsStatus: p.text().$type<RobotsStatus>().nullable(),
    robotsFetchedAt: p.datetime().nullable(),
    refusedInRow: p.integer().default(0),
    restsUntil: p.datetime().nullable(),
  },
});
