import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A person's saved shopping list, as plain lines. */
export const Docket = defineEntity({
  name: 'Docket',
  properties: {
    user: () => p.oneToOne(User).primary().owner().deleteRule('cascade'),
    list: p.text(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
