import type { ApiServices } from './services.ts';

/** The person that a bearer token identifies. */
export interface Caller {
  id: string;
  email: string;
  name: string;
  role: 'user' | 'operator';
  /** When the session of the token began. */
  signedInAt: Date;
  /** The unsigned name of the session. */
  session: string;
  /** Identify the session to better-auth. */
  headers: Headers;
}

/** What the transport knows about a request in addition to the Request. */
export interface RequestContext {
  /** The socket's address, or the address that a trusted proxy states. */
  remoteAddress: string;
}

/** The bindings of a handler: services and request context. */
export type CallEnv = ApiServices & RequestContext;

/** The Hono context of every handler. */
export interface ApiEnv {
  Bindings: CallEnv;
  Variables: {
    requestId: string;
    /** The matched call, 'GET /products/{id}'; unset when no call matches. */
    call?: string;
    /** Null on a public call without a valid token. */
    caller: Caller | null;
    keyBudget?: { remaining: number; resetsInMs: number };
  };
}
