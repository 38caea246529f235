import { afterEach, expect, test, vi } from 'vitest';
import { readTexts, readUser } from './stored-values.ts';

afterEach(() => vi.restoreAllMocks());

test('a user is whole with id, email and name', () => {
  const user = { id: '1', email: 'a@example.com', name: 'A' };
  expect(readUser(JSON.stringify(user))).toEqual(user);
});

test.each([
  null,
  '',
  JSON.stringify({ id: '1', email: 'a@example.com' }),
  JSON.stringify({ id: '1', name: 'A' }),
  JSON.stringify({ email: 'a@example.com', name: 'A' }),
  JSON.stringify({ id: '1', email: '', name: 'A' }),
  'null',
])('%s is no whole user', (json) => {
  expect(readUser(json)).toBeNull();
});

test('what is no JSON is logged, and is no user', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  expect(readUser('{half')).toBeNull();
  expect(logged.mock.calls[0]?.[0]).toBe('[session] the stored user cannot be read');
});

test('a list is its texts; one that is no JSON is logged and empty', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  expect(readTexts('[search-history]', '["kettle", 7, null]')).toEqual(['kettle']);
  expect(readTexts('[search-history]', '{half')).toEqual([]);
  expect(logged.mock.calls[0]?.[0]).toBe('[search-history] cannot be read');
});
