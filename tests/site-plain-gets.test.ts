import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packedFile } from '#site/server/packed-file.ts';
import { answerPlainGets, type PlainGets } from '#site/server/plain-gets.ts';
import type { RunningSite } from '#site/server/start-site.ts';
import { BUILT_FOR, SCRIPT_PATH, startBuiltSite } from './support/built-site.ts';

const HOST = new URL(BUILT_FOR).host;
const HOST_LINE = `Host: ${HOST}\r\n`;

/** A server whose own answers say that they are node:http's. */
let server: Server;
let plainGets: PlainGets;
let stopping = false;
/** The whole site, where the same file has two ways out. */
let site: RunningSite;

beforeAll(async () => {
  server = createServer((_, response) => response.setHeader('x-by', 'node:http').end());
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const pack = async () => Buffer.from('packed');
  const page = await packedFile(Buffer.from('file'.repeat(500)), headers, BUILT_FOR, pack);
  plainGets = answerPlainGets(server, {
    files: new Map([['/about', page]]),
    isOurHost: (host) => host === HOST,
    isStopping: () => stopping,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  site = await startBuiltSite(async () => new Response(null, { status: 404 }));
});

afterAll(async () => {
  plainGets.close();
  server.close();
  server.closeAllConnections();
  await site.stop();
});

test.each([
  ['a file', `GET /about HTTP/1.1\r\n${HOST_LINE}\r\n`],
  ['a file, packed', `GET /about HTTP/1.1\r\naccept-encoding: gzip\r\n${HOST_LINE}\r\n`],
  [
    'what a browser adds',
    `GET /about HTTP/1.1\r\nConnection: keep-alive\r\nHOST:${HOST}\r\nCookie: a=b\r\n\r\n`,
  ],
])('%s is answered without node:http', async (_, request) => {
  expect(await answerTo(server, request)).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n(?:file|packed)/,
  );
});

test.each([
  ['another method', `HEAD /about HTTP/1.1\r\n${HOST_LINE}\r\n`],
  ['another address', `GET /other HTTP/1.1\r\n${HOST_LINE}\r\n`],
  ['a query', `GET /about?q=tv HTTP/1.1\r\n${HOST_LINE}\r\n`],
  ['a whole URL', `GET ${BUILT_FOR}/about HTTP/1.1\r\n${HOST_LINE}\r\n`],
  ['another host', 'GET /about HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ['two hosts', `GET /about HTTP/1.1\r\n${HOST_LINE}Host: evil.example\r\n\r\n`],
  ['a body', `GET /about HTTP/1.1\r\n${HOST_LINE}Content-Length: 2\r\n\r\n`],
  ['a body in chunks', `GET /about HTTP/1.1\r\n${HOST_LINE}Transfer-Encoding: chunked\r\n\r\n`],
  [
    'another protocol',
    `GET /about HTTP/1.1\r\n${HOST_LINE}Upgrade: h2c\r\nConnection: keep-alive\r\n\r\n`,
  ],
  ['the last of its connection', `GET /about HTTP/1.1\r\n${HOST_LINE}Connection: close\r\n\r\n`],
  ['a comparison', `GET /about HTTP/1.1\r\n${HOST_LINE}If-None-Match: "x"\r\n\r\n`],
  ['two at once', `GET /about HTTP/1.1\r\n${HOST_LINE}\r\n`.repeat(2)],
  ['a header twice', `GET /about HTTP/1.1\r\n${HOST_LINE}A: 1\r\nA: 2\r\n\r\n`],
  ['a long cookie', `GET /about HTTP/1.1\r\n${HOST_LINE}Cookie: ${'c'.repeat(5_000)}\r\n\r\n`],
])('%s is left to node:http', async (_, request) => {
  const answer = await answerTo(server, request);
  expect(answer).not.toContain('file');
  expect(answer).toContain('node:http');
});

test.each([
  ['no host', 'GET /about HTTP/1.1\r\n\r\n'],
  ['a line that goes on', `GET /about HTTP/1.1\r\n${HOST_LINE}A: b\r\n c\r\n\r\n`],
  ['a space before the colon', `GET /about HTTP/1.1\r\nHost : ${HOST}\r\n\r\n`],
  ['a bare line feed', `GET /about HTTP/1.1\n${HOST_LINE}\n`],
  ['a null byte', `GET /about HTTP/1.1\r\n${HOST_LINE}A: \0\r\n\r\n`],
])('%s is left to node:http, which refuses it', async (_, request) => {
  expect(await answerTo(server, request)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a request that comes in two packets is answered once and whole', async () => {
  const socket = await connected(site);
  socket.write(`GET /about HTTP/1.1\r\n${HOST_LINE}`);
  await new Promise(setImmediate);
  expect(await reply(socket, '\r\n')).toMatch(/^HTTP\/1\.1 200 OK(?:(?!HTTP)[\s\S])*$/);
  socket.destroy();
});

test.each(['', 'gzip', 'br', 'gzip;q=0', 'br;q=0, gzip', '*'])(
  'both ways write the same bytes for accept-encoding %j',
  async (encoding) => {
    for (const path of ['/', '/about', SCRIPT_PATH, '/picture.png']) {
      const request = `GET ${path} HTTP/1.1\r\n${HOST_LINE}Accept-Encoding: ${encoding}\r\n`;
      const [plain, whole] = await Promise.all([
        answerTo(site, `${request}\r\n`),
        // A header that stands twice is nothing that the plain way takes.
        answerTo(site, `${request}A: 1\r\nA: 2\r\n\r\n`),
      ]);
      expect(undated(plain)).toBe(undated(whole));
      expect(plain).toContain('200 OK');
    }
  },
);

test('a connection goes on after a request that is left to node:http', async () => {
  const socket = await connected(server);
  const file = `GET /about HTTP/1.1\r\n${HOST_LINE}\r\n`;
  expect(await reply(socket, file)).toContain('file');
  expect(await reply(socket, file)).toContain('file');
  expect(await reply(socket, file.replace('/about', '/other'))).toContain('node:http');
  expect(await reply(socket, file)).toContain('node:http');
  socket.destroy();
});

test('a shopper who asks and does not read gets every answer in the end', async () => {
  const socket = await connected(server);
  const asked = 2_000;
  for (let request = 0; request < asked; request += 1) {
    socket.write(`GET /about HTTP/1.1\r\n${HOST_LINE}\r\n`);
    if (request % 50 === 0) await new Promise(setImmediate);
  }
  let heard = '';
  let answers = 0;
  for await (const chunk of socket) {
    heard = heard.slice(-7) + String(chunk);
    answers += heard.split('HTTP/1.1').length - 1;
    if (answers >= asked) break;
  }
  expect(answers).toBe(asked);
});

test('connections that wait are closed when the site stops', async () => {
  const own = await startBuiltSite(async () => new Response(null, { status: 404 }));
  const socket = await connected(own);
  await reply(socket, `GET /about HTTP/1.1\r\n${HOST_LINE}\r\n`);
  const ended = once(socket, 'end');
  await Promise.all([own.stop(), ended]);
  socket.destroy();
});

test('from the first signal on node:http answers, and closes', async () => {
  stopping = true;
  const request = `GET /about HTTP/1.1\r\n${HOST_LINE}\r\n`;
  expect(await answerTo(server, request)).toContain('node:http');
  stopping = false;
});

/** The first answer on a connection of its own. */
async function answerTo(to: Server | RunningSite, request: string): Promise<string> {
  const socket = await connected(to);
  const answer = await reply(socket, request);
  socket.destroy();
  return answer;
}

async function connected(to: Server | RunningSite): Promise<Socket> {
  const port = 'port' in to ? to.port : (to.address() as AddressInfo).port;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** One answer with its body by content-length, or all until the connection ends. */
async function reply(socket: Socket, request: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let heard = '';
  const onData = (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    const [head = '', body] = heard.split(/\r\n\r\n([\s\S]*)/);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (body !== undefined && body.length >= length) resolve();
  };
  socket.on('data', onData).once('end', resolve);
  socket.write(request, 'latin1');
  await promise;
  socket.off('data', onData);
  return heard;
}

function undated(answer: string): string {
  return answer.replace(/\r\nDate: [^\r]+/, '');
}
