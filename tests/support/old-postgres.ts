import { createServer } from 'node:net';
import { listen } from '#db/runtime/free-port.ts';

/** A protocol message; its length counts itself and the body, not the type. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY = message('Z', Buffer.from('I'));

function oneValue(value: string): Buffer {
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, value.length]), Buffer.from(value)]);
  const done = message('C', Buffer.from('SHOW\0'));
  const column = Buffer.concat([Buffer.from('\0\x01server_version_num\0'), Buffer.alloc(18)]);
  // The type: text.
  column.writeInt32BE(25, column.length - 12);
  return Buffer.concat([message('T', column), message('D', row), done, READY]);
}

/** A server that answers every query with this `versionNumber` (server_version_num). */
export async function startOldPostgres(versionNumber: number) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
      socket.on('data', (asked) => {
        if (asked.toString('latin1', 0, 1) === 'Q') socket.write(oneValue(String(versionNumber)));
      });
    });
  });
  const port = await listen(server);
  return { url: `postgres://me:hunter2@127.0.0.1:${port}/shop`, close: () => server.close() };
}
