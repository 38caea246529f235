import { defineEntity, p } from '@mikro-orm/core';

/** An e-mail address that has confirmed once: alerts may be sent to it. */
export const ConfirmedAddress = defineEntity({
  name: 'ConfirmedAddress',
  tableName: 'confirmed_address',
  properties: {
    email: p.text().primary(),
    confirmedAt: p.datetime().defaultRaw('now()'),
  },
});
