import { parse, serialize } from 'hono/utils/cookie';

const NAME = 'priceroo-social';
/** As long as a person may take at the provider. */
const MAX_AGE_S = 10 * 60;

/** The Set-Cookie that marks the browser which began; null takes the mark away. */
export function nonceCookie(nonce: string | null, siteUrl: string): string {
  return serialize(NAME, nonce ?? '', {
    path: '/api/auth',
    httpOnly: true,
    secure: siteUrl.startsWith('https:'),
    // The provider sends the browser back to us: Strict would leave the mark behind.
    sameSite: 'Lax',
    maxAge: nonce === null ? 0 : MAX_AGE_S,
  });
}

/** The mark that the browser shows; null when it has none. */
export function readNonce(request: Request): string | null {
  return parse(request.headers.get('cookie') ?? '', NAME)[NAME] || null;
}
