import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiCalls } from '../support/api-calls.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi();
});

afterAll(() => api.close());

const schema = z.record(z.string(), z.unknown());
const content = z.object({ 'application/json': z.object({ schema }) });
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  description: z.string().min(4),
  schema,
});
const scheme = z.enum(['token', 'apiKey', 'apiKeyHeader']);
/** What OpenAPI 3.1 asks of the parts that we use (spec.openapis.org/oas/v3.1.1, §4.8). */
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: schema,
  }),
  servers: z.array(z.object({ url: z.url() })).min(1),
  paths: z.record(
    z.string().regex(/^\//),
    z.partialRecord(
      z.enum(['get', 'post', 'put', 'patch', 'delete']),
      z.strictObject({
        operationId: z.string().regex(/^[a-z-]+$/),
        summary: z.string().min(5),
        tags: z.array(z.string().min(1)),
        security: z.array(z.partialRecord(scheme, z.array(z.string()))),
        parameters: z.array(parameter).default([]),
        requestBody: z.strictObject({ content, required: z.literal(true) }).optional(),
        responses: z.record(
          z.string().regex(/^(?:[1-5]XX|\d{3}|default)$/),
          z.strictObject({ description: z.string().min(1), content: content.optional() }),
        ),
      }),
    ),
  ),
  webhooks: z.strictObject({}),
  components: z.object({
    securitySchemes: z.record(scheme, z.object({ type: z.enum(['http', 'apiKey']) })),
    schemas: z.record(z.string(), schema),
  }),
});

async function described() {
  const answer = await api.call('GET', '/openapi.json');
  expect(answer.status).toBe(200);
  return document.parse(answer.body);
}

test('describes exactly the existing calls and their access', async () => {
  const { paths } = await described();
  const listed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => {
      return [`${method.toUpperCase()} ${path}`, security.some((each) => each.token)] as const;
    }),
  );
  const wanted = apiCalls.map(({ key, access }) => [key, access !== 'public']);
  expect(listed.sort()).toEqual(wanted.sort());
});

test('is valid: unique ids, matching path parameters, valid JSON Schema', async () => {
  const { paths, components } = await described();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, parameters, requestBody, responses } of operations) {
    const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    const given = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
    expect(given.sort(), path).toEqual(named.sort());
    const schemas = [requestBody?.content, ...Object.values(responses).map((each) => each.content)];
    for (const each of schemas) {
      const json = each?.['application/json'].schema;
      if (!json) continue;
      if (typeof json['$ref'] === 'string') {
        expect(Object.keys(components.schemas)).toContain(json['$ref'].split('/').at(-1));
      } else {
        expect(() => z.fromJSONSchema(json as never), path).not.toThrow();
      }
    }
  }
});

test('documents the parameters that each call accepts', async () => {
  const { paths } = await described();
  const body = paths['/auth/login']?.post?.requestBody?.content['application/json'].schema;
  const login = z.fromJSONSchema(body as never);
  expect(login.safeParse({ email: 'a@example.com', password: 'x' }).success).toBe(true);
  expect(login.safeParse({ email: 'a@example.com' }).success).toBe(false);
});

test('serves its page from our own origin without inline script', async () => {
  const get = (path: string) =>
    api.api(new Request(`http://localhost:4321${path}`), { remoteAddress: '203.0.113.7' });
  const page = await (await get('/api/docs')).text();
  expect(page).not.toMatch(/https?:|<script>|<style/);
  const parts = Array.from(
    page.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g),
    ([, path = '']) => path,
  );
  expect(parts).toHaveLength(4);
  for (const part of parts) expect((await get(part)).status, part).toBe(200);
  expect((await get('/api/docs/package.json')).status).toBe(404);
  expect((await get('/api/docs/__proto__')).status).toBe(404);
});
