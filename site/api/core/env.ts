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

/** What a handler works with: the services, and what the transport knows of the request. */
export type CallEnv = ApiServices & RequestContext;

/** What every handler finds in its Hono context. */
export interface ApiEnv {
  Bindings: CallEnv;
  Variables: {
    requestId: string;
    /** The matched call, 'GET /products/{id}'; unset when no call matches. */
    call?: string;
    /** Null on a public call without a valid token. */
    caller: Caller | null;
  };
}
