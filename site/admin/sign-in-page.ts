/* /admin/login, public: email and password, then a code if the account needs one. Sets a cookie for a working day. */
import { randomBytes } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { z } from 'zod';
import { isOperatorAddress } from '#db/queries/accounts/second-factor.ts';
import { endSession, limitSession, operatorOfSession } from '#db/queries/accounts/sign-in.ts';
import { hasOperator } from '#db/queries/accounts/users.ts';
import { EMAIL_MAX } from '#domain/account/email-address.ts';
import { PASSWORD_MAX } from '#domain/account/password-rule.ts';
import { bareCode, CODE_MAX } from '#domain/account/second-factor.ts';
import { PublicError, SecondFactorNeeded } from '#domain/errors.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import type { CallEnv } from '../api/core/env.ts';
import { type Html, page } from '../api/core/page.ts';
import { challenge, code } from '../api/routes/auth.ts';
import {
  finishWithCode,
  type OpenedSession,
  signInByPassword,
} from '../api/sign-in/second-factor.ts';
import { recordEvent, welcome } from '../api/sign-in/welcome.ts';
import {
  type AdminApp,
  type AdminContext,
  formFields,
  formToken,
  isFromOurPages,
  isToken,
  mayOperate,
  OPERATOR_SESSION_HOURS,
  setOperator,
  strictCookie,
} from './operator-session.ts';

const SIGN_IN_PATH = '/admin/login';
const CODE_PATH = `${SIGN_IN_PATH}/code`;
/** The page to set up a second factor. */
export const SECURITY_PATH = '/profile/security';
/** The cookie that ties a form to its browser before sign-in. */
const FORM_COOKIE = 'priceroo-admin-form';
export const FIRST_OPERATOR =
  'Sign up on the site, then run: npm run cli -- user:promote <your address>';

const refused = () =>
  new PublicError(
    401,
    'invalid-credentials',
    'Wrong email or password, or not an operator account.',
  );
const setUpFirst = () =>
  new PublicError(
    403,
    'second-factor-required',
    'Operators of this site need a second factor. Set one up first.',
  );

const credentials = z.object({
  email: z.email().max(EMAIL_MAX),
  password: z.string().min(1).max(PASSWORD_MAX),
});
const secondStep = z.object({ challenge, code });

export function signInPage(app: AdminApp): void {
  app.get(SIGN_IN_PATH, (c) => firstForm(c, null));
  app.get(CODE_PATH, (c) => c.redirect(SIGN_IN_PATH, 303));
  app.post(SIGN_IN_PATH, async (c) => {
    const given = await formFields(c);
    const email = String(given['email'] ?? '');
    try {
      requireOurForm(c, given);
      const read = credentials.safeParse(given);
      if (!read.success) throw refused();
      return await open(c, await signInOperator(c.env, read.data));
    } catch (fault) {
      if (fault instanceof SecondFactorNeeded) return codeForm(c, fault.challenge, null);
      if (fault instanceof PublicError) return firstForm(c, fault, email);
      throw fault;
    }
  });
  app.post(CODE_PATH, async (c) => {
    const given = await formFields(c);
    const read = secondStep.safeParse(given);
    try {
      requireOurForm(c, given);
      const sent = challenge.safeParse(given['challenge']);
      if (!sent.success) return firstForm(c, null);
      if (!read.success) throw new PublicError(400, 'wrong-code', 'Enter the code.');
      const { challenge: begun, code: typed } = read.data;
      return await open(c, await finishWithCode(c.env, begun, bareCode(typed), true));
    } catch (fault) {
      if (!(fault instanceof PublicError)) throw fault;
      return fault.code === 'wrong-code'
        ? codeForm(c, String(given['challenge']), fault)
        : firstForm(c, fault);
    }
  });
}

/** Ends the session and deletes the cookie. */
export async function signOut(c: AdminContext): Promise<Response> {
  await endSession(c.env.em(), { id: c.get('operator').sessionId });
  await setOperator(c, null);
  return c.redirect(SIGN_IN_PATH, 303);
}

