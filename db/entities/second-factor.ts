import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

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
