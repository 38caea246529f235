import { defineEntity, p } from '@mikro-orm/core';

/** A single-use secret with an end (password reset, social state): better-auth's verification model. */
export const Verification = defineEntity({
  name: 'Verification',
  tableName: 'user_verification',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    identifier: p.text().index(),
    value: p.text(),
    expiresAt: p.datetime().index(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
