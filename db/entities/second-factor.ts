import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A person's authenticator app, as better-auth's twoFactor plugin keeps it; secret and codes are encrypted with the server's secret. */
export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).unique().deleteRule('cascade'),
    secret: p.text(),
    backupCodes: p.text(),
    /** False until one code has proven that the app was set up. */
    verified: p.boolean().default(false),
    failedVerificationCount: p.integer().default(0),
    lockedUntil: p.datetime().nullable(),
  },
});
