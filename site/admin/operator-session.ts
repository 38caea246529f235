/* Access to /admin: the cookie of a signed-in operator, and the tokens that protect forms. */
import { createHmac } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { type OperatorSession, operatorOfSession } from '#db/queries/accounts/sign-in.ts';
import { isSameSecret } from '#db/runtime/signed-link.ts';
import type { CallEnv } from '../api/core/env.ts';

/** Hono's context in the pages' handlers. `csrf` is the token of the operator's forms. */
export interface AdminEnv {
  Bindings: CallEnv;
  Variables: { operator: OperatorSession & { csrf: string } };
}

export type AdminApp = Hono<AdminEnv>;
export type AdminContext = Context<AdminEnv>;

/** A working day; the session's row expires with it. */
export const OPERATOR_SESSION_HOURS = 8;
const COOKIE = 'priceroo-admin';

/** Options of a cookie that browsers send only from our own pages under `path`. */
export function strictCookie({ config }: CallEnv, path: string, hours: number) {
  const secure = config.siteUrl.startsWith('https:');
  return { path, httpOnly: true, secure, sameSite: 'Strict', maxAge: hours * 3600 } as const;
}

/** Sets the cookie that holds a session's token; null deletes it. */
export async function setOperator(c: AdminContext, token: string | null) {
  const options = strictCookie(c.env, '/admin', OPERATOR_SESSION_HOURS);
  if (token === null) deleteCookie(c, COOKIE, options);
  else await setSignedCookie(c, COOKIE, token, cookieSecret(c.env), options);
}

/** Differs from the secret with which better-auth signs shoppers' tokens. */
function cookieSecret({ config }: CallEnv): string {
  return `admin-cookie:${config.authSecret}`;
}

/** The operator that the cookie identifies, else null. A shopper's bearer token gives no access, not even in the cookie. */
export async function operatorOf(c: AdminContext) {
  const token = await getSignedCookie(c, cookieSecret(c.env), COOKIE);
  const operator = token ? await operatorOfSession(c.env.em(), token) : null;
  if (!operator || !mayOperate(c.env, operator)) return null;
  return { ...operator, csrf: formToken(c.env, operator.sessionId) };
}

/** False for an operator who lacks the second factor that this site requires. */
export function mayOperate({ config }: CallEnv, { hasSecondFactor }: OperatorSession): boolean {
  return hasSecondFactor || !config.isAdminSecondFactorRequired;
}

/** The hidden token of a form. `subject` is the session's id, or the form cookie before sign-in. */
export function formToken({ config }: CallEnv, subject: string): string {
  return createHmac('sha256', config.authSecret)
    .update(`admin-form:${subject}`)
    .digest('base64url');
}

/** True if `given` equals the form's token. */
export function isToken(given: unknown, token: string): boolean {
  return typeof given === 'string' && isSameSecret(given, token);
}

/** False for a request from another site, and for a request that states no origin. */
export function isFromOurPages({ req, env }: AdminContext): boolean {
  const site = req.header('sec-fetch-site');
  return site === undefined ? req.header('origin') === env.config.siteUrl : site === 'same-origin';
}

/** The fields of an urlencoded form; none for any other body, because anyone may post to the sign-in. */
export async function formFields(c: AdminContext): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? '';
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? c.req.parseBody() : {};
}
