import { randomBytes } from 'node:crypto';
import { PublicError } from '#domain/errors.ts';
import type { SocialProviderId } from '../auth/identity-provider.ts';
import type { ApiServices } from '../core/services.ts';
import { nonceCookie } from './nonce-cookie.ts';
import { redirectTo } from './redirect.ts';

/** Where better-auth is told to end; callback.ts never lets the browser follow. */
export const DONE_PATH = '/auth/callback?social=done';

/** Sends the browser to the provider with a fresh state, PKCE challenge and nonce. */
export async function beginSocialSignIn(
  services: ApiServices,
  provider: SocialProviderId,
): Promise<Response> {
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
