import { defineEntity, p } from '@mikro-orm/core';

/** Counters of rate-limiter-flexible's Postgres store, which names the columns. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  properties: {
    key: p.text().primary(),
    points: p.integer().default(0),
    expire: p.bigint('number').nullable().index(),
  },
});
