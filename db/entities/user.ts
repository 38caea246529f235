import { defineEntity, p } from '@mikro-orm/core';

/** `resting` is an operator whose new address is not proven yet. */
const USER_ROLES = ['user', 'operator', 'resting'] as const;

/** What a shopper prefers (spec §3); price range in dollars as the API speaks. */
export interface Preferences {
  categories: string[];
  priceRange: { min: number; max: number };
  preferredRetailers: string[];
  currency: 'AUD';
}

/** A person with an account. The columns of better-auth's user model and our own. */
export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    email: p.text().unique(),
    name: p.text(),
    emailVerified: p.boolean().default(false),
    image: p.text().nullable(),
    /** Signing in asks for a code. */
    twoFactorEnabled: p.boolean().default(false),
    role: p.enum(USER_ROLES).default('user'),
    preferences: p.json<Preferences>().nullable(),
    lastLogin: p.datetime().nullable(),
    loginCount: p.integer().default(0),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

/** An e-mail address that confirmed the alerts of one person: theirs may be sent to it, nobody else's. */
export const ConfirmedAddress = defineEntity({
  name: 'ConfirmedAddress',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    email: p.text().primary(),
    confirmedAt: p.datetime().defaultRaw('now()'),
  },
});
