import { defineEntity, p } from '@mikro-orm/core';

/** A product picture as the site serves it, one row a width. `hash` names the bytes that the shop sent. */
export const Picture = defineEntity({
  name: 'Picture',
  tableName: 'picture',
  properties: {
    hash: p.text().primary(),
    width: p.smallint().primary(),
    format: p.text(),
    bytes: p.blob().$type<Buffer>(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
