/* Access to /admin: the cookie of a signed-in operator, and the tokens that protect forms. */
import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { type OperatorSession, operatorOfSession } from '#db/queries/accounts/sign-in.ts';
import { isSameSecret } from '#db/runtime/signed-link.ts';
import type { ApiServices } from '../api/core/services.ts';

/** Hono's context in the pages' handlers. `csrf` is the token of the operator's forms. */
export interface AdminEnv {
  Bindings: { remoteAddress: string };
  Variables: { operator: OperatorSession & { csrf: string } };
}

export type AdminContext = Context<AdminEnv>;

/** A working day; the session's row expires with it. */
export const OPERATOR_SESSION_HOURS = 8;
const COOKIE = 'priceroo-admin';

/** Options of a cookie that browsers send only from our own pages under `path`. */
export function strictCookie({ config }: ApiServices, path: string, hours: number) {
  const secure = config.siteUrl.startsWith('https:');
  return { path, httpOnly: true, secure, sameSite: 'Strict', maxAge: hours * 3600 } as const;
}

/** Sets the cookie that holds a session's token; null deletes it. */
export async function setOperator(services: ApiServices, c: AdminContext, token: string | null) {
  const options = strictCookie(services, '/admin', OPERATOR_SESSION_HOURS);
  if (token === null) deleteCookie(c, COOKIE, options);
  else await setSignedCookie(c, COOKIE, token, cookieSecret(services), options);
}

/** Differs from the secret with which better-auth signs shoppers' tokens. */
function cookieSecret({ config }: ApiServices): string {
  return `admin-cookie:${config.authSecret}`;
}

/** The operator that the cookie identifies, else null. A shopper's bearer token gives no access, not even in the cookie. */
export async function operatorOf(services: ApiServices, c: AdminContext) {
  const token = await getSignedCookie(c, cookieSecret(services), COOKIE);
  const operator = token ? await operatorOfSession(services.em(), token) : null;
  return (
    operator &&
    mayOperate(services, operator) && { ...operator, csrf: formToken(services, operator.sessionId) }
  );
}

/** False for an operator who lacks the second factor that this site requires. */
export function mayOperate({ config }: ApiServices, { hasSecondFactor }: OperatorSession): boolean {
  return hasSecondFactor || !config.isAdminSecondFactorRequired;
}

/** The hidden token of a form. `subject` is the session's id, or the form cookie before sign-in. */
export function formToken({ config }: ApiServices, subject: string): string {
  return createHmac('sha256', config.authSecret)
    .update(`admin-form:${subject}`)
    .digest('base64url');
}

/** True if `given` equals the form's token. */
export function isToken(given: unknown, token: string): boolean {
  return typeof given === 'string' && isSameSecret(given, token);
}

/** False for a request from another site, and for a request that states no origin. */
export function isFromOurPages(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null ? request.headers.get('origin') === siteUrl : site === 'same-origin';
}

/** The fields of an urlencoded form; none for any other body, because anyone may post to the sign-in. */
export async function formFields(c: AdminContext): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? '';
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? c.req.parseBody() : {};
}
