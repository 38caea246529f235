import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type { ZodError } from 'zod';
import { KEY_PREFIX, ownerOfApiKey } from '#db/queries/accounts/api-keys.ts';
import { readLink } from '#db/runtime/signed-link.ts';
import { PublicError } from '#domain/errors.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import type { ApiEnv, Caller } from './env.ts';
import { signInRequired, unknownCall } from './failures.ts';
import { listType } from './list-text.ts';
import type { ApiServices } from './services.ts';

/** Who may make a call: anyone, a signed-in shopper, the shopper whose id is in the path, or an operator. */
export type Access = 'public' | 'user' | 'owner' | 'operator';

/** A budget of limits.ts that counts by caller or address. */
export type Budget = 'search' | 'keep' | 'write' | 'files';

/** Maximum size of a request's body. */
export const BODY_LIMIT_BYTES = 64 * 1024;
/** Refuses larger bodies with HTTPException 413. */
export const limitBody = bodyLimit({ maxSize: BODY_LIMIT_BYTES });

/** Authenticates the caller or API key, checks access and spends from the call's budget. Throws PublicError 401, 404 and 429. */
export function admit(key: string, access: Access, budget?: Budget): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set('call', key);
    const apiKey = apiKeyOf(c.req.raw);
    if (apiKey) {
      await admitKey(c, apiKey, access);
      return next();
    }
    const caller = await callerOf(c.env, c.req.raw);
    if (access !== 'public') {
      if (!caller) throw signInRequired();
      if (access === 'operator' && caller.role !== 'operator') throw unknownCall();
    }
    c.set('caller', caller);
    if (budget) await c.env.limits[budget](caller?.id ?? null, c.env.remoteAddress);
    await next();
  };
}

function apiKeyOf({ headers }: Request): string | null {
  const token = bearerOf(headers);
  return token?.startsWith(KEY_PREFIX) ? token : headers.get('x-api-key');
}

/** Admits an API key to public GET calls, on the budget of its owner's keys. Throws PublicError 401, 403, 404 and 429. */
async function admitKey(c: Context<ApiEnv>, apiKey: string, access: Access): Promise<void> {
  const ownerId = await ownerOfApiKey(c.env.em(), apiKey);
  if (!ownerId) {
    await c.env.limits.search(null, c.env.remoteAddress);
    throw new PublicError(401, 'unknown-key', 'This API key is unknown or revoked.');
  }
  await c.env.limits.key(ownerId, ({ remainingPoints, msBeforeNext }) =>
    c.set('keyBudget', { remaining: remainingPoints, resetsInMs: msBeforeNext }),
  );
  if (access === 'operator') throw unknownCall();
  if (access !== 'public' || c.req.method !== 'GET') {
    throw new PublicError(403, 'key-reads-only', 'An API key reads public data only.');
  }
  c.set('caller', null);
}

const bearerOf = (headers: Headers) =>
  /^bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim();

/**
 * The person that the bearer token identifies; null without a token that we signed, or when it is unknown or expired. The database
 * holds only the unsigned name, which gives no access. Only the bearer token counts: a cookie never authenticates an API call.
 */
async function callerOf({ config, auth }: ApiServices, request: Request): Promise<Caller | null> {
  const token = bearerOf(request.headers);
  const name = token && sessionIn(config.authSecret, token);
  if (!name) return null;
  const headers = new Headers({ authorization: `Bearer ${name}` });
  const session = await auth.api.getSession({ headers });
  if (!session) return null;
  const { id, email, name: fullName, role, twoFactorEnabled } = session.user;
  const isRefused = config.isAdminSecondFactorRequired && twoFactorEnabled !== true;
  return {
    id,
    email,
    name: fullName,
    role: role === 'operator' && !isRefused ? 'operator' : 'user',
    signedInAt: session.session.createdAt,
    session: name,
    headers,
  };
}

function sessionIn(secret: string, token: string): string | null {
  try {
    return readLink(secret, 'session', token);
  } catch {
    return null;
  }
}

/**
 * Parses the body for the validator, whose JSON.parse would overflow the stack on deeply nested text. An empty body becomes
 * an empty object, so that the schema reports missing fields. Throws HTTPException 400 and 415.
 */
export const readJson: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const text = await c.req.text();
  const type = c.req.header('content-type') ?? '';
  if (text !== '' && !/^application\/json\b/i.test(type)) throw new HTTPException(415);
  const body = text === '' ? {} : parseOrRefuse(text);
  Object.assign(c.req, { json: async () => body });
  await next();
};

function parseOrRefuse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new HTTPException(400);
  }
}

/** Serves shared answers; only the first of concurrent requests reaches the handler. `isList`: the call takes `?format=`. */
export function share(forMs: number, isList: boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set('caller', null);
    try {
      // Bytes, because encoding text with non-ASCII characters again for each request dominates the time of a cached answer.
      const bytes = await c.env.sharedAnswers.get(c.req.url, forMs, async () => {
        await next();
        if (c.error) throw c.error;
        return Buffer.from(await c.res.arrayBuffer());
      });
      const type = listType(isList ? c.req.query('format') : undefined);
      c.res = new Response(bytes, { headers: { 'content-type': type } });
    } catch (fault) {
      // The first request already has its error response; the requests that waited for it must fail too.
      if (fault !== c.error) throw fault;
    }
  };
}

/** Hook of all validators. Throws ZodError for invalid input, and PublicError 400 for text that Postgres cannot store. */
export function checkInput(
  result: { success: true; data: unknown } | { success: false; error: ZodError },
): void {
  if (!result.success) throw result.error;
  if (!isStorable(result.data)) throw new PublicError(400, 'invalid-input', UNSTORABLE);
}

export const UNSTORABLE = 'The request has characters that no text has.';

/** False for a value whose texts include a NUL character or half a surrogate pair, which Postgres cannot store. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every((pair) => pair.every(isStorable));
}
