import { createServer } from 'node:http';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { listen } from '#db/runtime/free-port.ts';
import { startBuiltSite } from '../../tests/support/built-site.ts';
import { PATIENCE } from '../../tests/support/limits.ts';
import { withAccessLog } from './access-log.ts';

const lineShape = z.strictObject({
  level: z.literal(30),
  time: z.number(),
  msg: z.literal('request'),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  ms: z.number().nonnegative(),
  bytes: z.number(),
  requestId: z.string(),
  isCut: z.literal(true).optional(),
});

function recorder() {
  const texts: string[] = [];
  const log = pino({ base: null }, { write: (text: string) => void texts.push(text) });
  const lines = () => texts.map((text) => lineShape.parse(JSON.parse(text)));
  return { log, texts, lines };
}

test('logs one line per request, without its query', async () => {
  const { log, texts, lines } = recorder();
  const api = async () =>
    Response.json({ ok: true }, { headers: { 'x-request-id': 'of-the-api' } });
  const site = await startBuiltSite(api, { log, accessLog: true });
  const origin = `http://127.0.0.1:${site.port}`;
  const home = await fetch(`${origin}/?token=hunter2`);
  const body = await home.text();
  await fetch(`${origin}/api/health?q=hunter2`, { method: 'POST', body: '{}' });
  await fetch(`${origin}/nowhere`, { method: 'HEAD' });
  await vi.waitFor(() => expect(texts).toHaveLength(3), PATIENCE);
  await site.stop();
  expect(lines()).toMatchObject([
    { method: 'GET', path: '/', status: 200, requestId: home.headers.get('x-request-id') },
    { method: 'POST', path: '/api/health', status: 200, requestId: 'of-the-api' },
    { method: 'HEAD', path: '/nowhere', status: 404 },
  ]);
  expect(body.length).toBeGreaterThan(0);
  expect(lines().every(({ bytes }) => bytes > 0)).toBe(true);
  expect(texts.join()).not.toMatch(/hunter2|127\.0\.0\.1/);
});

test('logs nothing and adds no request id when switched off', async () => {
  const { log, texts } = recorder();
  const site = await startBuiltSite(async () => Response.json({}), { log });
  const home = await fetch(`http://127.0.0.1:${site.port}/`);
  await home.text();
  await site.stop();
  expect(home.headers.get('x-request-id')).toBeNull();
  expect(texts).toEqual([]);
});

test('marks a response that the client aborted', async () => {
  const { log, texts, lines } = recorder();
  const server = createServer(
    withAccessLog((request, response) => {
      response.write('half');
      request.socket.destroy();
    }, log),
  );
  const client = connect(await listen(server), '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
  await vi.waitFor(() => expect(texts).toHaveLength(1), PATIENCE);
  server.close();
  expect(lines()).toMatchObject([{ path: '/slow', isCut: true }]);
});
