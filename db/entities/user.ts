import { defineEntity, p } from '@mikro-orm/core';
import { ACCOUNT_EVENTS, ACCOUNT_WAYS } from '#domain/account/account-events.ts';

/** `resting` is a suspended operator, whose new address is not verified yet. */
const USER_ROLES = ['user', 'operator', 'resting'] as const;

/** A shopper's preferences (spec §3); the price range is in dollars like the API. */
export interface Preferences {
  categories: string[];
  priceRange: { min: number; max: number };
  preferredRetailers: string[];
  currency: 'AUD';
}

/** A person's account: better-auth's user columns and our own. */
export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    email: p.text().unique(),
    name: p.text(),
    emailVerified: p.boolean().default(false),
    image: p.text().nullable(),
    /** Sign-in requires a code. */
    twoFactorEnabled: p.boolean().default(false),
    role: p.enum(USER_ROLES).default('user'),
    preferences: p.json<Preferences>().nullable(),
    lastLogin: p.datetime().nullable(),
    loginCount: p.integer().default(0),
    /** Alerts that fire wait for one mail a day. */
    dailyAlerts: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

/** An e-mail address that confirmed one person's alerts: only their alerts may be sent to it. */
export const ConfirmedAddress = defineEntity({
  name: 'ConfirmedAddress',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    email: p.text().primary(),
    confirmedAt: p.datetime().defaultRaw('now()'),
  },
});

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

/** A person's authenticator app as better-auth's twoFactor plugin stores it; secret and codes are encrypted with the server's secret. */
export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).unique().deleteRule('cascade'),
    secret: p.text(),
    backupCodes: p.text(),
    /** False until a code proves that the app is set up. */
    verified: p.boolean().default(false),
    failedVerificationCount: p.integer().default(0),
    lockedUntil: p.datetime().nullable(),
  },
});

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

/** A sign-in, a refused sign-in or a change of sign-in methods; holds no password, code or address. */
export const AccountEvent = defineEntity({
  name: 'AccountEvent',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    /** Null when no account has the typed address. */
    user: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    kind: p.enum(ACCOUNT_EVENTS),
    way: p.enum(ACCOUNT_WAYS),
    /** True for the sign-in of /admin. */
    atAdmin: p.boolean().default(false),
    /** Keyed hash of the client's network: equal networks have equal hashes, and none can be recovered. */
    network: p.text().nullable(),
    happenedAt: p.datetime().defaultRaw('now()').index(),
  },
});