/** Throws PublicError 403 unless the form came from this browser's page. */
function requireOurForm(c: AdminContext, given: Record<string, unknown>) {
  const mark = getCookie(c, FORM_COOKIE);
  if (isFromOurPages(c) && mark && isToken(given['csrf'], formToken(c.env, mark))) return;
  throw new PublicError(403, 'old-form', 'This form has expired. Please try again.');
}

/** Throws SecondFactorNeeded for operators only, and PublicError 401 with one text for everybody else. */
async function signInOperator(env: CallEnv, given: z.output<typeof credentials>) {
  try {
    return await signInByPassword(env, given, true);
  } catch (fault) {
    if (!(fault instanceof PublicError) || fault.status === 429) throw fault;
    const isOperator =
      fault instanceof SecondFactorNeeded && (await isOperatorAddress(env.em(), given.email));
    throw isOperator ? fault : refused();
  }
}

/** Sets the cookie for an operator's session; ends the session of anyone else. */
async function open(c: AdminContext, { userId, token, way }: OpenedSession) {
  const { env } = c;
  await welcome(env, userId, way, true);
  const em = env.em();
  const session = await operatorOfSession(em, token);
  if (session && mayOperate(env, session)) {
    await limitSession(em, session.sessionId, OPERATOR_SESSION_HOURS);
    await setOperator(c, token);
    return c.redirect('/admin', 303);
  }
  await env.auth.api.signOut({ headers: new Headers({ authorization: `Bearer ${token}` }) });
  await recordEvent(env, { userId }, { kind: 'sign-in-refused', way, atAdmin: true });
  throw session ? setUpFirst() : refused();
}

async function firstForm(c: AdminContext, fault: PublicError | null, email = '') {
  const { config, em } = c.env;
  const isFirst = config.nodeEnv !== 'production' && !(await hasOperator(em()));
  const isUnset = fault?.code === 'second-factor-required';
  return form(c, SIGN_IN_PATH, fault, {
    fields: html`<div class="field"><label for="email">Email</label>
<input class="input" id="email" name="email" type="email" autocomplete="username" required value="${email}"></div>
<div class="field"><label for="password">Password</label>
<input class="input" id="password" name="password" type="password" autocomplete="current-password" required></div>
<button class="button primary">Sign in</button>`,
    below: html`${isUnset ? html`<p><a class="reach" href="${SECURITY_PATH}">Set up a second factor</a>, then sign in here.</p>` : ''}
${isFirst ? html`<p class="small muted">There is no operator yet. ${FIRST_OPERATOR}</p>` : ''}
<p><a class="reach" href="/">Back to the site</a></p>`,
  });
}

function codeForm(c: AdminContext, begun: string, fault: PublicError | null): Promise<Response> {
  return form(c, CODE_PATH, fault, {
    fields: html`<input type="hidden" name="challenge" value="${begun}">
<div class="field"><label for="code">Code</label>
<input class="input" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="${CODE_MAX}" required autofocus aria-describedby="code-hint">
<p class="hint" id="code-hint">The six digits that your authenticator app shows, or a backup code.</p></div>
<button class="button primary">Sign in</button>`,
    below: html`<p><a class="reach" href="${SIGN_IN_PATH}">Start again</a></p>`,
  });
}

async function form(
  c: AdminContext,
  action: string,
  fault: PublicError | null,
  { fields, below }: { fields: Html; below: Html },
): Promise<Response> {
  const mark = randomBytes(24).toString('base64url');
  c.res = await page(
    'Operators',
    html`<main class="wrap admin-sign-in page stack">
<p class="admin-name row"><img src="/favicon.svg" width="30" height="30" alt=""> ${SITE_NAME}</p>
<div class="stack tight">
<h1 class="admin-title">Operators</h1>
<p class="muted">For those who run ${SITE_NAME}. Shoppers <a href="/login">sign in here</a>.</p>
</div>
${fault ? html`<p class="notice tone-red" role="alert">${fault.message}</p>` : ''}
<form class="card stack" method="post" action="${action}">
<input type="hidden" name="csrf" value="${formToken(c.env, mark)}">
${fields}
</form>
${below}
</main>`,
    fault?.status,
  );
  setCookie(c, FORM_COOKIE, mark, strictCookie(c.env, SIGN_IN_PATH, 1));
  return c.res;
}
