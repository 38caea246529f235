import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A signed-in browser, as better-auth keeps it. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'user_session',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    token: p.text().unique(),
    expiresAt: p.datetime().index(),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
