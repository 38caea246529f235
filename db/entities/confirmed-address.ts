import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** An e-mail address that confirmed the alerts of one person: theirs may be sent to it, nobody else's. */
export const ConfirmedAddress = defineEntity({
  name: 'ConfirmedAddress',
  tableName: 'confirmed_address',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    email: p.text().primary(),
    confirmedAt: p.datetime().defaultRaw('now()'),
  },
});
