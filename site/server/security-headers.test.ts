import { describe, expect, test } from 'vitest';
import { completePolicy, secure } from './security-headers.ts';

describe('completePolicy', () => {
  test('keeps the directives of a policy and adds every one that it lacks', () => {
    const policy = completePolicy("script-src 'self' 'sha256-abc='; IMG-SRC 'none';");
    expect(policy).toContain("script-src 'self' 'sha256-abc='");
    expect(policy).toContain("img-src 'none'");
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive);
    }
    expect(policy.match(/img-src/g)).toHaveLength(1);
  });

  test('without a policy, nothing inline runs', () => {
    expect(completePolicy(undefined)).toContain("script-src 'self';");
  });
});

describe('secure', () => {
  const secured = (headers: Record<string, string>, origin = 'http://localhost:4321') =>
    Object.fromEntries(secure(new Headers(headers), origin));

  test('HSTS is sent where the site is https', () => {
    expect(secured({})).not.toHaveProperty('strict-transport-security');
    const overTls = secured({}, 'https://prices.example.com.au');
    expect(overTls).toHaveProperty('strict-transport-security');
  });

  test('an SVG or XML response gets the policy of a page, JSON the strictest', () => {
    for (const type of ['image/svg+xml', 'application/xml', 'TEXT/HTML']) {
      expect(secured({ 'content-type': type })['content-security-policy']).toContain('script-src');
    }
    const json = secured({ 'content-type': 'application/json' });
    expect(json['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test('headers of the response itself stay', () => {
    const own = secured({ 'referrer-policy': 'no-referrer' });
    expect(own['referrer-policy']).toBe('no-referrer');
  });
});
