/*
 * One call of the API: `call('GET /products/{id}', {...})` makes the createRoute definition of zod-openapi.
 *   request    admit (token, budget) → body within its limit → shared answer → validators of the schemas → handler
 *   types      the handler's input from the schemas, its caller from `access`, its answer from `answer` and `status`
 */
import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { parseJson } from '#domain/text/parse-json.ts';
import { callerOf } from './caller.ts';
import type { ApiEnv, Caller } from './env.ts';
import { failure, signInRequired, unknownCall } from './failures.ts';

/** No call of ours needs a larger body. */
const MAX_BODY_BYTES = 64 * 1024;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type CallKey = `${Uppercase<Method>} /${string}`;

/** What a call takes and answers. */
interface Definition {
  summary: string;
  /** Anyone, a signed-in shopper, or an operator. Ownership is checked in the handler's query. */
  access: 'public' | 'user' | 'operator';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The budget that each call is taken from (limits.ts); calls with one of their own spend it in their handler. */
  limit?: 'search' | 'keep' | 'write';
  /**
   * For how long, in ms, one answer may be given to everyone who sends the same URL. Only for a public call whose
   * answer depends on the URL alone and may be that much behind the database.
   */
  sharedForMs?: number;
  /** The whole body, envelope included; left out by calls that answer with a page or a redirect. */
  answer?: z.ZodType;
  /** 200 unless stated. */
  status?: 201 | readonly [200, 201];
}

type StatusOf<D> = D extends { status: infer S }
  ? S extends readonly (infer Each extends number)[]
    ? Each
    : S & number
  : 200;

type Json<Schema> = { 'application/json': { schema: Schema } };

/** The caller as the handler of a call finds it: null only on public calls. */
type CallerFor<D> = D extends { access: 'public' } ? Caller | null : Caller;

type Call<Key extends string, D> = Key extends `${infer M extends Uppercase<Method>} ${infer Path}`
  ? {
      method: Lowercase<M>;
      path: Path;
      request: Pick<D, keyof D & ('params' | 'query')> &
        (D extends { body: infer Body }
          ? { body: { content: Json<Body>; required: true } }
          : unknown);
      responses: D extends { answer: infer Answer }
        ? { [Status in StatusOf<D>]: { description: string; content: Json<Answer> } }
        : { 200: { description: string } };
      middleware: MiddlewareHandler<{ Variables: { caller: CallerFor<D> } }>;
    }
  : never;

/** Defines a call for `topic().openapi(call(…), handler)`; `key` as in the specification's §7. */
export function call<const Key extends CallKey, const D extends Definition>(
  key: Key,
  definition: D,
): Call<Key, D> {
  const { summary, access, params, query, body, answer, status = 200, sharedForMs } = definition;
  const [method = '', path = '/'] = key.split(' ');
  return createRoute({
    method: method.toLowerCase() as Method,
    path,
    operationId: key
      .replaceAll(/[^a-z]+/gi, '-')
      .replace(/-$/, '')
      .toLowerCase(),
    summary,
    tags: [path.split('/')[1] ?? ''],
    // OpenAPI 3.1 §4.8.30: beside a scheme other than OAuth the list names roles.
    ...(access !== 'public' && { security: [{ token: access === 'user' ? [] : [access] }] }),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: { content: jsonOf(body), required: true } }),
    },
    responses: {
      ...(answer
        ? Object.fromEntries([status].flat().map((each) => [each, done(jsonOf(answer))]))
        : {
            200: { description: 'A page or plain text' },
            '3XX': { description: 'The browser is sent on' },
          }),
      default: { description: 'Refused or failed', content: jsonOf(failure) },
    },
    middleware: [
      admit(key, definition),
      ...(body ? [bodyLimit({ maxSize: MAX_BODY_BYTES }), readJson] : []),
      ...(sharedForMs === undefined ? [] : [share(sharedForMs)]),
    ],
  }) as RouteConfig as Call<Key, D>;
}

const done = (content: Json<z.ZodType>) => ({ description: 'Done', content });
const jsonOf = (schema: z.ZodType) => ({ 'application/json': { schema } });

/** The success envelope around `data`. */
export const ok = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data });

/** The answer of a call that has nothing to say but that it is done. */
export const doneAnswer = z.object({ success: z.literal(true) });

/** Lets the caller in: says who it is and takes the call from its budget. Throws PublicError 401, 404 and 429. */
function admit(key: CallKey, { access, limit }: Definition): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { services, remoteAddress } = c.env;
    c.set('call', key);
    const caller = await callerOf(services, c.req.raw);
    if (access !== 'public') {
      if (!caller) throw signInRequired();
      if (access === 'operator' && caller.role !== 'operator') throw unknownCall();
    }
    c.set('caller', caller);
    if (limit) await services.limits[limit](caller?.id ?? null, remoteAddress);
    await next();
  };
}

/**
 * Reads the body for the validator, which would use JSON.parse: that overflows the stack on deeply nested text. An
 * empty body is an empty object, so that the schema says what is missing. Throws HTTPException 400 and 415.
 */
const readJson: MiddlewareHandler<ApiEnv> = async (c, next) => {
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

/** Answers from services.sharedAnswers; only the first to ask reaches the handler. */
function share(forMs: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set('caller', null);
    try {
      const text = await c.env.services.sharedAnswers.get(c.req.url, forMs, async () => {
        await next();
        if (c.error) throw c.error;
        return c.res.text();
      });
      c.res = new Response(text, { headers: { 'content-type': 'application/json' } });
    } catch (fault) {
      // The one who asked first has its failure already; those who waited for it fail likewise.
      if (fault !== c.error) throw fault;
    }
  };
}
