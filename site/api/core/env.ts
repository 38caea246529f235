import type { ApiServices } from './services.ts';

/** The person that a bearer token identifies. */
export interface Caller {
  id: string;
  email: string;
  name: string;
  role: 'user' | 'operator';
  /** When the session of the token began. */
  signedInAt: Date;
}

/** What the transport knows about a request beyond the Request itself. */
export interface RequestContext {
  /** From the socket, or from the trusted hops in front of it. */
  remoteAddress: string;
}

/** What a handler works with: the services and the request's context. */
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
    /** What is left of the budget of the API key that was sent. */
    keyBudget?: { remaining: number; resetsInMs: number };
  };
}
