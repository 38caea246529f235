import { OAuth2Server } from 'oauth2-mock-server';
import type { Identities } from '#site/api/auth/create-auth.ts';
import { remoteProvider, SOCIAL_PROVIDERS } from '#site/api/auth/identity-provider.ts';

/** A real identity provider over HTTP that stands for Google and Facebook; tests change what it answers. */
export interface IdentityServer {
  server: OAuth2Server;
  issuer: string;
  identities: Identities;
  stop(): Promise<void>;
}

/** Starts it on a free port. It checks PKCE, and signs whatever a test's hook puts into an ID token. */
export async function startIdentityServer(): Promise<IdentityServer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const issuer = server.issuer.url ?? '';
  const endpoints = {
    issuer,
    authorizationUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
    keysUrl: `${issuer}/jwks`,
  };
  return {
    server,
    issuer,
    identities: {
      demo: null,
      providers: SOCIAL_PROVIDERS.map((id) =>
        remoteProvider(id, endpoints, { clientId: `${id}-client`, clientSecret: 'a-secret' }),
      ),
    },
    stop: () => server.stop(),
  };
}
