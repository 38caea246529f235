import { defineEntity, p } from '@mikro-orm/core';
import { ACCOUNT_EVENTS, ACCOUNT_WAYS } from '#domain/account/account-events.ts';
import { User } from './user.ts';

/** One sign-in, refused sign-in or change of how an account is opened. No password, code or address is in it. */
export const AccountEvent = defineEntity({
  name: 'AccountEvent',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    /** Null where no account has the address that was typed. */
    user: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    kind: p.enum(ACCOUNT_EVENTS),
    way: p.enum(ACCOUNT_WAYS),
    /** At the sign-in of /admin. */
    atAdmin: p.boolean().default(false),
    /** Keyed hash of the network: the same network has the same word, and nobody can tell which it is. */
    network: p.text().nullable(),
    happenedAt: p.datetime().defaultRaw('now()').index(),
  },
});
