import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import type { Answer } from './answer.ts';

/** Astro's handler for on-demand pages, as the build exports it from dist/server/entry.mjs. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => Promise<void>;

/** Renders an on-demand page; `null` when Astro knows no such page. */
export async function renderPage(
  handler: AstroHandler,
  request: IncomingMessage,
  locals: App.Locals,
): Promise<Answer | null> {
  const sink = new PageSink(request);
  let unknown = false;
  // PageSink has the part of ServerResponse that Astro's writeResponse uses.
  await handler(
    request,
    sink as unknown as ServerResponse,
    () => {
      unknown = true;
    },
    locals,
  );
  return unknown ? null : sink.answer();
}

/**
 * Collects what Astro writes, so that a page goes out like every other answer: with all security headers,
 * compressed, at the site's own origin.
 */
class PageSink extends Writable {
  readonly req: IncomingMessage;
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  #headers: Record<string, string | string[]> = {};
  readonly #chunks: Buffer[] = [];

  constructor(request: IncomingMessage) {
    super();
    this.req = request;
    // Astro destroys its destination when a page fails halfway; answer() says so to who waits for it.
    this.on('error', () => {});
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    return this;
  }

  setHeader(name: string, value: OutgoingHttpHeaders[string]): this {
    if (value !== undefined) {
      this.#headers[name.toLowerCase()] = Array.isArray(value) ? value : String(value);
    }
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  /** The page. Throws when Astro gave up halfway. */
  answer(): Answer {
    if (!this.writableEnded)
      throw this.errored ?? new Error('the page failed while it was written');
    return { status: this.statusCode, headers: this.#headers, body: Buffer.concat(this.#chunks) };
  }
}
