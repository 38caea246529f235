import { expect, it } from 'vitest';
import { ApiError } from '#site/client/api-error.ts';
import { authErrorText } from './use-auth-form.ts';

it.each([
  [401, 'x', 'sign-in', /^Invalid email or password/],
  [401, 'x', 'sign-up', /^Registration failed\. Please try again\.$/],
  [503, 'down', 'sign-in', /^Service temporarily unavailable/],
  [429, 'Slow down.', 'sign-in', /^Slow down\.$/],
  [200, null, 'sign-in', /^Login failed$/],
  [200, null, 'sign-up', /^Registration failed$/],
  [0, null, 'sign-in', /^An error occurred\. Please try again\.$/],
] as const)('a failed call of %i with %j at %s is explained', (status, serverText, mode, text) => {
  expect(authErrorText(new ApiError(status, 'code', serverText), mode)).toMatch(text);
});
