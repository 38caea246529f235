/* Who may see /admin: the cookie of a signed-in operator, the tokens that make a form ours, and the page to sign in. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, getSignedCookie, setCookie, setSignedCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { z } from 'zod';
import {
  endSession,
  limitSession,
  type OperatorSession,
  operatorOfSession,
} from '#db/queries/accounts/sign-in.ts';
import { hasOperator } from '#db/queries/accounts/users.ts';
import { isSameSecret } from '#db/runtime/signed-link.ts';
import { EMAIL_MAX } from '#domain/account/email-address.ts';
import { PASSWORD_MAX } from '#domain/account/password-rule.ts';
import { PublicError } from '#domain/errors.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { toldPlainly } from '../api/auth/auth-errors.ts';
import { page } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import { welcome } from '../api/sign-in/welcome.ts';

/** What the pages' handlers find in Hono's context. `csrf` is the token of the operator's forms. */
export interface AdminEnv {
  Bindings: { remoteAddress: string };
  Variables: { operator: OperatorSession & { csrf: string } };
}

type AdminContext = Context<AdminEnv>;

/** A working day; the session's row ends with it. */
const OPERATOR_SESSION_HOURS = 8;
const COOKIE = 'priceroo-admin';

/** The options of a cookie that only our own pages under `path` send back. */
function strictCookie({ config }: ApiServices, path: string, hours: number) {
  const secure = config.siteUrl.startsWith('https:');
  return { path, httpOnly: true, secure, sameSite: 'Strict', maxAge: hours * 3600 } as const;
}

/** Opens /admin to the bearer of a session's token; null closes it. */
async function setOperator(services: ApiServices, c: AdminContext, token: string | null) {
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
  return operator && { ...operator, csrf: formToken(services, operator.sessionId) };
}

/** The hidden value of a form; `subject` is the session, or what stands for it before there is one. */
function formToken({ config }: ApiServices, subject: string): string {
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

/** The path of the sign-in, the one page of /admin that anyone may see. */
const SIGN_IN_PATH = '/admin/login';
/** Before there is a session, a form is bound to this cookie of its browser. */
const MARK = 'priceroo-admin-form';
/** How the first operator comes to be. */
export const FIRST_OPERATOR =
  'Sign up on the site, then run: npm run cli -- user:promote <your address>';
const FAILED = 'No operator signs in with this email and password.';

const fields = z.object({
  email: z.email().max(EMAIL_MAX),
  password: z.string().min(1).max(PASSWORD_MAX),
});

/** GET and POST /admin/login: email and password of an operator for a cookie that ends with the working day. */
export function signInPage(app: Hono<AdminEnv>, services: ApiServices): void {
  app.get(SIGN_IN_PATH, (c) => form(services, c, null));
  app.post(SIGN_IN_PATH, async (c) => {
    const mark = getCookie(c, MARK);
    const { csrf, ...given } = await formFields(c);
    const isOurs = isFromOurPages(c.req.raw, services.config.siteUrl);
    const email = String(given['email'] ?? '');
    if (!isOurs || !mark || !isToken(csrf, formToken(services, mark))) {
      return form(
        services,
        c,
        new PublicError(403, 'old-form', 'This form was too old. Please try again.'),
        email,
      );
    }
    try {
      await setOperator(services, c, await signInOperator(services, given, c.env.remoteAddress));
      return c.redirect('/admin', 303);
    } catch (error) {
      if (!(error instanceof PublicError)) throw error;
      return form(services, c, error, email);
    }
  });
}

export async function signOut(services: ApiServices, c: AdminContext): Promise<Response> {
  await endSession(services.em(), c.get('operator').sessionId);
  await setOperator(services, c, null);
  return c.redirect(SIGN_IN_PATH, 303);
}

/** The token of a new session. Throws PublicError 401 with the same words for everyone who is no operator. */
async function signInOperator(
  services: ApiServices,
  given: Record<string, unknown>,
  remoteAddress: string,
): Promise<string> {
  const refused = new PublicError(401, 'invalid-credentials', FAILED);
  const read = fields.safeParse(given);
  if (!read.success) throw refused;
  await services.limits.signIn(remoteAddress, read.data.email);
  const result = await toldPlainly(() => services.auth.api.signInEmail({ body: read.data })).catch(
    (error) => {
      throw error instanceof PublicError ? refused : error;
    },
  );
  await welcome({ ...services, remoteAddress }, result.user.id);
  const em = services.em();
  const session = await operatorOfSession(em, result.token);
  if (session) {
    await limitSession(em, session.sessionId, OPERATOR_SESSION_HOURS);
    return result.token;
  }
  const headers = new Headers({ authorization: `Bearer ${result.token}` });
  await services.auth.api.signOut({ headers });
  throw refused;
}

async function form(services: ApiServices, c: AdminContext, fault: PublicError | null, email = '') {
  const mark = randomBytes(24).toString('base64url');
  const isFirst = services.config.nodeEnv !== 'production' && !(await hasOperator(services.em()));
  c.res = await page(
    'Operators',
    html`<main class="admin-sign-in page stack">
<p class="admin-name">${SITE_NAME}</p>
<h1 class="admin-title">Operators</h1>
<form class="card stack" method="post" action="${SIGN_IN_PATH}">
${fault ? html`<p class="admin-fault" role="alert">${fault.message}</p>` : ''}
<input type="hidden" name="csrf" value="${formToken(services, mark)}">
<div class="field"><label for="email">Email</label>
<input class="input" id="email" name="email" type="email" autocomplete="username" required value="${email}"></div>
<div class="field"><label for="password">Password</label>
<input class="input" id="password" name="password" type="password" autocomplete="current-password" required></div>
<button class="button primary">Sign in</button>
</form>
${isFirst ? html`<p class="small muted">Nobody is an operator yet. ${FIRST_OPERATOR}</p>` : ''}
<p><a class="reach" href="/">Back to the site</a></p>
</main>`,
    fault?.status,
  );
  setCookie(c, MARK, mark, strictCookie(services, SIGN_IN_PATH, 1));
  return c.res;
}
