import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { parse, serialize } from 'hono/utils/cookie';
import { z } from 'zod';
import { endSession, keepForOperators, operatorOfSession } from '#db/queries/accounts/sign-in.ts';
import { EMAIL_MAX } from '#domain/account/email-address.ts';
import { PASSWORD_MAX } from '#domain/account/password-rule.ts';
import { PublicError } from '#domain/errors.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { toldPlainly } from '../api/auth/auth-errors.ts';
import { page } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import { welcome } from '../api/sign-in/welcome.ts';
import type { AdminEnv } from './admin-env.ts';
import {
  formFields,
  formToken,
  isFromOurPages,
  OPERATOR_SESSION_HOURS,
  operatorCookie,
  signsForm,
} from './operator-session.ts';

/** Before there is a session, a form is bound to this cookie of its browser. */
const MARK = 'priceroo-admin-form';
const FAILED = 'No operator signs in with this email and password.';

const fields = z.object({
  email: z.email().max(EMAIL_MAX),
  password: z.string().min(1).max(PASSWORD_MAX),
});

/** GET and POST /admin/login: email and password of an operator for a cookie that ends with the working day. */
export function signInRoutes(services: ApiServices): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  app.get('/', () => form(services, null, 200));
  app.post('/', async (c) => {
    const mark = parse(c.req.header('cookie') ?? '', MARK)[MARK] ?? '';
    const { csrf, ...given } = await formFields(c);
    const isOurs =
      isFromOurPages(c.req.raw, services.config.siteUrl) && mark && signsForm(services, mark, csrf);
    const email = String(given['email'] ?? '');
    if (!isOurs) return form(services, 'This form was too old. Please try again.', 403, email);
    try {
      const token = await signInOperator(services, given, c.env.remoteAddress);
      const headers = {
        location: '/admin/retailers',
        'set-cookie': operatorCookie(services, token),
      };
      return new Response(null, { status: 303, headers });
    } catch (error) {
      if (!(error instanceof PublicError)) throw error;
      return form(services, error.message, error.status, email);
    }
  });
  return app;
}

/** Ends the session and takes the cookie away. */
export async function signOut(services: ApiServices, c: Context<AdminEnv>): Promise<Response> {
  await endSession(services.em(), c.get('operator').sessionId);
  const headers = { location: '/admin/login', 'set-cookie': operatorCookie(services, null) };
  return new Response(null, { status: 303, headers });
}

/** The token of a new session. Throws PublicError 401 for all who are no operators, with the same words. */
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
  if (!session) {
    await services.auth.api.signOut({
      headers: new Headers({ authorization: `Bearer ${result.token}` }),
    });
    throw refused;
  }
  return keepForOperators(em, result.token, OPERATOR_SESSION_HOURS);
}

async function form(
  services: ApiServices,
  fault: string | null,
  status: number,
  email = '',
): Promise<Response> {
  const mark = randomBytes(24).toString('base64url');
  const answer = await page(
    'Operators',
    html`<main class="admin-sign-in page stack">
<p class="admin-name">${SITE_NAME}</p>
<h1 class="admin-title">Operators</h1>
<form class="card stack" method="post" action="/admin/login">
${fault ? html`<p class="admin-fault" role="alert">${fault}</p>` : ''}
<input type="hidden" name="csrf" value="${formToken(services, mark)}">
<div class="field"><label for="email">Email</label>
<input class="input" id="email" name="email" type="email" autocomplete="username" required value="${email}"></div>
<div class="field"><label for="password">Password</label>
<input class="input" id="password" name="password" type="password" autocomplete="current-password" required></div>
<button class="button primary">Sign in</button>
</form>
<p><a class="reach" href="/">Back to the site</a></p>
</main>`,
    status,
  );
  const cookie = serialize(MARK, mark, {
    path: '/admin/login',
    httpOnly: true,
    secure: services.config.siteUrl.startsWith('https:'),
    sameSite: 'Strict',
    maxAge: 3600,
  });
  answer.headers.append('set-cookie', cookie);
  return answer;
}
