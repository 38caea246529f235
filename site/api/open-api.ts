import { z } from 'zod';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { NO_JSON, type Route, type RouteTable } from './route.ts';

type Schema = Record<string, unknown>;

/** Every failure has this form (respond.ts). */
const FAILURE: Schema = {
  type: 'object',
  required: ['success', 'error', 'code', 'requestId'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'What a shopper may be shown' },
    code: { type: 'string', description: 'Stable, for programs' },
    requestId: { type: 'string', format: 'uuid' },
    field: {
      type: 'string',
      description: 'The part of the input that was refused, where it was one',
    },
  },
};

/** The OpenAPI 3.1 document of the calls in `routes`, as their schemas have it. */
export function openApiOf(routes: RouteTable, siteUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, route] of Object.entries(routes)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(method, path, route) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${SITE_NAME} API`,
      version: '1.0.0',
      description:
        'Prices of Australian retailers. Money is in dollars (AUD), times are UTC. Sign in at POST /auth/login and send `Authorization: Bearer <token>`.',
    },
    servers: [{ url: `${siteUrl}/api` }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: FAILURE },
    },
  };
}

function operationOf(method: string, path: string, route: Route): Schema {
  const { summary, access, params, query, body, answer } = route;
  const isJson = answer !== NO_JSON;
  return {
    operationId: `${method} ${path}`
      .replaceAll(/[^a-z]+/gi, '-')
      .replace(/-$/, '')
      .toLowerCase(),
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(access !== 'public' && { security: [{ token: [] }] }),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && {
      requestBody: { content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    responses: {
      '2XX': isJson
        ? {
            description: 'Done',
            content: { 'application/json': { schema: schemaOf(answer, 'output') } },
          }
        : { description: 'A page or plain text' },
      ...(!isJson && { '3XX': { description: 'The browser is sent on' } }),
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  // What JSON Schema cannot say (a refinement's function) is checked all the same, only not described.
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return plain;
}
