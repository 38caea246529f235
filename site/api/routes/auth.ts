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
import { call, DONE, done, ok, success, topic } from '../core/call.ts';
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

/** What the calls that open an account have in common. */
export const createsAccount = {
  summary: 'A new account; the answer signs in',
  access: 'public',
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
  .openapi(call('POST /auth/register', createsAccount), async (c) => {
    const { services, remoteAddress } = c.env;
    return c.json(success(await register(services, remoteAddress, c.req.valid('json'))), 201);
  })
  .openapi(
    call('POST /auth/login', {
      summary: 'Signs in with email and password',
      access: 'public',
      body: z.object({ email, password }),
      answer: ok(grant),
    }),
    async (c) => {
      const { services, remoteAddress } = c.env;
      const body = c.req.valid('json');
      await services.limits.signIn(remoteAddress, body.email);
      const { user, token } = await toldPlainly(() => services.auth.api.signInEmail({ body }));
      const row = await welcome(services, user.id, remoteAddress);
      return c.json(success({ user: toUser(row), token }), 200);
    },
  )
  .openapi(
    call('GET /auth/me', {
      summary: 'The person that the token speaks for',
      access: 'user',
      answer: ok(z.object({ user })),
    }),
    async (c) => c.json(success({ user: await userOf(c.env.services, c.var.caller.id) }), 200),
  )
  .openapi(
    call('PUT /auth/preferences', {
      summary: 'Replaces preferences; what is left out stays',
      access: 'user',
      body: preferencesChange,
      answer: ok(z.object({ preferences })),
    }),
    async (c) => {
      const change = c.req.valid('json');
      const merged = await changePreferences(c.env.services, c.var.caller.id, change);
      return c.json(success({ preferences: merged }), 200);
    },
  )
  .openapi(
    call('PUT /auth/profile', {
      summary:
        'Name, email, and with the current password a new one, which ends all other sessions',
      access: 'user',
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
    }),
    async (c) => {
      const { services, remoteAddress } = c.env;
      const { caller } = c.var;
      const { currentPassword, newPassword, ...profile } = c.req.valid('json');
      const em = services.em();
      // Before the password: a refused call changes nothing.
      if (await isEmailTaken(em, caller.id, profile.email)) throw emailTaken();
      if (newPassword !== undefined) {
        await services.limits.signIn(remoteAddress, caller.email);
        // Revoking here would end the caller's session too, and give a new one.
        const change = { currentPassword, newPassword, revokeOtherSessions: false };
        const headers = tokenHeaders(c.req.raw);
        await toldPlainly(() => services.auth.api.changePassword({ body: change, headers }));
        await services.auth.api.revokeOtherSessions({ headers });
      }
      if (!(await saveProfile(em, caller.id, profile))) throw emailTaken();
      if (caller.email !== profile.email.toLowerCase()) await tellFormerAddress(services, caller);
      return c.json(success({ user: await userOf(services, caller.id) }), 200);
    },
  )
  .openapi(
    call('POST /auth/logout', {
      summary: 'Ends the session of the token',
      access: 'public',
      answer: done,
    }),
    async (c) => {
      const { auth } = c.env.services;
      if (c.var.caller) await auth.api.signOut({ headers: tokenHeaders(c.req.raw) });
      return c.json(DONE, 200);
    },
  )
  .openapi(
    call('POST /auth/forgot-password', {
      summary: 'Mails a reset link, if there is such an account; the answer does not tell',
      access: 'public',
      body: z.object({ email }),
      answer: done,
    }),
    async (c) => {
      const { services, remoteAddress } = c.env;
      const body = c.req.valid('json');
      await services.limits.mail(remoteAddress, body.email);
      await Promise.all([
        toldPlainly(() => services.auth.api.requestPasswordReset({ body })),
        // Writing a link takes longer than finding nobody, and would tell who has an account.
        setTimeout(FORGOT_ANSWER_MS),
      ]);
      return c.json(DONE, 200);
    },
  )
  .openapi(
    call('POST /auth/reset-password', {
      summary: 'Sets a new password with the token of a reset link; all sessions end',
      access: 'public',
      body: z.object({
        token: z.string(NO_RESET_TOKEN).min(1, NO_RESET_TOKEN).max(200, NO_RESET_TOKEN),
        newPassword,
      }),
      answer: done,
    }),
    async (c) => {
      const { services, remoteAddress } = c.env;
      const body = c.req.valid('json');
      await services.limits.signIn(remoteAddress, '');
      // The token's row is deleted and read in one statement: of two uses, one finds it gone.
      await toldPlainly(() => services.auth.api.resetPassword({ body }));
      const reader = await readerOfResetLink(services.em(), digestOf(body.token));
      if (reader) await takeOverAccount(services, reader, 'credential');
      return c.json(DONE, 200);
    },
  )
  .openapi(
    call('DELETE /auth/account', {
      summary: 'Deletes the account and everything of it, at once',
      access: 'user',
      answer: done,
    }),
    async (c) => {
      await deleteUser(c.env.services.em(), c.var.caller.id);
      return c.json(DONE, 200);
    },
  );
