/* Who may see /admin: the cookie of a signed-in operator, and the tokens that make a form ours. */
import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { type OperatorSession, operatorOfSession } from '#db/queries/accounts/sign-in.ts';
import { isSameSecret } from '#db/runtime/signed-link.ts';
import type { ApiServices } from '../api/core/services.ts';

/** What the pages' handlers find in Hono's context. `csrf` is the token of the operator's forms. */
export interface AdminEnv {
  Bindings: { remoteAddress: string };
  Variables: { operator: OperatorSession & { csrf: string } };
}

export type AdminContext = Context<AdminEnv>;

/** A working day; the session's row ends with it. */
export const OPERATOR_SESSION_HOURS = 8;
const COOKIE = 'priceroo-admin';

/** The options of a cookie that only our own pages under `path` send back. */
export function strictCookie({ config }: ApiServices, path: string, hours: number) {
  const secure = config.siteUrl.startsWith('https:');
  return { path, httpOnly: true, secure, sameSite: 'Strict', maxAge: hours * 3600 } as const;
}

/** Opens /admin to the bearer of a session's token; null closes it. */
export async function setOperator(services: ApiServices, c: AdminContext, token: string | null) {
  const options = strictCookie(services, '/admin', OPERATOR_SESSION_HOURS);
  if (token === null) deleteCookie(c, COOKIE, options);
  else await setSignedCookie(c, COOKIE, token, cookieSecret(services), options);
}

/** Not the secret itself, with which better-auth signs the tokens of shoppers. */
function cookieSecret({ config }: ApiServices): string {
  return `admin-cookie:${config.authSecret}`;
}

/** The operator whose cookie this is; a shopper's bearer token opens nothing here, in a cookie or out of it. */
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

/** The hidden value of a form; `subject` is the session, or what stands for it before there is one. */
export function formToken({ config }: ApiServices, subject: string): string {
  return createHmac('sha256', config.authSecret)
    .update(`admin-form:${subject}`)
    .digest('base64url');
}

/** True when `given` is the token of the form. */
export function isToken(given: unknown, token: string): boolean {
  return typeof given === 'string' && isSameSecret(given, token);
}

/** False for a request that a browser says comes from another site, and for one that no browser sent. */
export function isFromOurPages(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null ? request.headers.get('origin') === siteUrl : site === 'same-origin';
}

/** The fields of a form of ours; none of another type of body, as anyone may send anything to the sign-in. */
export async function formFields(c: AdminContext): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? '';
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? c.req.parseBody() : {};
}
