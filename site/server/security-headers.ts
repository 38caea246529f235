/* The headers that every response carries, whoever made it. docs/security.md explains each. */

/**
 * The policy of pages that bring none, and the part of every page's policy that the page does not set. `script-src` and
 * `style-src` come with hashes from Astro; without them nothing inline runs.
 */
const PAGE_POLICY: ReadonlyMap<string, string> = new Map([
  ['default-src', "'self'"],
  ['script-src', "'self'"],
  ['style-src', "'self'"],
  ['img-src', "'self' data:"],
  ['font-src', "'self'"],
  ['connect-src', "'self'"],
  ['frame-src', "'none'"],
  ['object-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'self'"],
  ['frame-ancestors', "'none'"],
]);

/** For JSON, text and pictures: a browser that takes one for a page may do nothing with it. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Two years: the preload list asks for one at least. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

/** The security headers of a response that sets none itself. */
export function securityHeaders(siteOrigin: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': NO_PAGE_POLICY,
    ...(siteOrigin.startsWith('https:') && { 'strict-transport-security': STRICT_TRANSPORT }),
  };
}

/** Adds to `policy` every directive of PAGE_POLICY that it lacks. */
export function completePolicy(policy = ''): string {
  const given = new Map<string, string>();
  for (const part of policy.split(';')) {
    const [name, ...values] = part.trim().split(/\s+/);
    if (name) given.set(name.toLowerCase(), values.join(' '));
  }
  const whole = new Map([...PAGE_POLICY, ...given]);
  return [...whole].map(([name, value]) => `${name} ${value}`.trim()).join('; ');
}

/** True for types that a browser renders as a page, SVG included: they may hold script. */
export function isPage(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)\b/i.test(
    contentType,
  );
}

/** Completes the policy of a page in place; other responses keep theirs. */
export function completePagePolicy(headers: Headers): void {
  if (!isPage(headers.get('content-type') ?? '')) return;
  const own = headers.get('content-security-policy') ?? undefined;
  headers.set('content-security-policy', completePolicy(own));
}

/** `own` with every security header that it lacks, and with the whole policy of a page. */
export function secure(own: Headers, siteOrigin: string): Headers {
  completePagePolicy(own);
  return new Headers({ ...securityHeaders(siteOrigin), ...Object.fromEntries(own) });
}
