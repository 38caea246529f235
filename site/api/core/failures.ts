import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { findUser } from '#db/queries/accounts/users.ts';
import { PublicError, SecondFactorNeeded } from '#domain/errors.ts';
import type { ApiEnv } from './env.ts';

export const failure = z
  .object({
    success: z.literal(false),
    error: z.string().describe('What a shopper may be shown'),
    code: z.string().describe('Stable, for programs'),
    requestId: z.uuid(),
    field: z.string().optional().describe('The part of the input that was refused'),
    challenge: z
      .string()
      .optional()
      .describe('With second-factor-needed: what POST /auth/login/code takes with the code'),
  })
  .openapi('Failure');

const UNAVAILABLE = 'Service temporarily unavailable. Please try again in a few moments.';
const TOO_SLOW_RETRY_MS = 5_000;

/** Our answers to the exceptions of Hono's middleware, by status. */
const HONO_FAULTS: Readonly<Record<number, PublicError>> = {
  400: new PublicError(400, 'malformed-json', 'The request is not valid JSON.'),
  413: new PublicError(413, 'too-large', 'The request is too large.'),
  415: new PublicError(415, 'not-json', 'Send the request as application/json.'),
  503: new PublicError(503, 'too-slow', UNAVAILABLE, TOO_SLOW_RETRY_MS),
};

export function signInRequired(): PublicError {
  return new PublicError(401, 'sign-in-required', 'Please sign in.');
}

/** The refusal of a call that does not exist, or not for this caller. */
export function unknownCall(): PublicError {
  return new PublicError(404, 'unknown-call', 'There is no such call.');
}

/** Returns the value. Throws PublicError 404 when there is none; things of other people count as missing, too. */
export function found<T>(value: T | null | undefined | false, what: string): T {
  if (value === null || value === undefined || value === false) {
    throw new PublicError(404, 'not-found', `This ${what} does not exist.`);
  }
  return value;
}

/** The app's error handler: maps a fault to its answer, and logs it when it is ours. */
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

/** Answers a call with a refusal; `field` names the part of the input that was refused. */
export function refuse(c: Context<ApiEnv>, refusal: PublicError, field?: string): Response {
  const { status, code, message: error, retryAfterMs } = refusal;
  const challenge = refusal instanceof SecondFactorNeeded ? refusal.challenge : undefined;
  const body = { success: false, error, code, requestId: c.var.requestId, field, challenge };
  const headers: HeadersInit =
    retryAfterMs === null ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
  return Response.json(body, { status, headers });
}

/** The refusal that a fault means to the caller; null when the fault is ours. */
async function refusalOf(fault: Error, c: Context<ApiEnv>): Promise<PublicError | null> {
  if (fault instanceof PublicError) return fault;
  if (fault instanceof z.ZodError) return new PublicError(400, 'invalid-input', sentenceOf(fault));
  if (fault instanceof HTTPException) return HONO_FAULTS[fault.status] ?? null;
  // When an account is deleted during a call, any query may fail; to the caller the session has ended.
  const { caller } = c.var;
  return caller && !(await findUser(c.env.em(), caller.id)) ? signInRequired() : null;
}

/** zod's default messages, where our schema has none: 'Invalid UUID', 'Too big: expected …'. */
const UNWORDED = /^(?:Invalid(?: \w+){1,3}(?::|$)|(?:Too|Unrecognized) )/;

/** The message of the first fault; a default message gets its field: 'query: Too small: expected string to have >=1 characters'. */
function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'Invalid input';
  const path = issue.path.join('.');
  return path && UNWORDED.test(issue.message) ? `${path}: ${issue.message}` : issue.message;
}
