import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A key with which a person's programs read public data. Only its hash is stored. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    name: p.text(),
    /** Its first characters, which identify it to its owner. */
    prefix: p.text(),
    /** SHA-256 of the key, in hex: a key of 192 random bits needs no slow hash. */
    hash: p.text().unique(),
    createdAt: p.datetime().defaultRaw('now()'),
    lastUsedAt: p.datetime().nullable(),
  },
});
