import { createHash, createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { PublicError } from '#domain/errors.ts';

/** The time allowed from the provider's callback to the exchange. */
export const SOCIAL_TOKEN_EXPIRES_S = 60;
const ISSUER = 'priceroo/social';

/** The token's payload; the specification (§3) requires email and name. */
const payload = z.object({
  jti: z.uuid(),
  email: z.string(),
  name: z.string(),
  /** Hash of the nonce cookie of the browser that began the sign-in. */
  browser: z.string(),
});
export type SocialToken = z.infer<typeof payload>;

/** Signs a token for the person and browser. `id` identifies the ticket that the exchange consumes. */
export async function signSocialToken(
  secret: string,
  person: { email: string; name: string },
  browserNonce: string,
  now = new Date(),
): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const token = await new SignJWT({ ...person, browser: hashOf(browserNonce) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setJti(id)
    .setIssuedAt(now)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + SOCIAL_TOKEN_EXPIRES_S)
    .sign(keyOf(secret));
  return { id, token };
}

/** Reads a token. Throws PublicError 400 when it is forged, expired, or from another browser. */
export async function readSocialToken(
  secret: string,
  token: string,
  browserNonce: string | null,
): Promise<SocialToken> {
  const refused = new PublicError(400, 'token-error', 'OAuth login failed. Please try again.');
  if (!browserNonce) throw refused;
  try {
    const verified = await jwtVerify(token, keyOf(secret), {
      issuer: ISSUER,
      algorithms: ['HS256'],
      maxTokenAge: SOCIAL_TOKEN_EXPIRES_S,
      requiredClaims: ['exp', 'iat', 'jti'],
    });
    const read = payload.parse(verified.payload);
    if (read.browser === hashOf(browserNonce)) return read;
  } catch {
    // The caller must not learn why a token was refused.
  }
  throw refused;
}

function keyOf(secret: string): Uint8Array {
  return createHmac('sha256', secret).update('social-token').digest();
}

function hashOf(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url');
}
