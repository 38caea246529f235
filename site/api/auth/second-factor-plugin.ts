import { randomInt } from 'node:crypto';
import { createAuthEndpoint } from 'better-auth/api';
import { generateRandomString } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';
import { SITE_NAME } from '#domain/text/site-name.ts';

const BACKUP_CODES = 10;
/** Characters without lookalikes; ten of them give 49 random bits. */
const BACKUP_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const BACKUP_HALF = 5;
/** Time allowed for the second step of a sign-in. */
const CHALLENGE_S = 10 * 60;

/** better-auth's name for the cookie that carries a challenge. */
export const CHALLENGE_COOKIE = 'two_factor';

/**
 * Codes of an authenticator app (TOTP, RFC 6238) and backup codes. better-auth encrypts both with the server's secret, allows
 * 5 wrong codes per sign-in, locks an account for 15 minutes after 10 in a row, and deletes a backup code when it is used.
 */
export const secondFactor = () =>
  twoFactor({
    issuer: SITE_NAME,
    twoFactorCookieMaxAge: CHALLENGE_S,
    // Our own calls ask for the password (site/api/routes/security.ts).
    allowPasswordless: true,
    backupCodeOptions: {
      customBackupCodesGenerate: () => Array.from({ length: BACKUP_CODES }, newBackupCode),
    },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'second_factor',
        fields: {
          backupCodes: 'backup_codes',
          userId: 'user_id',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });

/** Begins the second step for sign-ins that better-auth's plugin does not cover, in the same way as the plugin. */
export const challenges = {
  id: 'priceroo-challenges',
  endpoints: {
    beginSecondStep: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const cookie = ctx.context.createAuthCookie(CHALLENGE_COOKIE, { maxAge: CHALLENGE_S });
        const identifier = `2fa-${generateRandomString(20)}`;
        const expiresAt = new Date(Date.now() + CHALLENGE_S * 1_000);
        const { internalAdapter, secret } = ctx.context;
        await internalAdapter.createVerificationValue({
          value: ctx.body.userId,
          identifier,
          expiresAt,
        });
        await internalAdapter.createVerificationValue({
          value: '0',
          identifier: `2fa-attempts-${identifier}`,
          expiresAt,
        });
        await ctx.setSignedCookie(cookie.name, identifier, secret, cookie.attributes);
        return ctx.json({ begun: true });
      },
    ),
  },
};

/** For example 'k7mzp-3qhtv'. */
function newBackupCode(): string {
  const half = () =>
    Array.from({ length: BACKUP_HALF }, () => BACKUP_ALPHABET[randomInt(BACKUP_ALPHABET.length)]);
  return `${half().join('')}-${half().join('')}`;
}
