import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { reachDatabase } from './migrate.ts';
import { freePort } from './runtime/free-port.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function changed(parts: Partial<URL>): string {
  return Object.assign(new URL(database.url), parts).href;
}

test.each([
  ['a wrong password', 'the password is wrong', { password: 'hunter2' }],
  ['a missing database', 'create it first', { pathname: '/nowhere' }],
  ['a wrong port', 'nothing listens there', { port: '1' }],
])('reports %s at once, naming DATABASE_URL without the password', async (_, hint, parts) => {
  const url = changed(parts);
  const fault = await reachDatabase(url, { waitMs: 0 }).catch((error: unknown) => error);
  expect(fault).toMatchObject({ name: 'OperatorError', message: expect.stringContaining(hint) });
  expect(String(fault)).toContain('DATABASE_URL');
  expect(String(fault)).not.toContain(new URL(url).password);
});

test('waits for a database that refuses connections at first, and reports the wait once', async () => {
  const target = new URL(database.url);
  let resets = 1;
  const proxy = createServer((socket) => {
    resets -= 1;
    if (resets >= 0) return void socket.resetAndDestroy();
    const server = connect(Number(target.port), target.hostname);
    // A client that gives up on a busy machine resets its connection, and so may the server when the client leaves.
    for (const end of [socket, server]) {
      end.on('error', () => {
        socket.destroy();
        server.destroy();
      });
    }
    socket.pipe(server).pipe(socket);
  });
  const port = await freePort(0);
  const messages: string[] = [];
  const onWait = (message: string) => {
    messages.push(message);
    proxy.listen(port, '127.0.0.1');
  };
  const url = changed({ port: String(port) });
  const client = await reachDatabase(url, { waitMs: 30_000, onWait });
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(messages).toHaveLength(1);
  await client.end();
  proxy.close();
  await once(proxy, 'close');
});
