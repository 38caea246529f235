/*
 * Sign-in through a provider: beginSocialSignIn → provider → finishAtCallback → /auth/callback?token=… in the browser →
 * exchangeSocialToken. A nonce cookie ties the three calls to one browser (SocialToken).
 */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { addTicket, endSession, takeTicket } from '#db/queries/accounts/sign-in.ts';
import { PublicError } from '#domain/errors.ts';
import type { SocialProviderId } from '../auth/identity-provider.ts';
import type { CallEnv } from '../core/env.ts';
import type { ApiServices } from '../core/services.ts';
import { requireCode } from './second-factor.ts';
import { welcome } from './welcome.ts';

/** better-auth redirects here after a successful sign-in; finishAtCallback replaces that redirect. */
const DONE_PATH = '/auth/callback?social=done';
const NONCE_COOKIE = 'priceroo-social';
/** Time allowed at the provider. */
const NONCE_MAX_AGE_S = 10 * 60;

/** Sends the browser to the provider with a fresh state, PKCE challenge and nonce. */
export async function beginSocialSignIn(services: ApiServices, provider: SocialProviderId) {
  const { siteUrl } = services.config;
  if (!services.identities.providers.some(({ id }) => id === provider)) {
    throw new PublicError(404, 'unknown-call', 'Sign-in with this provider is not set up.');
  }
  const { headers, response } = await services.auth.api.signInSocial({
    body: {
      provider,
      callbackURL: siteUrl + DONE_PATH,
      errorCallbackURL: `${siteUrl}/auth/callback`,
      disableRedirect: true,
    },
    returnHeaders: true,
  });
  const url = 'url' in response ? response.url : undefined;
  if (!url) throw new Error(`better-auth gave no address of ${provider}`);
  const nonce = randomBytes(32).toString('base64url');
  return redirectTo(url, [...headers.getSetCookie(), nonceCookie(nonce, siteUrl)]);
}

/**
 * Handles the browser's return from the provider. better-auth checks state, code and ID token and opens a session. This
 * function ends that session and gives this browser a short-lived token instead, so that no cookie authenticates anyone.
 */
export async function finishAtCallback(services: ApiServices, request: Request): Promise<Response> {
  const { siteUrl, authSecret } = services.config;
  const nonce = readNonce(request);
  const answer = await services.auth.handler(plainCopy(request));
  const location = answer.headers.get('location') ?? '';
  const sessionToken = answer.headers.get('set-auth-token');
  // Forward the cookies that clear the state, but never the session cookie.
  const cookies = answer.headers.getSetCookie().filter((cookie) => !/session/i.test(cookie));
  if (location !== siteUrl + DONE_PATH || !sessionToken) {
    return redirectTo(`${siteUrl}/auth/callback?error=${errorIn(location)}`, cookies);
  }
  const headers = new Headers({ authorization: `Bearer ${sessionToken}` });
  const session = await services.auth.api.getSession({ headers });
  if (!session) throw new Error('better-auth opened a session that is not there');
  const em = services.em();
  await endSession(em, { id: session.session.id });
  if (!nonce) return redirectTo(`${siteUrl}/auth/callback?error=foreign_browser`, cookies);
  const { user } = session;
  const id = randomUUID();
  const token = await signSocialToken(authSecret, id, user, nonce);
  await addTicket(em, id, user.id, SOCIAL_TOKEN_EXPIRES_S);
  return redirectTo(`${siteUrl}/auth/callback?token=${token}`, cookies);
}

/**
 * Exchanges the token of a social sign-in for a session. Throws PublicError 400 unless the token is valid, unused and from this
 * browser, and SecondFactorNeeded if the account has a second factor.
 */
export async function exchangeSocialToken(env: CallEnv, request: Request, token: string) {
  const ticketId = await readSocialToken(env.config.authSecret, token, readNonce(request));
  const userId = await takeTicket(env.em(), ticketId);
  if (!userId) throw tokenRefused();
  await requireCode(env, userId);
  const { internalAdapter } = await env.auth.$context;
  const session = await internalAdapter.createSession(userId);
  const user = await welcome(env, userId, 'social');
  return { user, token: session.token };
}

/** A redirect that is not cached and sends no referrer. */
export function redirectTo(url: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    location: url,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** The Set-Cookie value of the nonce that identifies the browser; null clears it. */
export function nonceCookie(nonce: string | null, siteUrl: string): string {
  return serialize(NONCE_COOKIE, nonce ?? '', {
    path: '/api/auth',
    httpOnly: true,
    secure: siteUrl.startsWith('https:'),
    // A Strict cookie would not be sent with the provider's redirect back to us.
    sameSite: 'Lax',
    maxAge: nonce === null ? 0 : NONCE_MAX_AGE_S,
  });
}

function readNonce(request: Request): string | null {
  return parse(request.headers.get('cookie') ?? '', NONCE_COOKIE)[NONCE_COOKIE] || null;
}

/** A copy with only the address and cookies, so that no other header influences better-auth. */
function plainCopy(request: Request): Request {
  const cookie = request.headers.get('cookie');
  return new Request(request.url, { headers: cookie ? { cookie } : {} });
}

/** better-auth's error code in a redirect, else 'oauth_error'. */
function errorIn(location: string): string {
  const word = URL.canParse(location) ? new URL(location).searchParams.get('error') : null;
  return word && /^[a-z_]{1,40}$/.test(word) ? word : 'oauth_error';
}

/** Time allowed between the provider's callback and the exchange. */
const SOCIAL_TOKEN_EXPIRES_S = 60;
const ISSUER = 'priceroo/social';

/** What the exchange reads of a token. */
const payload = z.object({
  jti: z.uuid(),
  /** Hash of the nonce cookie of the browser that began the sign-in. */
  browser: z.string(),
});

/**
 * Signs a token for the person, whose email and name the specification (§3) requires, and the browser. The exchange consumes the ticket
 * `id`.
 */
function signSocialToken(
  secret: string,
  id: string,
  { email, name }: { email: string; name: string },
  nonce: string,
): Promise<string> {
  return new SignJWT({ email, name, browser: hashOf(nonce) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(`${SOCIAL_TOKEN_EXPIRES_S}s`)
    .sign(keyOf(secret));
}

/** The ticket's id in a token. Throws PublicError 400 if the token is forged, expired or from another browser. */
async function readSocialToken(secret: string, token: string, nonce: string | null) {
  try {
    const verified = await jwtVerify(token, keyOf(secret), {
      issuer: ISSUER,
      algorithms: ['HS256'],
      maxTokenAge: SOCIAL_TOKEN_EXPIRES_S,
      requiredClaims: ['exp', 'iat', 'jti'],
    });
    const { jti, browser } = payload.parse(verified.payload);
    if (nonce && browser === hashOf(nonce)) return jti;
  } catch {
    // The caller must not learn the reason for the refusal.
  }
  throw tokenRefused();
}

const tokenRefused = () =>
  new PublicError(400, 'token-error', 'OAuth login failed. Please try again.');

function keyOf(secret: string): Uint8Array {
  return createHmac('sha256', secret).update('social-token').digest();
}

function hashOf(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url');
}
