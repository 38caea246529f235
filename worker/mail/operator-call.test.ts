import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listen } from '#db/runtime/free-port.ts';
import { createHeartbeat } from './operator-call.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const warnings: unknown[] = [];
const log = { warn: (...line: unknown[]) => void warnings.push(line) } as never;

async function receiver(status: number) {
  const calls: string[] = [];
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(status, { location: '/elsewhere' }).end('thanks');
  });
  return { calls, url: `http://127.0.0.1:${await listen(server)}/ping/secret` };
}

test('a tick calls the address once a minute, however often the clock ticks', async () => {
  const { calls, url } = await receiver(200);
  let nowMs = 0;
  const beat = createHeartbeat(url, log, () => nowMs);
  for (const atMs of [0, 5_000, 55_000, 60_000, 65_000, 120_000]) {
    nowMs = atMs;
    await beat();
  }
  expect(calls).toEqual(Array(3).fill('GET /ping/secret'));
  expect(warnings).toEqual([]);
});

test('a refusal, a redirect and silence are logged without the address, and end no tick', async () => {
  for (const status of [404, 302]) {
    const { calls, url } = await receiver(status);
    await createHeartbeat(url, log)();
    expect(calls).toEqual(['GET /ping/secret']);
    server?.close();
  }
  await createHeartbeat('http://127.0.0.1:1/ping/secret', log)();
  expect(warnings).toHaveLength(3);
  expect(JSON.stringify(warnings)).not.toContain('secret');
});

test('without an address nothing is called', async () => {
  await createHeartbeat(null, log)();
});
