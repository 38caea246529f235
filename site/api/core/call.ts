/*
 * Defines the calls of one topic: `topic().user('GET /alerts', 'The alerts of the caller', { data, run })` adds a route to the
 * topic's app, and its types to `hc<Api>()`.
 *   request    admit (token, budget) → body limit → shared answer → schema validation → run
 *   types      schemas give the input of `run`, the method (user, anyone …) its caller, `data` or `answer` its result
 */
import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, TypedResponse } from 'hono';
import type { BlankInput, BlankSchema, Schema, ToSchema } from 'hono/types';
import { deleteOwn, type OwnTable } from '#db/queries/shoppers/own-rows.ts';
import type { ApiEnv, CallEnv, Caller } from './env.ts';
import { failure, found } from './failures.ts';
import { listFormat, listText } from './list-text.ts';
import { type Access, admit, type Budget, limitBody, readJson, share } from './middleware.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type CallKey = `${Uppercase<Method>} /${string}`;

/** Input and output of a call. Without `data` and `answer` the response is `{ success: true }`. */
interface Definition<Params, Query, Body, Data, Answer, Status> {
  params?: Params;
  query?: Query;
  body?: Body;
  /** The budget of the call (limits.ts). Calls with a special budget spend it in `run`. */
  limit?: Budget;
  data?: Data;
  /** Schema of the whole body, if it is more than `data` in the envelope. */
  answer?: Answer;
  /** The rows of `data`, for a list that can also be sent as CSV and JSON lines. */
  rows?(data: Output<Data>): readonly object[];
  /** 200 by default. Of several, the first is the default and `run` sets the others with `c.status`. */
  status?: Status | readonly Status[];
}

interface Sharing {
  /** How long all requests of one URL share an answer, in ms. */
  sharedForMs: number;
}

/** The argument of `run`; `em` is a fresh unit of work. */
interface CallInput<Params, Query, Body, Who> {
  param: Output<Params>;
  query: Output<Query>;
  body: Output<Body>;
  caller: Who;
  env: CallEnv;
  em: EntityManager;
  c: Context<ApiEnv>;
}

/** The argument of `run` for a signed-in caller's body. */
export type Posted<Body> = Omit<CallInput<undefined, undefined, Body, Caller>, 'param' | 'query'>;

type Output<Type> = Type extends z.ZodType ? z.output<Type> : undefined;

/** Values that serialise to `Type` as JSON: a Date for a string. */
type Sent<Type> = Type extends string
  ? Type | Date
  : Type extends object
    ? { readonly [Key in keyof Type]: Sent<Type[Key]> }
    : Type;

/** The result of `run`; a call without data ignores it. */
type Result<Data, Answer> = Answer extends z.ZodType
  ? Sent<z.output<Answer>>
  : Data extends z.ZodType
    ? Sent<z.output<Data>>
    : unknown;

type BodyOf<Data, Answer> = Answer extends z.ZodType
  ? z.output<Answer>
  : Data extends z.ZodType
    ? { success: true; data: z.output<Data> }
    : { success: true };

type Input<Name extends string, Type> = Type extends z.ZodType
  ? { [Key in Name]: z.input<Type> }
  : BlankInput;

