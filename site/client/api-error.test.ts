import { expect, it } from 'vitest';
import { ApiError, faultAdvice } from './api-error.ts';

it.each([
  [0, true, /^We got no response/],
  [0, false, /^You are offline/],
  [401, true, /session has ended/],
  [429, true, /^Too many requests/],
  [500, true, /^Something went wrong at our end/],
  [503, true, /^Something went wrong at our end/],
])('status %i, online: %s', (status, isOnline, advice) => {
  expect(faultAdvice(new ApiError(status, 'code', null), isOnline)).toMatch(advice);
});

it('has no advice for a refusal, or for an error that is not from the API', () => {
  expect(faultAdvice(new ApiError(200, 'refused', null), true)).toBeNull();
  expect(faultAdvice(new ApiError(409, 'email-taken', 'Taken.'), true)).toBeNull();
  expect(faultAdvice(new TypeError('x'), true)).toBeNull();
});
