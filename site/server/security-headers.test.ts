import { describe, expect, test } from 'vitest';
import { completePolicy, secure } from './security-headers.ts';

describe('completePolicy', () => {
  test('keeps what a policy says and adds every directive it lacks', () => {
    const policy = completePolicy("script-src 'self' 'sha256-abc='; IMG-SRC 'none';");
    expect(policy).toContain("script-src 'self' 'sha256-abc='");
    expect(policy).toContain("img-src 'none'");
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive);
    }
    expect(policy.match(/img-src/g)).toHaveLength(1);
  });

  test('without one, nothing inline runs', () => {
    expect(completePolicy(undefined)).toContain("script-src 'self';");
  });
});

describe('secure', () => {
  const secured = (headers: Record<string, string>, origin = 'http://localhost:4321') =>
    Object.fromEntries(secure(new Headers(headers), origin));

  test('https only is told where the site is https', () => {
    expect(secured({})).not.toHaveProperty('strict-transport-security');
    const overTls = secured({}, 'https://prices.example.com.au');
    expect(overTls).toHaveProperty('strict-transport-security');
  });

  test('an SVG or XML answer gets the policy of a page, JSON may do nothing at all', () => {
    for (const type of ['image/svg+xml', 'application/xml', 'TEXT/HTML']) {
      expect(secured({ 'content-type': type })['content-security-policy']).toContain('script-src');
    }
    const json = secured({ 'content-type': 'application/json' });
    expect(json['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test('what an answer says itself stays', () => {
    const own = secured({ 'referrer-policy': 'no-referrer' });
    expect(own['referrer-policy']).toBe('no-referrer');
  });
});
