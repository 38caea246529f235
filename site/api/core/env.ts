import { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiServices } from './services.ts';

/** Who is calling, as the bearer token proves it. */
export interface Caller {
  id: string;
  email: string;
  name: string;
  role: 'user' | 'operator';
}

/** What the transport knows of a request and the request itself does not say. */
export interface RequestContext {
  /** From the socket, or from the trusted hops in front of it. */
  remoteAddress: string;
}

/** What every handler finds in its Hono context: `c.env` is set by createApi, `c.var` by the middleware. */
export interface ApiEnv {
  Bindings: RequestContext & { services: ApiServices };
  Variables: {
    requestId: string;
    /** The matched call, 'GET /products/{id}'; unset when no call matches. */
    call?: string;
    /** Null on a public call without a valid token. */
    caller: Caller | null;
  };
}

/** An empty app for the calls of one topic. */
export const topic = () => new OpenAPIHono<ApiEnv>();

/** The success envelope around an answer's data. */
export const success = <Data>(data: Data) => ({ success: true as const, data });

/** The answer of a call that has nothing to say but that it is done. */
export const DONE = { success: true as const };
