import { describe, expect, test } from 'vitest';
import { completePolicy, secure } from './security-headers.ts';

describe('completePolicy', () => {
  test('keeps the directives of a policy and adds the missing ones', () => {
    const policy = completePolicy("script-src 'self' 'sha256-abc='; IMG-SRC 'none';");
    expect(policy).toContain("script-src 'self' 'sha256-abc='");
    expect(policy).toContain("img-src 'none'");
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive);
    }
    expect(policy.match(/img-src/g)).toHaveLength(1);
  });

  test('allows no inline scripts without a policy', () => {
    expect(completePolicy(undefined)).toContain("script-src 'self';");
  });
});

describe('secure', () => {
  const secured = (headers: Record<string, string>, origin = 'http://localhost:4321') =>
    Object.fromEntries(secure(new Headers(headers), origin));

  test('sends HSTS only on an https site', () => {
    expect(secured({})).not.toHaveProperty('strict-transport-security');
    const overTls = secured({}, 'https://prices.example.com.au');
    expect(overTls).toHaveProperty('strict-transport-security');
  });

  test('gives SVG and XML the policy of a page, and JSON the strictest policy', () => {
    for (const type of ['image/svg+xml', 'application/xml', 'TEXT/HTML']) {
      expect(secured({ 'content-type': type })['content-security-policy']).toContain('script-src');
    }
    const json = secured({ 'content-type': 'application/json' });
    expect(json['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test('keeps headers that the response sets itself', () => {
    const own = secured({ 'referrer-policy': 'no-referrer' });
    expect(own['referrer-policy']).toBe('no-referrer');
  });
});
