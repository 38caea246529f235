import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose';
import { z } from 'zod';
import { PublicError } from '#domain/errors.ts';
import {
  type IdentityProvider,
  SOCIAL_PROVIDERS,
  type SocialProviderId,
} from './identity-provider.ts';

/** The demo people; the last one has an unverified address. */
export const DEMO_PEOPLE = [
  person('kylie', 'Kylie Nguyen', true),
  person('bruce', 'Bruce Walker', true),
  person('matilda', 'Matilda Rossi', false),
];

const text = z.string().min(1).max(500);

/** The schema of an authorization request (OpenID Connect Core §3.1.2.1). */
export const authorizationRequest = z.object({
  client_id: z.enum(SOCIAL_PROVIDERS).describe('The provider to imitate'),
  redirect_uri: z.url().max(500).describe('Where the browser returns to'),
  state: text.describe('Returned unchanged'),
  nonce: text.describe('Included in the ID token'),
  code_challenge: text.describe('PKCE (RFC 7636)'),
});

export type AuthorizationRequest = z.output<typeof authorizationRequest>;

const CODE_EXPIRES_MS = 60_000;

interface Grant {
  request: AuthorizationRequest;
  person: ReturnType<typeof person>;
  endsAt: number;
}

/** Creates a local identity provider without passwords, for development and tests only; its keys and codes live in this process. */
export function createDemoIdentity(siteUrl: string) {
  const issuer = `${siteUrl}/api/demo-identity`;
  const keyPair = generateKeyPair('RS256');
  const grants = new Map<string, Grant>();
  const keys: JWTVerifyGetKey = async () => exportJWK((await keyPair).publicKey);

  return {
    providerFor: (id: SocialProviderId): IdentityProvider => ({
      id,
      issuer,
      authorizationUrl: `${issuer}/authorize`,
      clientId: id,
      keys,
      async redeem({ code, codeVerifier, redirectUri }) {
        const grant = grants.get(code);
        grants.delete(code);
        const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
        const isGood =
          grant !== undefined &&
          grant.endsAt > Date.now() &&
          grant.request.client_id === id &&
          grant.request.redirect_uri === redirectUri &&
          grant.request.code_challenge === challenge;
        if (!isGood) throw new PublicError(400, 'invalid-grant', 'The code is not valid.');
        const { person: who, request } = grant;
        return new SignJWT({
          name: who.name,
          email: who.email,
          email_verified: who.emailVerified,
          nonce: request.nonce,
        })
          .setProtectedHeader({ alg: 'RS256' })
          .setIssuer(issuer)
          .setAudience(id)
          .setSubject(who.id)
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign((await keyPair).privateKey);
      },
    }),

    /** Returns the next address for the browser; a null person cancels. Throws PublicError 400 for another site's redirect. */
    choose(request: AuthorizationRequest, personId: string | null): URL {
      const callback = `${siteUrl}/api/auth/provider/callback/${request.client_id}`;
      if (request.redirect_uri !== callback) {
        throw new PublicError(400, 'foreign-redirect', 'This address is not known to be ours.');
      }
      const target = new URL(callback);
      target.searchParams.set('state', request.state);
      target.searchParams.set('iss', issuer);
      const who = DEMO_PEOPLE.find(({ id }) => id === personId);
      if (!who) {
        target.searchParams.set('error', 'access_denied');
        return target;
      }
      const code = randomBytes(24).toString('base64url');
      for (const [old, { endsAt }] of grants) if (endsAt < Date.now()) grants.delete(old);
      grants.set(code, { request, person: who, endsAt: Date.now() + CODE_EXPIRES_MS });
      target.searchParams.set('code', code);
      return target;
    },
  };
}

/** A demo person. Addresses use a reserved domain, so they never match a real account. */
function person(id: string, name: string, emailVerified: boolean) {
  return { id, name, email: `${id}@demo-identity.example`, emailVerified };
}
