import type { IncomingMessage } from 'node:http';
import { type Answer, answerOf, textAnswer } from './answer.ts';
import { BODY_LIMIT_BYTES } from './limits.ts';

/** The API as site/api/app.ts makes it; named here by its shape so that tests may bring another. */
export type HandleApi = (request: Request, context: { remoteAddress: string }) => Promise<Response>;

/** Turns Node's request into a web Request at the canonical origin, asks the API and answers with its Response. */
export async function callApi(
  message: IncomingMessage,
  handle: HandleApi,
  siteOrigin: string,
  remoteAddress: string,
): Promise<Answer> {
  const method = message.method ?? 'GET';
  const url = siteOrigin + (message.url ?? '/');
  if (!URL.canParse(url)) return textAnswer(400, 'The address is not valid.');
  const init: RequestInit = { method, headers: headersOf(message) };
  if (method !== 'GET' && method !== 'HEAD') init.body = await readBody(message);
  return answerOf(await handle(new Request(url, init), { remoteAddress }));
}

/**
 * The body, or as much as shows the API that it is too large. Node throws the rest away as it comes, until
 * the request's time is up; closing at once would lose the refusal on its way to the shopper.
 */
async function readBody(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES) break;
  }
  return Uint8Array.from(Buffer.concat(chunks, Math.min(length, BODY_LIMIT_BYTES + 1)));
}

function headersOf(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = String(value);
  }
  return headers;
}
