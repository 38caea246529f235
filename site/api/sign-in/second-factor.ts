/*
 * Opens sessions: signInByPassword, or a social sign-in and requireCode → SecondFactorNeeded with a challenge if the account
 * has a second factor → finishWithCode. A session without its code never outlives the call that created it.
 */

import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { noteAccountEvent } from '#db/queries/accounts/second-factor.ts';
import { endSession } from '#db/queries/accounts/sign-in.ts';
import { findUser } from '#db/queries/accounts/users.ts';
import type { AccountEventKind } from '#domain/account/account-events.ts';
import { type SecondFactorChange, secondFactorMail } from '#domain/account/second-factor.ts';
import { dateOf } from '#domain/calendar.ts';
import { PublicError, SecondFactorNeeded } from '#domain/errors.ts';
import { WRONG_CODE, withPublicErrors } from '../auth/auth-errors.ts';
import { CHALLENGE_COOKIE } from '../auth/second-factor-plugin.ts';
import type { CallEnv, Caller } from '../core/env.ts';
import { type AddMail, withMails } from '../mails/queue-mail.ts';
import { addWithin, recordEvent } from './welcome.ts';

/** A completed sign-in; `token` is the unsigned name of the session. */
export interface OpenedSession {
  userId: string;
  token: string;
  way: 'password' | 'code' | 'backup-code';
}

/** Checks address and password. Throws SecondFactorNeeded if the account has a second factor, and PublicError 401 and 429. */
export async function signInByPassword(
  env: CallEnv,
  body: { email: string; password: string },
  atAdmin = false,
): Promise<OpenedSession> {
  await env.limits.signIn(env.remoteAddress, body.email);
  const way = 'password';
  const signIn = withPublicErrors(() => env.auth.api.signInEmail({ body, returnHeaders: true }));
  const { headers, response } = await signIn.catch(async (fault) => {
    if (fault instanceof PublicError && fault.status === 401) {
      await recordEvent(env, body, { kind: 'sign-in-refused', way, atAdmin });
    }
    throw fault;
  });
  const challenge = await challengeIn(env, headers);
  if (challenge) {
    await recordEvent(env, body, { kind: 'code-asked', way, atAdmin });
    throw new SecondFactorNeeded(challenge);
  }
  return { userId: response.user.id, token: response.token, way };
}

/** Throws SecondFactorNeeded if a person that a provider has identified has a second factor. */
export async function requireCode(env: CallEnv, userId: string): Promise<void> {
  const { internalAdapter } = await env.auth.$context;
  const user = await internalAdapter.findUserById(userId);
  if (!user || !('twoFactorEnabled' in user) || user.twoFactorEnabled !== true) return;
  const { headers } = await env.auth.api.beginSecondStep({ body: { userId }, returnHeaders: true });
  const challenge = await challengeIn(env, headers);
  if (!challenge) throw new Error('better-auth began no second step');
  await recordEvent(env, { userId }, { kind: 'code-asked', way: 'social' });
  throw new SecondFactorNeeded(challenge);
}

/** Completes a sign-in with its challenge and a code or backup code. Throws PublicError 400, 403 and 429. */
export async function finishWithCode(
  env: CallEnv,
  challenge: string,
  code: string,
  atAdmin = false,
): Promise<OpenedSession> {
  await env.limits.signIn(env.remoteAddress, '');
  const { internalAdapter } = await env.auth.$context;
  // A signed value: name, dot, signature.
  const name = decodeURIComponent(challenge).split('.')[0] ?? '';
  const userId = (await internalAdapter.findVerificationValue(name))?.value;
  const headers = new Headers({ cookie: `${await challengeCookie(env)}=${challenge}` });
  try {
    const opened = await takeCode(env, userId, headers, code, atAdmin);
    await env.limits.codeAccepted(opened.userId);
    return { ...opened, way: wayOf(code) };
  } catch (fault) {
    if (fault instanceof PublicError && userId && GUESSING_CODES.has(fault.code)) {
      await withMails(env, (tx, add) => addSecondFactorMail(env, tx, add, userId, 'guessed'));
    }
    throw fault;
  }
}

/**
 * Verifies a code and spends it. `userId` is undefined for an unknown challenge, which better-auth refuses. Logs a refusal. Throws
 * PublicError 400, 403 and 429; a challenge answered with a used code opens no session.
 */
export async function takeCode(
  env: CallEnv,
  userId: string | undefined,
  headers: Headers,
  code: string,
  atAdmin = false,
) {
  try {
    // Counted before it is verified: parallel guesses share the budget.
    if (userId) await env.limits.code(userId);
    const opened = await verifyCode(env, headers, code);
    if (await env.limits.isFirstUse(opened.userId, code)) return opened;
    if (headers.has('cookie')) await endSession(env.em(), { token: opened.token });
    throw new PublicError(...WRONG_CODE);
  } catch (fault) {
    if (fault instanceof PublicError && userId) {
      await recordEvent(env, { userId }, { kind: 'code-refused', way: wayOf(code), atAdmin });
    }
    throw fault;
  }
}

/** Adds the mail to an account's owner about a change of the second factor; about wrong codes at most once a day. */
export async function addSecondFactorMail(
  env: CallEnv,
  tx: EntityManager,
  add: AddMail,
  userId: string,
  change: SecondFactorChange,
) {
  const user = await findUser(tx, { id: userId });
  if (!user) return;
  const which = change === 'guessed' ? dateOf(Date.now()) : randomUUID();
  await addWithin(env, add, {
    key: `second-factor:${userId}:${change}:${which}`,
    kind: 'account',
    recipient: user.email,
    content: secondFactorMail(user, change, env.config.siteUrl),
  });
}

/** Logs and mails a change of the caller's second factor that `change` makes in the same transaction, if not already made. */
export async function changeSecondFactor(
  env: CallEnv,
  { id: userId }: Caller,
  [kind, mail]: readonly [kind: AccountEventKind, mail: SecondFactorChange],
  change: (tx: EntityManager) => Promise<unknown> = async () => {},
) {
  const network = env.limits.network(env.remoteAddress);
  await withMails(env, async (tx, add) => {
    await change(tx);
    await noteAccountEvent(tx, { userId }, { kind, way: 'code', network });
    await addSecondFactorMail(env, tx, add, userId, mail);
  });
}

/** Codes of refusals after several wrong codes. */
const GUESSING_CODES: ReadonlySet<string> = new Set(['too-many-codes', 'too-many-requests']);

const isAppCode = (code: string) => /^\d{6}$/.test(code);
const wayOf = (code: string) => (isAppCode(code) ? 'code' : 'backup-code');

/** Verifies a code of the app, or a backup code; both as bareCode gives them. */
async function verifyCode(env: CallEnv, headers: Headers, code: string) {
  const { token, user } = await withPublicErrors(() =>
    isAppCode(code)
      ? env.auth.api.verifyTOTP({ body: { code }, headers })
      : env.auth.api.verifyBackupCode({
          body: { code: `${code.slice(0, 5)}-${code.slice(5)}` },
          headers,
        }),
  );
  return { userId: user.id, token: String(token) };
}

async function challengeCookie({ auth }: CallEnv): Promise<string> {
  return (await auth.$context).createAuthCookie(CHALLENGE_COOKIE).name;
}

/** The challenge that better-auth sets as a cookie; null if the account needs no code. */
async function challengeIn(env: CallEnv, headers: Headers): Promise<string | null> {
  const start = `${await challengeCookie(env)}=`;
  const cookie = headers.getSetCookie().find((each) => each.startsWith(start));
  return cookie?.slice(start.length).split(';')[0] || null;
}
