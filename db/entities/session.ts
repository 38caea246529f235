import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A signed-in browser (better-auth's session model). */
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

/** A sign-in method: password, Google or Facebook (better-auth's account model). */
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

/** A single-use secret that expires: password reset, social state (better-auth's verification model). */
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
