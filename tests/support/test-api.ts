import { loadConfig } from '#db/config.ts';
import { type Api, createApi } from '#site/api/app.ts';
import { type ApiServices, createServices } from '#site/api/services.ts';
import type { Identities } from '#site/api/social/identities.ts';

/** The API over a test database, called as the server calls it. */
export interface TestApi {
  services: ApiServices;
  api: Api;
  /** Sends JSON and reads the JSON answer. `path` is below /api. */
  call(
    method: string,
    path: string,
    options?: {
      body?: unknown;
      token?: string;
      address?: string;
      headers?: Record<string, string>;
    },
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>;
  close(): Promise<void>;
}

/** Opens the API on a migrated database; `env` overrides what the configuration reads. */
export async function openTestApi(
  databaseUrl: string,
  env: Record<string, string> = {},
  identities?: Identities,
): Promise<TestApi> {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    BETTER_AUTH_SECRET: 'a-secret-for-tests-only-of-32-characters',
    SITE_URL: 'http://localhost:4321',
    ...env,
  });
  const services = await createServices(config, identities);
  const api = createApi(services);
  return {
    services,
    api,
    async call(method, path, options = {}) {
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
      return {
        status: response.status,
        body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {},
        headers: response.headers,
      };
    },
    close: () => services.close(),
  };
}
