import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { readerOfResetLink } from '#db/queries/accounts/sign-in.ts';
import {
  deleteUser,
  findUser,
  isEmailTaken,
  savePreferences,
  saveProfile,
} from '#db/queries/accounts/users.ts';
import { EMAIL_MAX, NO_EMAIL_ADDRESS } from '#domain/account/email-address.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { PublicError } from '#domain/errors.ts';
import { digestOf, takeOverAccount } from '../auth/account-mails.ts';
import { toldPlainly } from '../auth/auth-errors.ts';
import { DONE, done, forAnyone, forUser, ok, success, topic } from '../core/call.ts';
import { signInRequired } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { preferences, preferencesChange, toUser, user } from '../responses/user.ts';
import { tellFormerAddress, welcome } from '../sign-in/welcome.ts';

const email = z.email(NO_EMAIL_ADDRESS).max(EMAIL_MAX, NO_EMAIL_ADDRESS);
const password = z.string().min(1).max(PASSWORD_MAX, 'Password is too long');
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`)
  .max(PASSWORD_MAX, 'Password is too long');
const NO_NAME = 'Name is required';
const name = z.string(NO_NAME).trim().min(1, NO_NAME).max(100, 'Name is too long');
const NO_EMAIL = 'Email is required';
/** Spec §5. */
const NO_RESET_TOKEN = 'Invalid or missing reset token. Please request a new password reset link.';
/** Far longer than it takes to write a reset link. */
const FORGOT_ANSWER_MS = 200;

/** What signing in gives. */
export const grant = z.object({ user, token: z.string() });
type Grant = z.output<typeof grant>;

const registration = z.object({ email, password: newPassword, name });

/** What the calls that open an account take and answer. */
export const createsAccount = {
  body: registration,
  answer: ok(grant),
  status: 201,
} as const;

const emailTaken = () => new PublicError(409, 'email-taken', 'This email is already registered.');

/** Opens an account and signs in. Throws PublicError 409 when the address has one. */
export async function register(
  services: ApiServices,
  remoteAddress: string,
  account: z.output<typeof registration>,
): Promise<Grant> {
  await services.limits.signIn(remoteAddress, account.email);
  const result = await signUp(services, account);
  if (!result.token) throw emailTaken();
  const row = await welcome(services, result.user.id, remoteAddress);
  return { user: toUser(row), token: result.token };
}

/** Adds the account. Of two sign-ups at the same moment better-auth says of one no more than that it failed. */
async function signUp(services: ApiServices, body: z.output<typeof registration>) {
  try {
    return await toldPlainly(() => services.auth.api.signUpEmail({ body }));
  } catch (fault) {
    if (fault instanceof PublicError) throw fault;
    throw (await isEmailTaken(services.em(), null, body.email)) ? emailTaken() : fault;
  }
}

/** The person's own record. Throws PublicError 401 when the account was deleted meanwhile. */
async function userOf(services: ApiServices, id: string) {
  const row = await findUser(services.em(), id);
  if (!row) throw signInRequired();
  return toUser(row);
}

/** Replaces those preferences that `change` names. Throws PublicError 401 when the account was deleted meanwhile. */
export async function changePreferences(
  services: ApiServices,
  userId: string,
  change: z.output<typeof preferencesChange>,
): Promise<z.output<typeof preferences>> {
  const user = await userOf(services, userId);
  const merged = preferences.parse({ ...user.preferences, ...change });
  await savePreferences(services.em(), userId, merged);
  return merged;
}

/** The headers that carry the caller's token to better-auth. */
function tokenHeaders(request: Request): Headers {
  return new Headers({ authorization: request.headers.get('authorization') ?? '' });
}

/** The calls of the specification's §7 "Auth", social sign-in aside. */
export const authRoutes = topic()
  .openapi(
    forAnyone('POST /auth/register', 'A new account; the answer signs in', createsAccount),
    async ({ env, req, json }) => {
      const { remoteAddress } = env;
      return json(success(await register(env, remoteAddress, req.valid('json'))), 201);
    },
  )
  .openapi(
    forAnyone('POST /auth/login', 'Signs in with email and password', {
      body: z.object({ email, password }),
      answer: ok(grant),
    }),
    async ({ env, req, json }) => {
      const { remoteAddress } = env;
      const body = req.valid('json');
      await env.limits.signIn(remoteAddress, body.email);
      const { user, token } = await toldPlainly(() => env.auth.api.signInEmail({ body }));
      const row = await welcome(env, user.id, remoteAddress);
      return json(success({ user: toUser(row), token }), 200);
    },
  )
  .openapi(
    forUser('GET /auth/me', 'The person that the token speaks for', {
      answer: ok(z.object({ user })),
    }),
    async ({ env, var: { caller }, json }) =>
      json(success({ user: await userOf(env, caller.id) }), 200),
  )
  .openapi(
    forUser('PUT /auth/preferences', 'Replaces preferences; what is left out stays', {
      body: preferencesChange,
      answer: ok(z.object({ preferences })),
    }),
    async ({ env, var: { caller }, req, json }) => {
      const change = req.valid('json');
      const merged = await changePreferences(env, caller.id, change);
      return json(success({ preferences: merged }), 200);
    },
  )
  .openapi(
    forUser(
      'PUT /auth/profile',
      'Name, email, and with the current password a new one, which ends all other sessions',
      {
        limit: 'write',
        body: z.object({
          name,
          email: z.string(NO_EMAIL).trim().min(1, NO_EMAIL).pipe(email),
          // An empty one is as wrong as any other, and told so.
          currentPassword: z.string().max(PASSWORD_MAX, 'Password is too long').default(''),
          newPassword: z
            .string()
            .min(PASSWORD_MIN, `New password must be at least ${PASSWORD_MIN} characters`)
            .max(PASSWORD_MAX, 'Password is too long')
            .optional(),
        }),
        answer: ok(z.object({ user })),
      },
    ),
    async ({ env, var: { caller }, req, json }) => {
      const { remoteAddress } = env;
      const { currentPassword, newPassword, ...profile } = req.valid('json');
      const em = env.em();
      // Before the password: a refused call changes nothing.
      if (await isEmailTaken(em, caller.id, profile.email)) throw emailTaken();
      if (newPassword !== undefined) {
        await env.limits.signIn(remoteAddress, caller.email);
        // Revoking here would end the caller's session too, and give a new one.
        const change = { currentPassword, newPassword, revokeOtherSessions: false };
        const headers = tokenHeaders(req.raw);
        await toldPlainly(() => env.auth.api.changePassword({ body: change, headers }));
        await env.auth.api.revokeOtherSessions({ headers });
      }
      if (!(await saveProfile(em, caller.id, profile))) throw emailTaken();
      if (caller.email !== profile.email.toLowerCase()) await tellFormerAddress(env, caller);
      return json(success({ user: await userOf(env, caller.id) }), 200);
    },
  )
  .openapi(
    forAnyone('POST /auth/logout', 'Ends the session of the token', { answer: done }),
    async ({ env: { auth }, var: { caller }, req, json }) => {
      if (caller) await auth.api.signOut({ headers: tokenHeaders(req.raw) });
      return json(DONE, 200);
    },
  )
  .openapi(
    forAnyone(
      'POST /auth/forgot-password',
      'Mails a reset link, if there is such an account; the answer does not tell',
      { body: z.object({ email }), answer: done },
    ),
    async ({ env: { remoteAddress, limits, auth }, req, json }) => {
      const body = req.valid('json');
      await limits.mail(remoteAddress, body.email);
      await Promise.all([
        toldPlainly(() => auth.api.requestPasswordReset({ body })),
        // Writing a link takes longer than finding nobody, and would tell who has an account.
        setTimeout(FORGOT_ANSWER_MS),
      ]);
      return json(DONE, 200);
    },
  )
  .openapi(
    forAnyone(
      'POST /auth/reset-password',
      'Sets a new password with the token of a reset link; all sessions end',
      {
        body: z.object({
          token: z.string(NO_RESET_TOKEN).min(1, NO_RESET_TOKEN).max(200, NO_RESET_TOKEN),
          newPassword,
        }),
        answer: done,
      },
    ),
    async ({ env, req, json }) => {
      const { remoteAddress } = env;
      const body = req.valid('json');
      await env.limits.signIn(remoteAddress, '');
      // The token's row is deleted and read in one statement: of two uses, one finds it gone.
      await toldPlainly(() => env.auth.api.resetPassword({ body }));
      const reader = await readerOfResetLink(env.em(), digestOf(body.token));
      if (reader) await takeOverAccount(env, reader, 'credential');
      return json(DONE, 200);
    },
  )
  .openapi(
    forUser('DELETE /auth/account', 'Deletes the account and everything of it, at once', {
      answer: done,
    }),
    async ({ env: { em }, var: { caller }, json }) => {
      await deleteUser(em(), caller.id);
      return json(DONE, 200);
    },
  );
