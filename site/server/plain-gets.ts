/*
 * Files in memory, answered on the socket. node:http spends more on making a request, a response and a stream of
 * each than on sending the file (docs/decisions/0006-plain-gets.md): a GET that holds nothing but what a file
 * needs is answered here with the very bytes that node:http would send. Everything else, and all that follows it
 * on its connection, is handed to node:http untouched: this file refuses nothing and decides nothing else.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { preferredEncoding } from './encodings.ts';
import type { Site } from './handle-request.ts';
import { HEADERS_TIMEOUT_MS, IDLE_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS } from './limits.ts';
import type { Variant } from './packed-file.ts';
import { variantFor } from './send-static.ts';

/** One whole request and nothing after it: the line, headers by the grammar of RFC 9112 §5, the empty line. */
const PLAIN_GET = /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+)\r\n$/;

/** Longer ones are rare, and node:http knows how much is too much. */
const LONGEST_BYTES = 4_096;

/** Headers that ask for more than a file as it is: a body, another protocol, a comparison. */
const ASKS_MORE = [
  'content-length',
  'transfer-encoding',
  'trailer',
  'expect',
  'upgrade',
  'if-none-match',
];

/** What this needs of a site. */
type PlainSite = Pick<Site, 'files' | 'isOurHost' | 'isStopping'>;

/** The connections that node:http has not seen yet. */
export interface PlainGets {
  /** Closes them. What was answered is sent first. */
  close(): void;
}

/** Puts itself before `server`, on each connection that it accepts from now on. */
export function answerPlainGets(server: Server, site: PlainSite): PlainGets {
  const [handOver] = server.listeners('connection');
  if (!handOver) throw new Error('The server does not take connections.');
  server.removeAllListeners('connection');
  const answers = createAnswers();
  const open = new Set<Socket>();

  server.on('connection', (socket: Socket) => {
    const onData = (chunk: Buffer) => {
      const variant = site.isStopping() ? null : plainlyAsked(site, chunk);
      if (!variant) return leave(chunk);
      if (socket.write(answers(variant))) waitFor(KEEP_ALIVE_TIMEOUT_MS);
      else {
        // The shopper reads slower than it asks.
        waitFor(IDLE_TIMEOUT_MS);
        socket.pause();
      }
    };
    const onDrain = () => {
      waitFor(KEEP_ALIVE_TIMEOUT_MS);
      socket.resume();
    };
    const waitFor = (timeoutMs: number) => {
      if (socket.timeout !== timeoutMs) socket.setTimeout(timeoutMs);
    };
    const onEnd = () => socket.end();
    const onLost = () => socket.destroy();
    const onClose = () => open.delete(socket);

    /** From `chunk` on the connection is node:http's. */
    const leave = (chunk: Buffer) => {
      for (const [name, listener] of Object.entries(listeners)) socket.off(name, listener);
      open.delete(socket);
      socket.setTimeout(0).pause();
      socket.unshift(chunk);
      handOver.call(server, socket);
      socket.resume();
    };

    const listeners = {
      data: onData,
      drain: onDrain,
      end: onEnd,
      error: onLost,
      timeout: onLost,
      close: onClose,
    };
    for (const [name, listener] of Object.entries(listeners)) socket.on(name, listener);
    socket.setTimeout(HEADERS_TIMEOUT_MS);
    open.add(socket);
  });

  return {
    close: () => {
      for (const socket of open) socket.end();
    },
  };
}

/** The file that `chunk` asks for in the encoding that it takes, or null where node:http must read it. */
function plainlyAsked(site: PlainSite, chunk: Buffer): Variant | null {
  if (chunk.length > LONGEST_BYTES) return null;
  const [, target = '', lines = ''] = PLAIN_GET.exec(chunk.toString('latin1')) ?? [];
  const file = site.files.get(target);
  const headers = file && headersOf(lines);
  if (!headers || ASKS_MORE.some((name) => headers.has(name))) return null;
  if (!/^keep-alive$/i.test(headers.get('connection') ?? 'keep-alive')) return null;
  if (!site.isOurHost(headers.get('host'))) return null;
  return variantFor(file, preferredEncoding(headers.get('accept-encoding')));
}

/** By name in lower case; null where one stands twice. */
function headersOf(lines: string): Map<string, string> | null {
  const headers = new Map<string, string>();
  for (let start = 0; start < lines.length; ) {
    const colon = lines.indexOf(':', start);
    const end = lines.indexOf('\r\n', colon);
    const name = lines.slice(start, colon).toLowerCase();
    if (headers.has(name)) return null;
    headers.set(name, lines.slice(colon + 1, end).trim());
    start = end + 2;
  }
  return headers;
}

/** Whole answers as bytes, made anew each second: they hold the date. */
function createAnswers(): (variant: Variant) => Buffer {
  let second = 0;
  let kept = new Map<Variant, Buffer>();
  return (variant) => {
    const now = Math.floor(Date.now() / 1_000);
    if (now !== second) {
      second = now;
      kept = new Map();
    }
    const answer = kept.get(variant) ?? answerBytes(variant, new Date(now * 1_000));
    kept.set(variant, answer);
    return answer;
  };
}

/** As node:http writes it. */
function answerBytes({ headers, body }: Variant, now: Date): Buffer {
  const lines = ['HTTP/1.1 200 OK'];
  for (let index = 0; index < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  }
  lines.push(`Date: ${now.toUTCString()}`, 'Connection: keep-alive');
  lines.push(`Keep-Alive: timeout=${KEEP_ALIVE_TIMEOUT_MS / 1_000}`, '\r\n');
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body]);
}
