import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { findUser } from '#db/queries/accounts/users.ts';
import { PublicError, SecondFactorNeeded } from '#domain/errors.ts';
import type { ApiEnv } from './env.ts';

/** The body of every failure. */
export const failure = z
  .object({
    success: z.literal(false),
    error: z.string().describe('Text for the shopper'),
    code: z.string().describe('Stable, for programs'),
    requestId: z.uuid(),
    field: z.string().optional().describe('The invalid field'),
    challenge: z
      .string()
      .optional()
      .describe('With second-factor-needed: send it to POST /auth/login/code with the code'),
  })
  .openapi('Failure');

const UNAVAILABLE = 'Service temporarily unavailable. Please try again in a few moments.';
const TOO_SLOW_RETRY_MS = 5_000;

/** Our refusals for exceptions of Hono's middleware, by status. */
const HONO_FAULTS: Readonly<Record<number, PublicError>> = {
  400: new PublicError(400, 'malformed-json', 'The request is not valid JSON.'),
  413: new PublicError(413, 'too-large', 'The request is too large.'),
  415: new PublicError(415, 'not-json', 'Send the request as application/json.'),
  503: new PublicError(503, 'too-slow', UNAVAILABLE, TOO_SLOW_RETRY_MS),
};

/** The refusal of a call that needs a sign-in. */
export function signInRequired(): PublicError {
  return new PublicError(401, 'sign-in-required', 'Please sign in.');
}

/** The refusal of a call that does not exist, or that this caller must not know of. */
export function unknownCall(): PublicError {
  return new PublicError(404, 'unknown-call', 'There is no such call.');
}

/** Returns the value. Throws PublicError 404 if there is none; other people's objects count as missing. */
export function found<T>(value: T | null | undefined | false, what: string): T {
  if (value === null || value === undefined || value === false) {
    throw new PublicError(404, 'not-found', `This ${what} does not exist.`);
  }
  return value;
}

/** The app's error handler: maps an error to a response, and logs internal errors. */
export async function answerFault(fault: Error, c: Context<ApiEnv>): Promise<Response> {
  const refusal = (await refusalOf(fault, c)) ?? new PublicError(503, 'internal', UNAVAILABLE);
  if (refusal.code === 'internal') {
    const { requestId, call } = c.var;
    c.env.log.error({ err: fault, requestId, call }, 'call failed');
  }
  // 'email', 'productSnapshot.productUrl'
  const field = fault instanceof z.ZodError ? fault.issues[0]?.path.join('.') : undefined;
  return refuse(c, refusal, field || undefined);
}

/** The response of a refusal; `field` names the invalid input. */
export function refuse(c: Context<ApiEnv>, refusal: PublicError, field?: string): Response {
  const { status, code, message: error, retryAfterMs } = refusal;
  const challenge = refusal instanceof SecondFactorNeeded ? refusal.challenge : undefined;
  const body = { success: false, error, code, requestId: c.var.requestId, field, challenge };
  const headers: HeadersInit =
    retryAfterMs === null ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
  return Response.json(body, { status, headers });
}

/** The refusal for an error that the caller caused; null for an internal error. */
async function refusalOf(fault: Error, c: Context<ApiEnv>): Promise<PublicError | null> {
  if (fault instanceof PublicError) return fault;
  if (fault instanceof z.ZodError) return new PublicError(400, 'invalid-input', sentenceOf(fault));
  // A search ran out of time.
  if (fault.name === 'TimeoutError') return HONO_FAULTS[503] ?? null;
  if (fault instanceof HTTPException) return HONO_FAULTS[fault.status] ?? null;
  // If an account is deleted during a call, any query may fail; for the caller the session has ended.
  const { caller } = c.var;
  return caller && (await isGone(c, caller.id)) ? signInRequired() : null;
}

/** True if the account is deleted; false also if the database, which may have caused the error, does not answer. */
async function isGone(c: Context<ApiEnv>, userId: string): Promise<boolean> {
  try {
    return (await findUser(c.env.em(), { id: userId })) === null;
  } catch {
    return false;
  }
}

/** zod's default messages: 'Invalid UUID', 'Too big: expected …'. */
const DEFAULT_MESSAGE = /^(?:Invalid(?: \w+){1,3}(?::|$)|(?:Too|Unrecognized) )/;

/** The message of the first issue. A default message is prefixed by its field: 'query: Too small: expected …'. */
function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'Invalid input';
  const path = issue.path.join('.');
  return path && DEFAULT_MESSAGE.test(issue.message) ? `${path}: ${issue.message}` : issue.message;
}
