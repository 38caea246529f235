import { z } from 'zod';
import type { Caller } from './core/env.ts';
import type { ApiServices } from './core/services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anyone, a signed-in shopper, or an operator. Ownership is checked in the handler's query. */
export type Access = 'public' | 'user' | 'operator';

export type { Caller };

/** The `answer` of a call that answers with a redirect, a page or plain text. */
export const NO_JSON = z.never();

/** What a handler gets: parsed input only. */
export interface RouteInput<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** Null on a public route without a valid token. */
  caller: Caller | null;
  services: ApiServices;
  request: Request;
  remoteAddress: string;
  requestId: string;
}

type Schema = z.ZodType | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/** One call: its schemas give validation, the OpenAPI page and the access tests. */
export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
> {
  summary: string;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The budget that each call is taken from (limits.ts); calls with one of their own spend it in their handler. */
  limit?: 'search' | 'keep' | 'write';
  /**
   * For how long one answer may be given to everyone who asks the same, in ms. Only where it follows from path and
   * query alone, whoever asks, and may be that much behind the database.
   */
  sharedForMs?: number;
  /** The whole answer, envelope included; NO_JSON for a redirect or a page. */
  answer: z.ZodType;
  handle(input: RouteInput<Parsed<Params>, Parsed<Query>, Parsed<Body>>): Promise<RouteAnswer>;
}

/** A plain object is answered with 200; `status` and `headers` where a call needs others. */
export interface RouteAnswer {
  body: Record<string, unknown>;
  status?: number;
  headers?: Record<string, string>;
  /** Sent instead of `body` where JSON does not do: redirects and pages. */
  response?: Response;
}

/** 'GET /products/{id}' → route: tables that read like the specification's §7. */
export type RouteTable = Record<`${Method} /${string}`, Route>;

/** Checks a route's schemas against its handler and forgets their types, so that tables can hold it. */
export function route<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(definition: Route<Params, Query, Body>): Route {
  return definition as unknown as Route;
}

/** The success envelope around `data`. */
export function success(data: unknown): RouteAnswer {
  return { body: { success: true, data } };
}

/** An answer that is no JSON: a redirect, a page. */
export function plainly(response: Response): RouteAnswer {
  return { body: {}, response };
}
