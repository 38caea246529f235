import { ZodError } from 'zod';
import { PublicError } from '#domain/errors.ts';

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

/** The one form of every API answer. */
export function jsonAnswer(
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Response {
  return jsonTextAnswer(status, JSON.stringify(body), headers);
}

/** As jsonAnswer, for a body that is JSON text already. */
export function jsonTextAnswer(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  const response = new Response(text, { status, headers: { ...JSON_HEADERS, ...headers } });
  texts.set(response, text);
  return response;
}

const texts = new WeakMap<Response, string>();

/** The body of an answer made here, without reading it back through the Response's stream; undefined for any other. */
export function textOf(response: Response): string | undefined {
  return texts.get(response);
}

/** What the shopper is told of a fault; `unexpected` is true when it is ours and must be logged. */
export interface ToldFault {
  response: Response;
  unexpected: boolean;
}

/** Maps an error to its HTTP answer: PublicError as it says, a schema's refusal to 400, all else to 500. */
export function errorAnswer(error: unknown, requestId: string): ToldFault {
  if (error instanceof PublicError) {
    const headers: Record<string, string> = {};
    if (error.retryAfterMs !== null) {
      headers['retry-after'] = String(Math.ceil(error.retryAfterMs / 1000));
    }
    return {
      response: failure(error.status, error.code, error.message, requestId, headers),
      unexpected: false,
    };
  }
  if (error instanceof ZodError) {
    const response = failure(
      400,
      'invalid-input',
      sentenceOf(error),
      requestId,
      {},
      fieldOf(error),
    );
    return { response, unexpected: false };
  }
  const message = 'Service temporarily unavailable. Please try again in a few moments.';
  return { response: failure(503, 'internal', message, requestId), unexpected: true };
}

function failure(
  status: number,
  code: string,
  error: string,
  requestId: string,
  headers: Record<string, string> = {},
  field?: string,
): Response {
  return jsonAnswer(status, { success: false, error, code, requestId, field }, headers);
}

/** The part of the input that was refused: 'email', 'productSnapshot.productUrl'. */
function fieldOf(error: ZodError): string | undefined {
  return error.issues[0]?.path.join('.') || undefined;
}

/** How zod words what no schema of ours words itself: 'Invalid UUID', 'Too big: expected …'. */
const UNWORDED = /^(?:Invalid(?: \w+){1,3}(?::|$)|(?:Too|Unrecognized) )/;

/** The first fault in our own words; else with its field, 'query: Too small: expected string to have >=1 characters'. */
function sentenceOf(error: ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'Invalid input';
  const path = issue.path.join('.');
  return path && UNWORDED.test(issue.message) ? `${path}: ${issue.message}` : issue.message;
}
