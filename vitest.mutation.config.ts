/*
 * The tests that `npm run mutation` runs again for each change that it makes to the code: those of the rules, and of the pace.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['./tests/support/postgres-setup.ts'],
    include: [
      'db/domain/**/*.test.ts',
      'worker/match/**/*.test.ts',
      'worker/offers/guard*.test.ts',
      'worker/fetch/{pace,polite-fetch}.test.ts',
    ],
    testTimeout: 60_000,
  },
});
