import { PublicError } from '#domain/errors.ts';
import { parseJson } from '#domain/text/parse-json.ts';

/** No call of ours needs more. */
const MAX_BODY_BYTES = 64 * 1024;

/** The request's JSON. Throws PublicError 413 when it is larger than 64 KB, 415 or 400 when it is not JSON. */
export async function readBody(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text === '') return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new PublicError(415, 'not-json', 'Send the request as application/json.');
  }
  try {
    return parseJson(text);
  } catch {
    throw new PublicError(400, 'malformed-json', 'The request is not valid JSON.');
  }
}

async function readText(request: Request): Promise<string> {
  const tooLarge = new PublicError(413, 'too-large', 'The request is too large.');
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw tooLarge;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
