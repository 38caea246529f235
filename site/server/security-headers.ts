/*
 * The headers that every answer carries, whoever made it. docs/security.md explains each.
 */

/** Header names and values as they are written. */
export interface HeaderMap {
  [name: string]: string | string[];
}

/**
 * For pages whose own policy is missing, and the part of every page's policy that is no business of
 * the page. `script-src` and `style-src` come with hashes from Astro; without them nothing inline runs.
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

/** For JSON, text and pictures: should a browser take one for a page, it may do nothing. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

const ALWAYS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** Two years: the preload list asks for one at least. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

/** `policy` with every directive it lacks. What it says stays. */
export function completePolicy(policy: string | undefined): string {
  const given = new Map<string, string>();
  for (const part of (policy ?? '').split(';')) {
    const [name, ...values] = part.trim().split(/\s+/);
    if (name) given.set(name.toLowerCase(), values.join(' '));
  }
  const whole = new Map([...PAGE_POLICY, ...given]);
  return [...whole].map(([name, value]) => `${name} ${value}`.trim()).join('; ');
}

/** True for what a browser renders as a page, SVG included: it may hold script. */
export function isPage(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)\b/i.test(
    contentType,
  );
}

/**
 * Adds the security headers to `headers` (names in lower case) in place and returns it. A policy that the
 * answer brought is completed for pages and kept for the rest.
 */
export function secure(headers: HeaderMap, siteOrigin: string): HeaderMap {
  for (const [name, value] of Object.entries(ALWAYS)) headers[name] ??= value;
  if (siteOrigin.startsWith('https:')) headers['strict-transport-security'] = STRICT_TRANSPORT;
  const policy = headers['content-security-policy'];
  const own = Array.isArray(policy) ? policy.join('; ') : policy;
  headers['content-security-policy'] = isPage(String(headers['content-type'] ?? ''))
    ? completePolicy(own)
    : (own ?? NO_PAGE_POLICY);
  return headers;
}
