import { addTicket, endSession } from '#db/queries/accounts/sign-in.ts';
import type { ApiServices } from '../core/services.ts';
import { DONE_PATH } from './begin.ts';
import { readNonce } from './nonce-cookie.ts';
import { redirectTo } from './redirect.ts';
import { SOCIAL_TOKEN_EXPIRES_S, signSocialToken } from './social-token.ts';

/**
 * The provider sends the browser back. better-auth checks state, code and ID token and opens a session, which ends here:
 * the page gets a token for this browser instead, and no cookie ever signs anyone in.
 */
export async function finishAtCallback(services: ApiServices, request: Request): Promise<Response> {
  const { siteUrl, authSecret } = services.config;
  const nonce = readNonce(request);
  const answer = await services.auth.handler(plainCopy(request));
  const location = answer.headers.get('location') ?? '';
  const sessionToken = answer.headers.get('set-auth-token');
  // The state's cookie is spent; the session's stays with us.
  const cookies = answer.headers.getSetCookie().filter((cookie) => !/session/i.test(cookie));
  if (location !== siteUrl + DONE_PATH || !sessionToken) {
    return redirectTo(`${siteUrl}/auth/callback?error=${errorIn(location)}`, cookies);
  }
  const headers = new Headers({ authorization: `Bearer ${sessionToken}` });
  const session = await services.auth.api.getSession({ headers });
  if (!session) throw new Error('better-auth opened a session that is not there');
  const em = services.em();
  await endSession(em, session.session.id);
  if (!nonce) return redirectTo(`${siteUrl}/auth/callback?error=foreign_browser`, cookies);
  const { user } = session;
  const { id, token } = await signSocialToken(authSecret, user, nonce);
  await addTicket(em, id, user.id, SOCIAL_TOKEN_EXPIRES_S);
  return redirectTo(`${siteUrl}/auth/callback?token=${token}`, cookies);
}

/** Address and cookies only: no other header of the browser decides anything. */
function plainCopy(request: Request): Request {
  const cookie = request.headers.get('cookie');
  return new Request(request.url, { headers: cookie ? { cookie } : {} });
}

/** better-auth's word for what went wrong, as far as it is one. */
function errorIn(location: string): string {
  const word = URL.canParse(location) ? new URL(location).searchParams.get('error') : null;
  return word && /^[a-z_]{1,40}$/.test(word) ? word : 'oauth_error';
}