type PathOf<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer Rest}`
  ? `${Start}:${Name}${PathOf<Rest>}`
  : Path;

type CallSchema<Key, In, Body, Status extends 200 | 201> = Key extends `${infer M} ${infer P}`
  ? ToSchema<M, PathOf<P>, { in: In }, TypedResponse<Body, Status, 'json'>>
  : never;

/** Adds a call; `key` is written as in the specification's §7. */
type AddCall<Calls extends Schema, Who, Extra = unknown> = <
  const Key extends CallKey,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Data extends z.ZodType | undefined = undefined,
  Answer extends z.ZodType | undefined = undefined,
  const Status extends 200 | 201 = 200,
>(
  key: Key,
  summary: string,
  call: Extra &
    Definition<Params, Query, Body, Data, Answer, Status> & {
      run(
        input: CallInput<Params, Query, Body, Who>,
      ): Result<Data, Answer> | Promise<Result<Data, Answer>>;
    },
) => Topic<
  Calls &
    CallSchema<
      Key,
      Input<'param', Params> & Input<'query', Query> & Input<'json', Body>,
      BodyOf<Data, Answer>,
      Status
    >
>;

type AddPage<Calls extends Schema> = <
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
>(
  key: CallKey,
  summary: string,
  call: Pick<
    Definition<Params, Query, undefined, undefined, undefined, 200>,
    'params' | 'query' | 'limit'
  > & {
    run(input: CallInput<Params, Query, undefined, Caller | null>): Response | Promise<Response>;
  },
) => Topic<Calls>;

type AnyCall = Definition<
  z.ZodObject | undefined,
  z.ZodObject,
  z.ZodType,
  z.ZodType,
  z.ZodType,
  200 | 201
> &
  Partial<Sharing> & { run(input: unknown): unknown };

class Topic<Calls extends Schema = BlankSchema> extends OpenAPIHono<ApiEnv, Calls> {
  anyone = this.#adder('public') as AddCall<Calls, Caller | null>;
  /** A public call whose answer depends only on the URL and may lag behind the database. */
  shared = this.#adder('public') as AddCall<Calls, null, Sharing>;
  /** A call for signed-in shoppers; the queries in `run` check ownership. */
  user = this.#adder('user') as AddCall<Calls, Caller>;
  /** A call for the account whose id is in the path; 404 for everyone else. */
  owner = this.#adder('owner') as AddCall<Calls, Caller>;
  /** A call for operators; others get 404. */
  operator = this.#adder('operator') as AddCall<Calls, Caller>;
  page = this.#adder('public', false) as AddPage<Calls>;

  #adder(access: Access, isJson = true) {
    return (key: CallKey, summary: string, call: AnyCall): this => {
      const { params = access === 'owner' ? byId : undefined, answer, data, rows, run } = call;
      const query = rows && { query: (call.query ?? z.object({})).extend(listFormat) };
      const [status = 200] = [call.status ?? 200].flat();
      const body = isJson ? (answer ?? (data ? envelope(data) : done)) : null;
      this.openapi(
        routeOf(access, key, summary, { ...call, params, ...query }, body),
        async (c) => {
          const { caller } = c.var;
          const valid = (target: 'param' | 'query' | 'json'): unknown =>
            c.req.valid(target as never);
          const input = { param: valid('param'), query: valid('query'), body: valid('json') };
          if (access === 'owner') found(c.req.param('id') === caller?.id, 'user');
          c.status(status);
          const result = await run({ ...input, caller, env: c.env, em: c.env.em(), c });
          if (result instanceof Response) return result;
          const text = rows && listText(c.req.query('format'), rows(result));
          if (text) return text;
          return c.json(answer ? result : { success: true, ...(data && { data: result }) });
        },
      );
      return this;
    };
  }
}

function routeOf(
  access: Access,
  key: CallKey,
  summary: string,
  { params, query, body, limit, status, sharedForMs, rows }: AnyCall,
  answer: z.ZodType | null,
): RouteConfig {
  const [method = '', path = '/'] = key.split(' ');
  const words = key.toLowerCase().match(/[a-z]+/g) ?? [];
  const described = answer && {
    description: 'Done',
    content: { ...jsonOf(answer), ...(rows && TEXTS) },
  };
  return createRoute({
    method: method.toLowerCase() as Method,
    path,
    operationId: words.join('-'),
    summary,
    tags: [path.split('/')[1] ?? ''],
    // OpenAPI 3.1 §4.8.30: for schemes other than OAuth the list may hold role names.
    security: securityOf(access, method),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: { content: jsonOf(body), required: true } }),
    },
    responses: {
      ...(described
        ? Object.fromEntries([status ?? 200].flat().map((each) => [each, described]))
        : PAGES),
      '4XX': { description: 'Refused', content: jsonOf(failure) },
      '5XX': { description: 'Failed', content: jsonOf(failure) },
    },
    middleware: [
      admit(key, access, limit),
      ...(body ? [limitBody, readJson] : []),
      ...(sharedForMs === undefined ? [] : [share(sharedForMs, rows !== undefined)]),
    ],
  });
}

function securityOf(access: Access, method: string) {
  if (access !== 'public') return [{ token: access === 'operator' ? ['operator'] : [] }];
  return method === 'GET' ? [{}, { apiKey: [] }, { apiKeyHeader: [] }] : [];
}

const TEXTS = {
  'text/csv': { schema: z.string() },
  'application/jsonl': { schema: z.string() },
};

const PAGES = {
  200: { description: 'A page or plain text' },
  '3XX': { description: 'Redirect' },
};

const jsonOf = (schema: z.ZodType) => ({ 'application/json': { schema } });
const done = z.object({ success: z.literal(true) });
const envelope = (data: z.ZodType) => done.extend({ data });

/** An empty app for the calls of one topic. */
export const topic = () => new Topic();

/** A query parameter: an integer from 1 to `max`. */
export const wholeNumber = (max: number, fallback: number) =>
  z.coerce.number().int().min(1).max(max).default(fallback);

/** Path parameters of a call about one object; also the `data` of a call that returns an id. */
export const byId = z.object({ id: z.uuid().describe('Id of the object') });

/** A call that deletes a row of the caller by its id; 404 without such a row. */
export const removes = (what: string, table: OwnTable) => ({
  params: byId,
  run: async ({ em, caller, param }: Posted<undefined> & { param: z.output<typeof byId> }) =>
    found(await deleteOwn(em, table, caller.id, param.id), what),
});
