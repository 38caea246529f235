import type { BetterAuthPlugin } from 'better-auth';
import {
  createAuthorizationURL,
  type OAuthProvider,
  verifyProviderIdToken,
} from 'better-auth/oauth2';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { EMAIL_MAX } from '#domain/account/email-address.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** An ID token older than this was not made for this sign-in. */
const MAX_TOKEN_AGE = '10m';

/** The claims that we read from an ID token after checking its signature, issuer, audience, age and nonce. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(EMAIL_MAX).optional(),
  /** Facebook omits this claim; an unverified address does not sign in to an existing account. */
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false).catch(false),
  name: z.string().trim().min(1).max(100).optional().catch(undefined),
});
type Claims = z.infer<typeof claims>;

/**
 * Registers `providers` as better-auth's social providers. The built-in ones trust an ID token that came with a code;
 * these verify it, and take the person's identity from it alone.
 */
export function oidcProviders(providers: readonly IdentityProvider[]): BetterAuthPlugin {
  return {
    id: 'priceroo-oidc',
    init: () => ({ context: { socialProviders: providers.map(toOAuthProvider) } }),
  };
}

function toOAuthProvider(provider: IdentityProvider): OAuthProvider<Claims> {
  const { id, issuer, clientId } = provider;
  const self: OAuthProvider<Claims> = {
    id,
    name: id,
    issuer,
    requiresIdTokenNonce: true,
    idToken: {
      jwks: provider.keys,
      issuer,
      audience: clientId,
      algorithms: ['RS256'],
      maxTokenAge: MAX_TOKEN_AGE,
    },
    accountSubject: ({ profile }) => profile.sub,
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        id,
        options: { clientId },
        authorizationEndpoint: provider.authorizationUrl,
        state,
        codeVerifier,
        redirectURI,
        nonce: idTokenNonce,
        // Facebook calls the profile `public_profile` and always grants it.
        scopes: ['openid', 'email', ...(id === 'facebook' ? [] : ['profile'])],
      }),
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const idToken = await provider.redeem({
        code,
        codeVerifier: codeVerifier ?? '',
        redirectUri: redirectURI,
      });
      return { idToken };
    },
    async getUserInfo({ idToken, expectedIdTokenNonce }) {
      if (!idToken || !expectedIdTokenNonce) return null;
      if (!(await verifyProviderIdToken(self, idToken, expectedIdTokenNonce))) return null;
      const read = claims.safeParse(decodeJwt(idToken));
      if (!read.success) return null;
      const { email, email_verified: emailVerified, name } = read.data;
      // Spec §4: the name defaults to the part before @.
      const user = {
        email: email ?? null,
        emailVerified,
        name: name ?? email?.split('@')[0] ?? '',
      };
      return { user, data: read.data };
    },
  };
  return self;
}
