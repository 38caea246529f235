/*
 * The API: one Hono app, called alike by the site's server, Astro's catch-all and tests.
 *   request id → log and metrics → time limit → the call's own middleware (core/call.ts) → handler of routes/*.ts
 *   core/failures.ts maps whatever is thrown to its answer
 */
import { OpenAPIHono, type z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { timeout } from 'hono/timeout';
import { getPathNoStrict } from 'hono/utils/url';
import { PublicError } from '#domain/errors.ts';
import { call } from './core/call.ts';
import type { ApiEnv, RequestContext } from './core/env.ts';
import { answerFault, refuse, unknownCall } from './core/failures.ts';
import type { ApiServices } from './core/services.ts';
import { requireStorableText } from './core/storable-text.ts';
import { createLegacyApi, isLegacy } from './legacy.ts';
import { NO_JSON } from './route.ts';
import { routes } from './routes/all.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { retailerRoutes } from './routes/retailers.ts';
import { vitalsRoutes } from './routes/vitals.ts';

/** The API as a function. It never throws. */
export type HandleApi = (request: Request, context: RequestContext) => Promise<Response>;

/** Every answer is within the specification's time-out of the client, with room for the way back. */
const ANSWER_TIMEOUT_MS = 9_500;

const base = new OpenAPIHono<ApiEnv>({
  // The site mounts the API under /api, and /metrics beside it.
  getPath: (request) => getPathNoStrict(request).replace(/^\/api(?=\/|$)/, '') || '/',
  defaultHook(result) {
    if (!result.success) throw result.error;
    requireStorableText(result.data);
  },
});

/** Gives every answer its request id, and counts and logs the call. */
const observe: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const startedAt = performance.now();
  await next();
  const { requestId: id, call } = c.var;
  const { status, headers } = c.res;
  headers.set('x-request-id', id);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  const ms = performance.now() - startedAt;
  const { metrics, log } = c.env.services;
  metrics.call(call ?? 'unknown', status, ms);
  log.debug({ requestId: id, call: call ?? c.req.path, status, ms: Math.round(ms) }, 'call');
};

base.use(
  requestId({ headerName: '' }),
  observe,
  methodNotAllowed({
    app: base,
    onMethodNotAllowed(c, methods) {
      const allow = methods.filter((method) => method !== 'HEAD').join(', ');
      const answer = refuse(c, new PublicError(405, 'wrong-method', `This call takes ${allow}.`));
      answer.headers.set('allow', allow);
      return answer;
    },
  }),
  timeout(ANSWER_TIMEOUT_MS, new HTTPException(503)),
);
base.onError(answerFault);
base.notFound((c) => refuse(c, unknownCall()));

base.openAPIRegistry.registerComponent('securitySchemes', 'token', {
  type: 'http',
  scheme: 'bearer',
});
for (const [key, route] of Object.entries(routes)) {
  const { answer, params, query, body, summary, access } = route;
  const { middleware: _, ...config } = call(key as 'GET /', {
    summary,
    access,
    ...(body && { body }),
    ...(answer !== NO_JSON && { answer }),
    ...(params && { params: params as z.ZodObject }),
    ...(query && { query: query as z.ZodObject }),
  });
  base.openAPIRegistry.registerPath(config);
}

/** The app with every call. */
export const app = base
  .route('/', healthRoutes)
  .route('/', historyRoutes)
  .route('/', retailerRoutes)
  .route('/', vitalsRoutes)
  .route(
    '/',
    docsRoutes(() => base),
  );

/** The calls with the types of their input and answers, for `hc<Api>()` of hono/client. */
export type Api = typeof app;

/** Builds the API over its services. */
export function createApi(services: ApiServices): HandleApi {
  const legacy = createLegacyApi(services);
  return async (request, context) => {
    if (isLegacy(request)) return legacy(request, context);
    // Answered like GET: the transport leaves the body out, but states its length.
    const asked = request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
    return app.fetch(asked, { services, ...context });
  };
}
