import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A way to sign in (a password, Google, Facebook): better-auth's account model. */
export const Credential = defineEntity({
  name: 'Credential',
  tableName: 'user_credential',
  uniques: [{ name: 'credential_provider_account', properties: ['providerId', 'accountId'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    accountId: p.text(),
    providerId: p.text(),
    accessToken: p.text().nullable(),
    refreshToken: p.text().nullable(),
    idToken: p.text().nullable(),
    accessTokenExpiresAt: p.datetime().nullable(),
    refreshTokenExpiresAt: p.datetime().nullable(),
    scope: p.text().nullable(),
    password: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
