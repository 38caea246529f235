import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openLeases } from './leases.ts';

test('a holder’s reset connection does not affect other holders', async () => {
  const leases = await openLeases('postgres://here');
  const { port, token } = leases.address;
  const hold = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${token}\n`);
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toBe('postgres://here\nrunning\n');
    return socket;
  };
  const killed = await hold();
  killed.resetAndDestroy();
  await once(killed, 'close');
  const other = await hold();
  other.destroy();
  await once(other, 'close');
});
