/*
 * Identity providers: Google and Facebook over HTTP (here), or the stand-in of development and tests
 * (demo-identity.ts). create-auth.ts chooses them and oidc-plugin.ts registers them with better-auth;
 * sign-in/social-sign-in.ts has the steps of a sign-in.
 */
import { validateAuthorizationCode } from 'better-auth/oauth2';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import type { OAuthClient } from '#db/runtime/config.ts';

/** The two providers of the specification (§7). */
export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const;
export type SocialProviderId = (typeof SOCIAL_PROVIDERS)[number];

/** What a callback brought, to be exchanged for an ID token. */
export interface CodeExchange {
  code: string;
  codeVerifier: string;
  redirectUri: string;
}

/** An OpenID Connect provider as we use it: authorization code with PKCE, identity from the ID token only. */
export interface IdentityProvider {
  id: SocialProviderId;
  /** The `iss` of its ID tokens, and the only issuer accepted in a callback (RFC 9207). */
  issuer: string;
  authorizationUrl: string;
  clientId: string;
  keys: JWTVerifyGetKey;
  /** Exchanges a code for its ID token. Rejects when the provider refuses the code. */
  redeem(exchange: CodeExchange): Promise<string | undefined>;
}

/** The addresses of a provider. */
export interface Endpoints {
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  keysUrl: string;
}

/** From the providers' discovery documents and Facebook's guide "OIDC token with manual flow": a start needs no network. */
export const ENDPOINTS: Readonly<Record<SocialProviderId, Endpoints>> = {
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
};

/** A provider reached over HTTP. */
export function remoteProvider(
  id: SocialProviderId,
  endpoints: Endpoints,
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
