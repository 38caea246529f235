import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { parse, serialize } from 'hono/utils/cookie';
import { type OperatorSession, operatorOfSession } from '#db/queries/accounts/sign-in.ts';
import type { ApiServices } from '../api/core/services.ts';
import type { AdminEnv } from './admin-env.ts';

/** A working day; the session's row ends with it. */
export const OPERATOR_SESSION_HOURS = 8;
const COOKIE = 'priceroo-admin';

/** The Set-Cookie that opens /admin to the bearer of a session's token; null closes it. */
export function operatorCookie(services: ApiServices, token: string | null): string {
  return serialize(COOKIE, token === null ? '' : `${token}.${sign(services, 'cookie', token)}`, {
    path: '/admin',
    httpOnly: true,
    secure: services.config.siteUrl.startsWith('https:'),
    sameSite: 'Strict',
    maxAge: token === null ? 0 : OPERATOR_SESSION_HOURS * 3600,
  });
}

/** The operator whose cookie this is; a shopper's bearer token opens nothing here, in a cookie or out of it. */
export async function operatorOf(
  services: ApiServices,
  request: Request,
): Promise<OperatorSession | null> {
  const value = parse(request.headers.get('cookie') ?? '', COOKIE)[COOKIE] ?? '';
  const [token = '', signature = ''] = value.split('.');
  if (!isSame(signature, sign(services, 'cookie', token))) return null;
  return operatorOfSession(services.em(), token);
}

/** The hidden value of a form; `subject` is the session, or what stands for it before there is one. */
export function formToken(services: ApiServices, subject: string): string {
  return sign(services, 'form', subject);
}

/** True when `given` is the form's token. */
export function signsForm(services: ApiServices, subject: string, given: unknown): boolean {
  return typeof given === 'string' && isSame(given, sign(services, 'form', subject));
}

/** False for what a browser says comes from another site, and for what no browser sent. */
export function isFromOurPages(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null ? request.headers.get('origin') === siteUrl : site === 'same-origin';
}

/** The fields of a form of ours; none of any other body: everyone may send what they like to the sign-in. */
export async function formFields(c: Context<AdminEnv>): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? '';
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? c.req.parseBody() : {};
}

function sign({ config }: ApiServices, purpose: 'cookie' | 'form', subject: string): string {
  return createHmac('sha256', config.authSecret)
    .update(`admin-${purpose}:${subject}`)
    .digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}
