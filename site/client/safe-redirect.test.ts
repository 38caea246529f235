import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

const ORIGIN = 'https://site.test';

it.each(['/', '/search?q=milk%20%26%20honey', '/product/1#reviews'])('accepts %s', (path) => {
  expect(safeRedirect(path, ORIGIN)).toBe(path);
});

it.each([
  null,
  '',
  'search',
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/.//evil.test',
  'javascript:alert(1)',
  '\\\\evil.test',
])('falls back to the home page for %j', (path) => {
  expect(safeRedirect(path, ORIGIN)).toBe('/');
});
