/* The security headers of every response. docs/security.md explains each. */

/**
 * Default directives for pages that do not set them. Astro sets `script-src` and `style-src` with hashes; without those, nothing
 * inline runs.
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

/** For JSON, text and pictures: blocks everything if a browser renders one as a page. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Two years; the preload list requires at least one. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

export function securityHeaders(siteOrigin: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': NO_PAGE_POLICY,
    ...(siteOrigin.startsWith('https:') && { 'strict-transport-security': STRICT_TRANSPORT }),
  };
}

/** Adds the directives of PAGE_POLICY that `policy` lacks. */
export function completePolicy(policy = ''): string {
  const given = new Map<string, string>();
  for (const part of policy.split(';')) {
    const [name, ...values] = part.trim().split(/\s+/);
    if (name) given.set(name.toLowerCase(), values.join(' '));
  }
  const whole = new Map([...PAGE_POLICY, ...given]);
  return [...whole].map(([name, value]) => `${name} ${value}`.trim()).join('; ');
}

/** True for types that browsers render as a page and that may contain script, including SVG. */
export function isPage(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)\b/i.test(
    contentType,
  );
}

/** Completes the policy of a page in place; leaves other responses unchanged. */
export function completePagePolicy(headers: Headers): void {
  if (!isPage(headers.get('content-type') ?? '')) return;
  const own = headers.get('content-security-policy') ?? undefined;
  headers.set('content-security-policy', completePolicy(own));
}

/** `own` with the missing security headers, and a complete policy for a page. */
export function secure(own: Headers, siteOrigin: string): Headers {
  completePagePolicy(own);
  return new Headers({ ...securityHeaders(siteOrigin), ...Object.fromEntries(own) });
}
