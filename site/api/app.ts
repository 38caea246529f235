/*
 * The API: one Hono app. The site's server, Astro's catch-all route and tests all call it through createApi.
 *   request id → log and metrics → timeout → middleware of the call (core/call.ts) → handler in routes/*.ts
 *   core/failures.ts maps every thrown error to a response
 */
import { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { timeout } from 'hono/timeout';
import { getPathNoStrict } from 'hono/utils/url';
import { KEY_PREFIX } from '#db/queries/accounts/api-keys.ts';
import { nameSpan } from '#db/runtime/tracing.ts';
import { PublicError } from '#domain/errors.ts';
import type { ApiEnv, RequestContext } from './core/env.ts';
import { answerFault, refuse, unknownCall } from './core/failures.ts';
import { LIMITS } from './core/limits.ts';
import { checkInput } from './core/middleware.ts';
import type { ApiServices } from './core/services.ts';
import { accountRoutes } from './routes/account.ts';
import { alertRoutes } from './routes/alerts.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { authRoutes } from './routes/auth.ts';
import { channelRoutes } from './routes/channels.ts';
import { docketRoutes } from './routes/docket.ts';
import { docsRoutes } from './routes/docs.ts';
import { favoriteRoutes } from './routes/favorites.ts';
import { goodPriceRoutes } from './routes/good-price.ts';
import { meRoutes, usersRoutes } from './routes/me.ts';
import { newsletterRoutes } from './routes/newsletter.ts';
import { openDataRoutes } from './routes/open-data.ts';
import { pricePassRoutes } from './routes/price-pass.ts';
import { productRoutes } from './routes/products.ts';
import { recommendationRoutes } from './routes/recommendations.ts';
import { searchRoutes } from './routes/search.ts';
import { securityRoutes } from './routes/security.ts';
import { socialRoutes } from './routes/social.ts';
import { statusRoutes } from './routes/status.ts';
import { watchedSearchRoutes } from './routes/watched-searches.ts';

/** The API as a function from request to response. It never throws. */
export type HandleApi = (request: Request, context: RequestContext) => Promise<Response>;

/** Below the client's timeout of 10 s (spec §9), to leave time for the network. */
export const ANSWER_TIMEOUT_MS = 9_500;

const base = new OpenAPIHono<ApiEnv>({
  // The site serves the API under /api, and /metrics at the root.
  getPath: (request) => getPathNoStrict(request).replace(/^\/api(?=\/|$)/, '') || '/',
  defaultHook: checkInput,
});

/** Statuses of refused access: not signed in, not allowed, rate limited. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

/** Adds the request id and rate-limit headers to every response, and counts and logs the call. */
const observe: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const startedAt = performance.now();
  await next();
  const { requestId: id, call } = c.var;
  const { status, headers } = c.res;
  headers.set('x-request-id', id);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  const { keyBudget } = c.var;
  if (keyBudget) {
    // draft-ietf-httpapi-ratelimit-headers-10
    const { points, duration } = LIMITS.readByKey;
    headers.set('ratelimit-policy', `"key";q=${points};w=${duration}`);
    const { remaining, resetsInMs } = keyBudget;
    headers.set('ratelimit', `"key";r=${remaining};t=${Math.ceil(resetsInMs / 1000)}`);
  }
  const ms = performance.now() - startedAt;
  const { metrics, log } = c.env;
  metrics.call(call ?? 'unknown', status, ms);
  if (call) nameSpan(call, { 'http.route': call.replace(/^\S+ /, '') });
  const line = { requestId: id, call: call ?? c.req.path, status, ms: Math.round(ms) };
  // Refused access is logged at info level, for the audit trail.
  if (REFUSALS.has(status)) log.info({ ...line, caller: c.var.caller?.id }, 'call refused');
  else log.debug(line, 'call');
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

const KEY = `An API key from the profile: reads public data, ${LIMITS.readByKey.points} calls a minute`;
const SCHEMES = {
  token: { type: 'http', scheme: 'bearer', description: 'From POST /auth/login' },
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: `${KEY_PREFIX}…`, description: KEY },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: KEY },
} as const;
for (const [name, scheme] of Object.entries(SCHEMES))
  base.openAPIRegistry.registerComponent('securitySchemes', name, scheme);

export const app = base
  .route('/', productRoutes)
  .route('/', searchRoutes)
  .route('/', docketRoutes)
  .route('/', pricePassRoutes)
  .route('/', openDataRoutes)
  .route('/', goodPriceRoutes)
  .route('/', recommendationRoutes)
  .route('/', usersRoutes)
  .route('/', meRoutes)
  .route('/', apiKeyRoutes)
  .route('/', channelRoutes)
  .route('/', authRoutes)
  .route('/', securityRoutes)
  .route('/', accountRoutes)
  .route('/', socialRoutes)
  .route('/', favoriteRoutes)
  .route('/', alertRoutes)
  .route('/', watchedSearchRoutes)
  .route('/', newsletterRoutes)
  .route('/', statusRoutes)
  .route('/', docsRoutes(base));

/** The types of all calls, for `hc<Api>()` of hono/client. */
export type Api = typeof app;

export function createApi(services: ApiServices): HandleApi {
  return async (request, context) => {
    // The API handles HEAD as GET; the transport drops the body and keeps its length.
    const call = request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
    return app.fetch(call, { ...services, ...context });
  };
}
