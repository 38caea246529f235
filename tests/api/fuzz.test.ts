import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzRequest } from '../support/fuzz-requests.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

/** `npm test` takes a sample; FUZZ_RUNS=20000 runs the full measure. */
const { FUZZ_RUNS = '1000' } = process.env;
const RUNS = Number(FUZZ_RUNS);

/** Whoever follows a link of a mail is told on a page, also that it is wrong. */
const MAIL_LINK = /^\/(?:alerts|newsletter)\/(?:confirm|unsubscribe)(?:\?|$)/;

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi();
});

afterAll(() => api.close());

test(
  `${RUNS} generated requests: never a fault of ours, always the error form`,
  async () => {
    const property = fc.asyncProperty(fuzzRequest, async (request) => {
      const { body, headers, method, path } = request;
      const answer = await api.api(
        new Request(`http://localhost:4321/api${path}`, {
          method,
          headers,
          ...(body !== null && { body }),
        }),
        { remoteAddress: `203.0.113.${Math.floor(Math.random() * 250)}` },
      );
      const text = await answer.text();
      expect(answer.status, text).toBeLessThan(500);
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      if (answer.status >= 400) {
        expect(text).not.toMatch(/\bat .*\.(?:ts|js):\d+|select .* from|node_modules/i);
      }
      // Pages for people (the documentation, the local sign-in) and redirects are no JSON.
      if ((answer.status < 400 || MAIL_LINK.test(path)) && !isJson) return;
      const told = JSON.parse(text);
      if ('success' in told) expect(told.success).toBe(answer.status < 400);
      if (answer.status >= 400) {
        expect(typeof told.error).toBe('string');
        expect(typeof told.code).toBe('string');
      }
    });
    await fc.assert(property, { numRuns: RUNS });
  },
  20 * 60_000,
);
