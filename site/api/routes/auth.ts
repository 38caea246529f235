import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { endSessionsOf } from '#db/queries/accounts/second-factor.ts';
import { endSession, readerOfResetLink } from '#db/queries/accounts/sign-in.ts';
import { isEmailTaken } from '#db/queries/accounts/users.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { EMAIL_MAX, NO_EMAIL_ADDRESS } from '#domain/account/email-address.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { bareCode, CODE_MAX } from '#domain/account/second-factor.ts';
import { PublicError } from '#domain/errors.ts';
import { digestOf, takeOverAccount } from '../auth/account-mails.ts';
import { DEAD_LINK, EMAIL_TAKEN, withPublicErrors } from '../auth/auth-errors.ts';
import { type Posted, topic } from '../core/call.ts';
import type { CallEnv } from '../core/env.ts';
import type { ApiServices } from '../core/services.ts';
import { toUser, user } from '../responses/user.ts';
import { finishWithCode, type OpenedSession, signInByPassword } from '../sign-in/second-factor.ts';
import { recordEvent, welcome } from '../sign-in/welcome.ts';

export const email = z.email(NO_EMAIL_ADDRESS).max(EMAIL_MAX, NO_EMAIL_ADDRESS);
const password = z.string().min(1).max(PASSWORD_MAX, 'Password is too long');
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`)
  .max(PASSWORD_MAX, 'Password is too long');
/** A code of an authenticator app or a backup code, in the one form that is verified and recorded. */
export const code = z
  .string('Enter the code.')
  .trim()
  .min(1, 'Enter the code.')
  .max(CODE_MAX, 'A code is shorter.')
  .overwrite(bareCode);
/** The challenge of SecondFactorNeeded, a cookie's value. */
export const challenge = z
  .string()
  .regex(/^(?:[\w.-]|%2[BF]|%3D){20,300}$/, 'This sign-in is not known.');
const NO_NAME = 'Name is required';
export const name = z.string(NO_NAME).trim().min(1, NO_NAME).max(100, 'Name is too long');
/** Spec §5. */
const NO_RESET_TOKEN = 'Invalid or missing reset token. Please request a new password reset link.';
const resetToken = z.string(NO_RESET_TOKEN).min(1, NO_RESET_TOKEN).max(200, NO_RESET_TOKEN);
/** Much longer than storing a reset link takes. */
const FORGOT_ANSWER_MS = 200;

/** The `data` of a sign-in. */
export const grant = z.object({ user, token: z.string() });

const registration = z.object({ email, password: newPassword, name });

/** The refusal of an address that another account has. */
export const emailTaken = () => new PublicError(...EMAIL_TAKEN);

/** Calls that create an account and sign in. They throw PublicError 409 if the address has an account. */
export const createsAccount = {
  body: registration,
  data: grant,
  status: 201,
  async run({ env, body }: Omit<Posted<typeof registration>, 'caller'>) {
    await env.limits.signIn(env.remoteAddress, body.email);
    const { user, token } = await signUp(env, body);
    if (!token) throw emailTaken();
    return granted(env, { userId: user.id, token, way: 'password' });
  },
} as const;

/** Completes a sign-in and returns its bearer token. */
async function granted(env: CallEnv, { userId, token, way }: OpenedSession) {
  return { user: toUser(await welcome(env, userId, way)), token: signToken(env, token) };
}

/** Creates the account. Of two concurrent sign-ups, better-auth fails one without a reason. */
async function signUp(services: ApiServices, body: z.output<typeof registration>) {
  try {
    return await withPublicErrors(() => services.auth.api.signUpEmail({ body }));
  } catch (fault) {
    if (fault instanceof PublicError) throw fault;
    throw (await isEmailTaken(services.em(), null, body.email)) ? emailTaken() : fault;
  }
}

/** The bearer token of a session, by its stored name. */
export function signToken({ config }: ApiServices, session: string): string {
  return signLink(config.authSecret, 'session', session);
}

/** The calls of the specification's §7 "Auth" that open and end sessions, except social sign-in. */
export const authRoutes = topic()
  .anyone('POST /auth/register', 'Creates an account and signs in', createsAccount)
  .anyone('POST /auth/login', 'Signs in with email and password', {
    body: z.object({ email, password }),
    data: grant,
    run: async ({ env, body }) => granted(env, await signInByPassword(env, body)),
  })
  .anyone('POST /auth/login/code', 'Completes a sign-in with a second factor', {
    body: z.object({ challenge, code }),
    data: grant,
    run: async ({ env, body }) =>
      granted(env, await finishWithCode(env, body.challenge, body.code)),
  })
  .anyone('POST /auth/logout', 'Ends the session of the token, or all of its person', {
    body: z.object({
      everywhere: z.boolean().default(false).describe('Ends all sessions, at /admin too'),
    }),
    async run({ em, caller, body }) {
      if (!caller) return;
      if (body.everywhere) await endSessionsOf(em, caller.id);
      else await endSession(em, { token: caller.session });
    },
  })
  .anyone('POST /auth/forgot-password', 'Mails a reset link if the account exists', {
    body: z.object({ email }),
    async run({ env: { remoteAddress, limits, auth }, body }) {
      await limits.mail(remoteAddress, body.email);
      await Promise.all([
        withPublicErrors(() => auth.api.requestPasswordReset({ body })),
        // A fixed minimum time, so that the response time does not reveal whether the account exists.
        setTimeout(FORGOT_ANSWER_MS),
      ]);
    },
  })
  .anyone('POST /auth/reset-password/check', 'Whether a reset link still works; keeps it', {
    body: z.object({ token: resetToken }),
    async run({ env, body }) {
      await env.limits.signIn(env.remoteAddress, '');
      const { internalAdapter } = await env.auth.$context;
      // The name that better-auth gives the token's row.
      const link = await internalAdapter.findVerificationValue(`reset-password:${body.token}`);
      if (!link || link.expiresAt < new Date()) throw new PublicError(...DEAD_LINK);
    },
  })
  .anyone('POST /auth/reset-password', 'Sets a password with a reset link and ends all sessions', {
    body: z.object({ token: resetToken, newPassword }),
    async run({ env, em, body }) {
      await env.limits.signIn(env.remoteAddress, '');
      // One statement reads and deletes the token's row, so only the first of two uses succeeds.
      await withPublicErrors(() => env.auth.api.resetPassword({ body }));
      const reader = await readerOfResetLink(em, digestOf(body.token));
      if (!reader) return;
      await takeOverAccount(env, reader, 'credential');
      await recordEvent(env, reader, { kind: 'password-reset', way: 'password' });
    },
  });
