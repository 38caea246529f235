/*
 * Renders pages and answers calls with Astro. Its handler writes to a Node response, here a buffer that becomes a Response;
 * a body that states its length is passed on as it arrives.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type Replacements, withReplacements } from './replacements.ts';

/** Astro's handler of on-demand pages, exported by dist/server/entry.mjs. */
export type AstroHandler = (
  request: IncomingMessage,
  response: BufferedResponse,
  next: () => unknown,
  locals: App.Locals,
) => Promise<void>;

const entrySchema = z.object({
  handler: z.custom<AstroHandler>((handler) => typeof handler === 'function'),
});

export async function loadAstro(builtFolder: string): Promise<AstroHandler> {
  removeWebStorage();
  const entry: unknown = await import(pathToFileURL(join(builtFolder, 'server', 'entry.mjs')).href);
  return entrySchema.parse(entry).handler;
}

/**
 * Removes Node's own `localStorage` and `sessionStorage` (since Node 25). The stores of pages would mistake them for a
 * browser's, and Node warns at each access; deleting them does not count as access.
 */
export function removeWebStorage(): void {
  Reflect.deleteProperty(globalThis, 'localStorage');
  Reflect.deleteProperty(globalThis, 'sessionStorage');
}

/** Astro's response to `request`, with `replacements` applied; null if no route matches. Throws if the page fails. */
export async function renderWithAstro(
  handler: AstroHandler,
  request: IncomingMessage,
  locals: App.Locals,
  replacements: Replacements = [],
): Promise<Response | null> {
  const written = new BufferedResponse(request);
  let isUnknown = false;
  const whole = handler(request, written, () => (isUnknown = true), locals).then(() =>
    isUnknown ? null : written.response(replacements),
  );
  return Promise.race([written.streamed.promise, whole]);
}

/** The part of Node's ServerResponse that Astro's adapter uses. */
class BufferedResponse extends Writable {
  readonly req: IncomingMessage;
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  /** The response with a body that states its length. */
  readonly streamed = Promise.withResolvers<Response>();
  #stream: PassThrough | undefined;
  readonly #headers = new Headers();
  readonly #chunks: Buffer[] = [];

  constructor(request: IncomingMessage) {
    super();
    this.req = request;
    // Astro destroys the response if a page fails while streaming; response() throws that error.
    this.on('error', () => {});
  }

  /** Like ServerResponse.writeHead; the second argument may also be the status text. */
  writeHead(status: number, headers: OutgoingHttpHeaders | string = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    if (typeof headers === 'string') return this;
    for (const [name, value] of Object.entries(headers)) {
      for (const one of [value ?? []].flat()) this.#headers.append(name, String(one));
    }
    if (this.#headers.has('content-length')) this.#passOn();
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#stream) return void this.#stream.write(chunk, done);
    this.#chunks.push(chunk);
    done();
  }

  #passOn(): void {
    const stream = new PassThrough();
    this.#stream = stream;
    // Astro cancels the source when its destination closes.
    stream.once('close', () => this.destroy());
    this.once('finish', () => stream.end()).once('error', (fault) => stream.destroy(fault));
    const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    this.streamed.resolve(new Response(body, { status: this.statusCode, headers: this.#headers }));
  }

  /** The written response. Throws if Astro could not finish the page. */
  response(replacements: Replacements): Response {
    const body = Buffer.concat(this.#chunks);
    // If a page fails before its first byte, Astro logs the reason and writes nothing.
    if (!this.writableEnded || (this.statusCode >= 500 && body.length === 0)) {
      throw this.errored ?? new Error('Astro could not finish the page');
    }
    const init = { status: this.statusCode, headers: this.#headers };
    return new Response(body.length > 0 ? withReplacements(body, replacements) : null, init);
  }
}
