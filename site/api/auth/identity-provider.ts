/* Identity providers for better-auth: Google and Facebook, or the local stand-in (demo-identity.ts). */
import type { BetterAuthPlugin } from 'better-auth';
import {
  createAuthorizationURL,
  type OAuthProvider,
  validateAuthorizationCode,
  verifyProviderIdToken,
} from 'better-auth/oauth2';
import { createRemoteJWKSet, decodeJwt, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { OAuthClient } from '#db/runtime/config.ts';
import { EMAIL_MAX } from '#domain/account/email-address.ts';

/** The two providers of the specification (§7). */
export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const;
export type SocialProviderId = (typeof SOCIAL_PROVIDERS)[number];

/** An OpenID Connect provider as we use it: authorization code with PKCE, identity from the ID token only. */
export interface IdentityProvider {
  id: SocialProviderId;
  /** The `iss` of its ID tokens, and the only issuer accepted in a callback (RFC 9207). */
  issuer: string;
  authorizationUrl: string;
  clientId: string;
  keys: JWTVerifyGetKey;
  /** Exchanges a code for its ID token. Rejects when the provider refuses the code. */
  redeem(exchange: {
    code: string;
    codeVerifier: string;
    redirectUri: string;
  }): Promise<string | undefined>;
}

/** Fixed, so that a start needs no network. Sources: the discovery documents, and Facebook's guide "OIDC token with manual flow". */
export const ENDPOINTS = {
  google: {
    issuer: 'https://accounts.google.com',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorizationUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v24.0/oauth/access_token',
    keysUrl: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
  },
} satisfies Record<SocialProviderId, object>;

/** A provider over HTTP. */
export function remoteProvider(
  id: SocialProviderId,
  endpoints: (typeof ENDPOINTS)[SocialProviderId],
  { clientId, clientSecret }: OAuthClient,
): IdentityProvider {
  return {
    id,
    issuer: endpoints.issuer,
    authorizationUrl: endpoints.authorizationUrl,
    clientId,
    keys: createRemoteJWKSet(new URL(endpoints.keysUrl)),
    async redeem({ code, codeVerifier, redirectUri }) {
      const { idToken } = await validateAuthorizationCode({
        code,
        codeVerifier,
        redirectURI: redirectUri,
        options: { clientId, clientSecret },
        tokenEndpoint: endpoints.tokenUrl,
      });
      return idToken;
    },
  };
}

/** Older ID tokens do not belong to this sign-in. */
const MAX_TOKEN_AGE = '10m';

/** The claims read from an ID token, after checks of signature, issuer, audience, age and nonce. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(EMAIL_MAX).optional(),
  /** Facebook omits this claim; an unverified address does not sign in to an existing account. */
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false).catch(false),
  name: z.string().trim().min(1).max(100).optional().catch(undefined),
});
type Claims = z.infer<typeof claims>;

/** A better-auth plugin for `providers`. Its built-in providers trust an ID token that comes with a code; ours verify it. */
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
        // Facebook's name for the profile scope is `public_profile`, which it always grants.
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
