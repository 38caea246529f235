import { createHash } from 'node:crypto';
import { loadConfig } from '#db/runtime/config.ts';
import { createApi } from '#site/api/app.ts';
import type { Identities } from '#site/api/auth/create-auth.ts';
import { createServices } from '#site/api/core/services.ts';
import type { SharedAnswers } from '#site/api/core/shared-answers.ts';
import { createMigratedDatabase } from './database.ts';

/** What the API of tests signs and seals with. */
export const TEST_SECRET = 'a-secret-for-tests-only-of-32-characters';

/** The API over a test database, called as the server calls it. */
export type TestApi = Awaited<ReturnType<typeof openTestApi>>;

/** Stands in for scrypt, which takes a fifth of a second of the processor for each account; auth.test.ts signs up with scrypt too. */
const QUICK_PASSWORDS = {
  hash: async (password: string) => createHash('sha256').update(password).digest('hex'),
  verify: async ({ hash, password }: { hash: string; password: string }) =>
    (await QUICK_PASSWORDS.hash(password)) === hash,
};

interface CallOptions {
  body?: unknown;
  token?: string;
  address?: string;
  headers?: Record<string, string>;
}

/** Every answer is made anew: a test sees at once what it has just stored. */
const SHARES_NOTHING: SharedAnswers = { get: (_key, _forMs, make) => make(), forget: () => {} };

/**
 * Opens the API on a migrated database; `env` overrides what the configuration reads. Answers are shared for a while,
 * as shoppers get them, only where `sharedAnswers` says so.
 */
export async function openTestApi(
  databaseUrl: string,
  env: Record<string, string> = {},
  identities?: Identities,
  sharedAnswers: SharedAnswers = SHARES_NOTHING,
  passwords = QUICK_PASSWORDS,
) {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    BETTER_AUTH_SECRET: TEST_SECRET,
    SITE_URL: 'http://localhost:4321',
    ...env,
  });
  const services = { ...(await createServices(config, identities, passwords)), sharedAnswers };
  const api = createApi(services);
  return {
    services,
    api,
    /** Sends JSON and reads the JSON answer. `path` is below /api. */
    async call(method: string, path: string, options: CallOptions = {}) {
      const { body, token, address = '203.0.113.7' } = options;
      const request = new Request(`http://localhost:4321/api${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...options.headers,
        },
        ...(body !== undefined && {
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      });
      const response = await api(request, { remoteAddress: address });
      const text = await response.text();
      const { status, headers } = response;
      const isJson = headers.get('content-type')?.includes('json');
      const answer: Record<string, unknown> = isJson ? JSON.parse(text) : {};
      return { status, body: answer, headers };
    },
    close: () => services.close(),
  };
}

/** The API over a new, empty database of its own, which goes with it. */
export async function openEmptyApi(env: Record<string, string> = {}): Promise<TestApi> {
  const database = await createMigratedDatabase();
  const api = await openTestApi(database.url, env);
  return {
    ...api,
    async close() {
      await api.close();
      await database.drop();
    },
  };
}
