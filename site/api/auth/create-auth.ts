import { betterAuth } from 'better-auth';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { bearer } from 'better-auth/plugins/bearer';
import pLimit from 'p-limit';
import type pg from 'pg';
import { markProven } from '#db/queries/accounts/sign-in.ts';
import type { Config } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { PublicError } from '#domain/errors.ts';
import type { Outbox } from '../mails/queue-mail.ts';
import { resetMail, takeOverAccount } from './account-mails.ts';
import { createDemoIdentity } from './demo-identity.ts';
import {
  ENDPOINTS,
  type IdentityProvider,
  oidcProviders,
  remoteProvider,
  SOCIAL_PROVIDERS,
} from './identity-provider.ts';
import { challenges, secondFactor } from './second-factor-plugin.ts';

/** A reset link works for one hour (spec §9). */
const RESET_EXPIRES_S = 60 * 60;
const SESSION_EXPIRES_S = 30 * 24 * 60 * 60;
const SESSION_RENEWED_AFTER_S = 24 * 60 * 60;

export type Identities = ReturnType<typeof createIdentities>;

/** Returns the providers with configured credentials. Outside production, a local stand-in replaces the others. */
export function createIdentities(config: Config) {
  const demo = config.nodeEnv === 'production' ? null : createDemoIdentity(config.siteUrl);
  const providers = SOCIAL_PROVIDERS.flatMap((id) => {
    const client = config[id];
    if (client) return [remoteProvider(id, ENDPOINTS[id], client)];
    return demo ? [demo.providerFor(id)] : [];
  });
  return { providers, demo };
}

/** Each hash blocks one of libuv's four threads for 0.1 s, and compression needs those threads too. */
const hashing = pLimit(2);
/** Queued hashes, about one second of work. Later requests get 429. */
const HASHES_WAITING = 12;

/** Runs at most two hashes at once. Throws PublicError 429 once HASHES_WAITING wait. */
export async function hashInTurn<T>(hash: () => Promise<T>): Promise<T> {
  if (hashing.pendingCount >= HASHES_WAITING) {
    const message = 'Too many people are signing in right now. Please try again in a moment.';
    throw new PublicError(429, 'busy', message, 2_000);
  }
  return hashing(hash);
}

/** How passwords are stored and checked: better-auth's scrypt, 16 MB and 0.1 s for each. Most tests pass a quick one. */
export const SCRYPT = { hash: hashPassword, verify: verifyPassword };

/** Creates better-auth on our tables. `auth.api` has no rate limits, so each call of ours spends from a budget (core/limits.ts). */
export function createAuth(
  outbox: Outbox,
  pool: pg.Pool,
  providers: readonly IdentityProvider[],
  passwords = SCRYPT,
) {
  const log = logger('auth');
  const { config, em } = outbox;
  return betterAuth({
    database: pool,
    baseURL: config.siteUrl,
    basePath: '/api/auth/provider',
    secret: config.authSecret,
    trustedOrigins: [config.siteUrl],
    telemetry: { enabled: false },
    // better-auth logs refused sign-ins as errors; log them as one-line warnings.
    logger: { level: 'error', log: (_level, message) => log.warn(message) },
    advanced: { database: { generateId: false } },
    rateLimit: { enabled: false },
    session: {
      modelName: 'user_session',
      expiresIn: SESSION_EXPIRES_S,
      updateAge: SESSION_RENEWED_AFTER_S,
      fields: columns('userId', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'),
    },
    user: {
      modelName: 'user_account',
      fields: columns('emailVerified', 'createdAt', 'updatedAt'),
      additionalFields: { role: { type: 'string', input: false, required: false } },
      async validateUserInfo({ user, source }) {
        if (!user.id || !user.email || !user.emailVerified) return;
        const proven = { userId: String(user.id), email: user.email };
        const provider = source.oauth?.providerId ?? source.method;
        if (source.action === 'link-account') await takeOverAccount(outbox, proven, provider);
        else await markProven(em(), proven);
      },
    },
    account: {
      modelName: 'user_credential',
      // We never call a provider's API, so databaseHooks below drop its tokens.
      updateAccountOnSignIn: false,
      // Proving an account's unproven address takes the account over: takeOverAccount removes all other sign-in methods.
      accountLinking: { requireLocalEmailVerified: false },
      fields: columns(
        'userId',
        'accountId',
        'providerId',
        'accessToken',
        'refreshToken',
        'idToken',
        'accessTokenExpiresAt',
        'refreshTokenExpiresAt',
        'createdAt',
        'updatedAt',
      ),
    },
    verification: {
      modelName: 'user_verification',
      storeIdentifier: 'hashed',
      fields: columns('expiresAt', 'createdAt', 'updatedAt'),
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: RESET_EXPIRES_S,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => hashInTurn(() => passwords.hash(password)),
        verify: (input) => hashInTurn(() => passwords.verify(input)),
      },
      sendResetPassword: ({ user, token }) => resetMail(outbox, user, token),
    },
    databaseHooks: {
      // better-auth would mark the address as verified by account id, but the address may have changed meanwhile.
      user: {
        update: {
          before: async (change) => ('twoFactorEnabled' in change ? undefined : false),
        },
      },
      // Turning on the second factor keeps the caller's session, so that a second call at the same moment is not signed out.
      session: {
        delete: { before: async (_session, ctx) => ctx?.path !== '/two-factor/verify-totp' },
      },
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    plugins: [bearer(), oidcProviders(providers), secondFactor(), challenges],
  });
}

/** Maps better-auth's field names to our columns: createdAt to created_at. */
function columns(...fields: string[]): Record<string, string> {
  const toColumn = (field: string) => field.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  return Object.fromEntries(fields.map((field) => [field, toColumn(field)]));
}
