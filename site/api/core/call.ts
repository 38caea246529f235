/*
 * One call of the API: `forUser('GET /alerts', 'The alerts of the caller', {...})` makes the createRoute definition of
 * zod-openapi for `topic().openapi(definition, handler)`.
 *   request    admit (token, budget) → body within its limit → shared answer → validators of the schemas → handler
 *   types      the handler's input from the schemas, its caller from the access, its answer from `answer` and `status`
 */
import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv, Caller } from './env.ts';
import { failure } from './failures.ts';
import { type Access, admit, type Budget, limitBody, readJson, share } from './middleware.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type CallKey = `${Uppercase<Method>} /${string}`;

/** What a call takes and answers. */
interface Definition {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The budget that each call is taken from (limits.ts); calls with one of their own spend it in their handler. */
  limit?: Budget;
  /**
   * How long, in ms, one answer is shared by all who request the same URL. Only for public calls whose answer depends
   * on the URL alone and may be that far behind the database.
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

type Call<
  Key extends string,
  D,
  Who,
> = Key extends `${infer M extends Uppercase<Method>} ${infer P}`
  ? {
      method: Lowercase<M>;
      path: P;
      request: Pick<D, keyof D & ('params' | 'query')> &
        (D extends { body: infer Body }
          ? { body: { content: Json<Body>; required: true } }
          : unknown);
      responses: D extends { answer: infer Answer }
        ? { [Status in StatusOf<D>]: { description: string; content: Json<Answer> } }
        : { 200: { description: string } };
      middleware: MiddlewareHandler<{ Variables: { caller: Who } }>;
    }
  : never;

/** A call that anyone may make; `key` as in the specification's §7. */
export const forAnyone = <const Key extends CallKey, const D extends Definition = object>(
  key: Key,
  summary: string,
  definition?: D,
) =>
  define<Key, D, D extends { sharedForMs: number } ? null : Caller | null>(
    'public',
    key,
    summary,
    definition,
  );

/** A call that needs a signed-in shopper; the handler's query checks ownership. */
export const forUser = <const Key extends CallKey, const D extends Definition>(
  key: Key,
  summary: string,
  definition: D,
) => define<Key, D, Caller>('user', key, summary, definition);

/** A call that exists for operators only; others get 404. */
export const forOperator = <const Key extends CallKey, const D extends Definition>(
  key: Key,
  summary: string,
  definition: D,
) => define<Key, D, Caller>('operator', key, summary, definition);

function define<Key extends CallKey, D extends Definition, Who>(
  access: Access,
  key: Key,
  summary: string,
  { params, query, body, answer, limit, status, sharedForMs }: Definition = {},
): Call<Key, D, Who> {
  const [method = '', path = '/'] = key.split(' ');
  const words = key.toLowerCase().match(/[a-z]+/g) ?? [];
  const pages = {
    200: { description: 'A page or plain text' },
    '3XX': { description: 'The browser is sent on' },
  };
  return createRoute({
    method: method.toLowerCase() as Method,
    path,
    operationId: words.join('-'),
    summary,
    tags: [path.split('/')[1] ?? ''],
    // OpenAPI 3.1 §4.8.30: for schemes other than OAuth the list may hold role names.
    ...(access !== 'public' && { security: [{ token: access === 'user' ? [] : [access] }] }),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: { content: jsonOf(body), required: true } }),
    },
    responses: {
      ...(answer
        ? Object.fromEntries(
            [status ?? 200].flat().map((each: number) => [each, described(answer)]),
          )
        : pages),
      default: { description: 'Refused or failed', content: jsonOf(failure) },
    },
    middleware: [
      admit(key, access, limit),
      ...(body ? [limitBody, readJson] : []),
      ...(sharedForMs === undefined ? [] : [share(sharedForMs)]),
    ],
  }) as RouteConfig as Call<Key, D, Who>;
}

const jsonOf = (schema: z.ZodType) => ({ 'application/json': { schema } });
const described = (answer: z.ZodType) => ({ description: 'Done', content: jsonOf(answer) });

/** An empty app for the calls of one topic. */
export const topic = () => new OpenAPIHono<ApiEnv>();

/** The schema of an answer with `data` in the success envelope. */
export const ok = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data });

/** The schema of an answer without data. */
export const done = z.object({ success: z.literal(true) });

/** An answer that fits `ok`. */
export const success = <Data>(data: Data) => ({ success: true as const, data });

/** An answer that fits `done`. */
export const DONE = { success: true as const };

/** The id in a path. */
export const byId = z.object({ id: z.uuid() });
