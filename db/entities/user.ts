import { defineEntity, p } from '@mikro-orm/core';

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
