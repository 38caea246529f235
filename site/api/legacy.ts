import { randomUUID } from 'node:crypto';
import { findUser } from '#db/queries/accounts/users.ts';
import { PublicError } from '#domain/errors.ts';
import { callerOf } from './core/caller.ts';
import type { Caller, RequestContext } from './core/env.ts';
import type { ApiServices } from './core/services.ts';
import { requireStorableText } from './core/storable-text.ts';
import { readBody } from './read-body.ts';
import { errorAnswer, jsonAnswer, jsonTextAnswer } from './respond.ts';
import type { Route } from './route.ts';
import { createRouter, type MatchedRoute } from './router.ts';
import { routes } from './routes/all.ts';

/** Every answer is within the specification's time-out of the client, with room for the way back. */
const ANSWER_TIMEOUT_MS = 9_500;

const find = createRouter(routes);

/** Whether the old tables hold the path. */
export function isLegacy(request: Request): boolean {
  const path = new URL(request.url).pathname.replace(/^\/api(?=\/|$)/, '');
  return !('notFound' in find(request.method === 'HEAD' ? 'GET' : request.method, path));
}

/** The calls that are not routed by app.ts yet. */
export function createLegacyApi(services: ApiServices) {
  return async (request: Request, context: RequestContext): Promise<Response> => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api(?=\/|$)/, '');
    let key = `${request.method} ${path}`;
    let isKnown = false;
    let allow: string | null = null;
    let response: Response;
    try {
      const match = find(request.method === 'HEAD' ? 'GET' : request.method, path);
      if ('notFound' in match) throw new PublicError(404, 'unknown-call', 'There is no such call.');
      if ('wrongMethod' in match) {
        allow = match.wrongMethod.join(', ');
        throw new PublicError(405, 'wrong-method', `This call takes ${allow}.`);
      }
      key = match.key;
      isKnown = true;
      response = await withinTime(answer(services, match, request, context, url, requestId));
    } catch (error) {
      const told = errorAnswer(error, requestId);
      if (told.unexpected) services.log.error({ err: error, requestId, call: key }, 'call failed');
      response = told.response;
    }
    response.headers.set('x-request-id', requestId);
    // RFC 9110 §15.5.6: a 405 names what the address takes.
    if (allow) response.headers.set('allow', allow);
    const ms = performance.now() - startedAt;
    services.metrics.call(isKnown ? key : 'unknown', response.status, ms);
    services.log.debug(
      { requestId, call: key, status: response.status, ms: Math.round(ms) },
      'call',
    );
    return response;
  };
}

async function answer(
  services: ApiServices,
  { key, route, params: rawParams }: MatchedRoute,
  request: Request,
  context: RequestContext,
  url: URL,
  requestId: string,
): Promise<Response> {
  const { remoteAddress } = context;
  const caller = authorise(route, await callerOf(services, request));
  if (route.limit) await services.limits[route.limit](caller?.id ?? null, remoteAddress);
  const rawQuery = Object.fromEntries(url.searchParams);
  const rawBody = route.body && (await readBody(request));
  requireStorableText([rawParams, rawQuery, rawBody]);
  const params = route.params?.parse(rawParams);
  const query = route.query?.parse(rawQuery);
  const body = route.body?.parse(rawBody);
  const input = { params, query, body, caller, services, request, remoteAddress, requestId };
  if (route.sharedForMs !== undefined) {
    const asked = `${key} ${JSON.stringify([params, query])}`;
    const make = async () => JSON.stringify((await route.handle({ ...input, caller: null })).body);
    return jsonTextAnswer(200, await services.sharedAnswers.get(asked, route.sharedForMs, make));
  }
  const result = await route.handle(input).catch(unlessGone(services, caller));
  return result.response ?? jsonAnswer(result.status ?? 200, result.body, result.headers);
}

function signInRequired(): PublicError {
  return new PublicError(401, 'sign-in-required', 'Please sign in.');
}

function authorise(route: Route, caller: Caller | null): Caller | null {
  if (route.access === 'public') return caller;
  if (!caller) throw signInRequired();
  if (route.access === 'operator' && caller.role !== 'operator') {
    throw new PublicError(404, 'unknown-call', 'There is no such call.');
  }
  return caller;
}

/**
 * An account that is deleted while a call of its runs fails it anywhere, as nothing may belong to it any more: to the
 * caller that is the end of the session, and no fault of ours.
 */
function unlessGone(services: ApiServices, caller: Caller | null) {
  return async (fault: unknown): Promise<never> => {
    if (caller && !(fault instanceof PublicError)) {
      if (!(await findUser(services.em(), caller.id))) throw signInRequired();
    }
    throw fault;
  };
}

async function withinTime(answering: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const message = 'Service temporarily unavailable. Please try again in a few moments.';
      reject(new PublicError(503, 'too-slow', message, 5_000));
    }, ANSWER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answering, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
