import { defineEntity, p } from '@mikro-orm/core';
import { ACCOUNT_EVENTS, ACCOUNT_WAYS } from '#domain/account/account-events.ts';
import { User } from './user.ts';

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
