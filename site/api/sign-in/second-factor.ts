/*
 * How a session is opened: signInByPassword, or a social sign-in and needsCode → SecondFactorNeeded with a challenge, if the
 * account asks for a code → finishWithCode. A session that lacks its code is never stored longer than its own call.
 */
import {
  endSessionOf,
  type NewAccountEvent,
  noteAccountEvent,
  type Whose,
} from '#db/queries/accounts/second-factor.ts';
import { findUser } from '#db/queries/accounts/users.ts';
import { type SecondFactorChange, secondFactorMail } from '#domain/account/second-factor.ts';
import { PublicError, SecondFactorNeeded } from '#domain/errors.ts';
import { toldPlainly, WRONG_CODE } from '../auth/auth-errors.ts';
import { CHALLENGE_COOKIE } from '../auth/second-factor-plugin.ts';
import type { CallEnv } from '../core/env.ts';
import { tryToMail } from './welcome.ts';

/** A sign-in whose person has given all that the account asks for. `token` names the session. */
export interface Opened {
  userId: string;
  token: string;
  way: 'password' | 'code' | 'backup-code';
}

/** Adds an event of an account to the trail; the network is the caller's. */
export function note(env: CallEnv, whose: Whose, event: Omit<NewAccountEvent, 'network'>) {
  const network = env.limits.network(env.remoteAddress);
  return noteAccountEvent(env.em(), whose, { ...event, network });
}

/** Checks address and password. Throws SecondFactorNeeded for an account with a second factor, PublicError 401 and 429. */
export async function signInByPassword(
  env: CallEnv,
  body: { email: string; password: string },
  atAdmin = false,
): Promise<Opened> {
  await env.limits.signIn(env.remoteAddress, body.email);
  const way = 'password';
  const signIn = toldPlainly(() => env.auth.api.signInEmail({ body, returnHeaders: true }));
  const { headers, response } = await signIn.catch(async (fault) => {
    if (fault instanceof PublicError && fault.status === 401) {
      await note(env, body, { kind: 'sign-in-refused', way, atAdmin });
    }
    throw fault;
  });
  const challenge = await challengeIn(env, headers);
  if (challenge) {
    await note(env, body, { kind: 'code-asked', way, atAdmin });
    throw new SecondFactorNeeded(challenge);
  }
  return { userId: response.user.id, token: response.token, way };
}

/** Throws SecondFactorNeeded if the person whom a provider has vouched for has a second factor. */
export async function askForCode(env: CallEnv, userId: string): Promise<void> {
  const { internalAdapter } = await env.auth.$context;
  const user = await internalAdapter.findUserById(userId);
  if (!user || !('twoFactorEnabled' in user) || user.twoFactorEnabled !== true) return;
  const { headers } = await env.auth.api.beginSecondStep({ body: { userId }, returnHeaders: true });
  const challenge = await challengeIn(env, headers);
  if (!challenge) throw new Error('better-auth began no second step');
  await note(env, { userId }, { kind: 'code-asked', way: 'social' });
  throw new SecondFactorNeeded(challenge);
}

/** Finishes a sign-in by its challenge and a code, or a backup code. Throws PublicError 400, 403 and 429. */
export async function finishWithCode(
  env: CallEnv,
  challenge: string,
  code: string,
  atAdmin = false,
): Promise<Opened> {
  await env.limits.signIn(env.remoteAddress, '');
  const { internalAdapter } = await env.auth.$context;
  // Signed: its name, a dot, the signature.
  const name = decodeURIComponent(challenge).split('.')[0] ?? '';
  const userId = (await internalAdapter.findVerificationValue(name))?.value;
  const headers = new Headers({ cookie: `${await challengeCookie(env)}=${challenge}` });
  const way = wayOf(code);
  try {
    const opened = await verifyCode(env, headers, code);
    if (await env.limits.isFirstUse(opened.userId, code)) return { ...opened, way };
    await endSessionOf(env.em(), opened.token);
    throw new PublicError(...WRONG_CODE);
  } catch (fault) {
    if (fault instanceof PublicError && userId) {
      await note(env, { userId }, { kind: 'code-refused', way, atAdmin });
      if (GUESSED.has(fault.code)) await tellOfSecondFactor(env, userId, 'guessed');
    }
    throw fault;
  }
}

/** Throws PublicError 400 unless `code` is a fresh code of the caller, or an unused backup code. */
export async function confirmCode(env: CallEnv, userId: string, headers: Headers, code: string) {
  await env.limits.code(userId);
  try {
    await verifyCode(env, headers, code);
    if (!(await env.limits.isFirstUse(userId, code))) throw new PublicError(...WRONG_CODE);
  } catch (fault) {
    if (fault instanceof PublicError) {
      await note(env, { userId }, { kind: 'code-refused', way: wayOf(code) });
    }
    throw fault;
  }
}

/** Mails the owner of an account what happened to its second factor; of wrong codes, once a day. */
export async function tellOfSecondFactor(env: CallEnv, userId: string, change: SecondFactorChange) {
  const user = await findUser(env.em(), userId);
  if (!user) return;
  const when = change === 'guessed' ? new Date().toISOString().slice(0, 10) : Date.now();
  await tryToMail(env, {
    key: `second-factor:${userId}:${change}:${when}`,
    kind: 'account',
    recipient: user.email,
    content: secondFactorMail(user, change, env.config.siteUrl),
  });
}

/** The refusals that follow several wrong codes. */
const GUESSED: ReadonlySet<string> = new Set(['too-many-codes', 'too-many-requests']);

/** A code as its app shows it: without spaces. */
const digitsOf = (typed: string) => typed.replaceAll(/\s/g, '');
const isAppCode = (typed: string) => /^\d{6}$/.test(digitsOf(typed));
const wayOf = (typed: string) => (isAppCode(typed) ? 'code' : 'backup-code');

/** Has better-auth check a code of the app, or a backup code however it was typed. */
async function verifyCode(env: CallEnv, headers: Headers, typed: string) {
  const bare = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  const { token, user } = await toldPlainly(() =>
    isAppCode(typed)
      ? env.auth.api.verifyTOTP({ body: { code: digitsOf(typed) }, headers })
      : env.auth.api.verifyBackupCode({
          body: { code: `${bare.slice(0, 5)}-${bare.slice(5)}` },
          headers,
        }),
  );
  return { userId: user.id, token: String(token) };
}

async function challengeCookie({ auth }: CallEnv): Promise<string> {
  return (await auth.$context).createAuthCookie(CHALLENGE_COOKIE).name;
}

/** The challenge that better-auth sets as a cookie; null where it asks for no code. */
async function challengeIn(env: CallEnv, headers: Headers): Promise<string | null> {
  const start = `${await challengeCookie(env)}=`;
  const cookie = headers.getSetCookie().find((each) => each.startsWith(start));
  return cookie?.slice(start.length).split(';')[0] || null;
}
