import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf } from '#domain/errors.ts';

/** `preferred` if it is free on 127.0.0.1, else (and for 0) a port that was free a moment ago. */
export async function freePort(preferred: number): Promise<number> {
  if (preferred > 0 && (await listenFault('127.0.0.1', preferred)) === null) return preferred;
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}

/** The error code of listening there, such as EADDRINUSE; null on success. */
export async function listenFault(host: string, port: number): Promise<string | null> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return null;
  } catch (cause) {
    return codeOf(cause) || String(cause);
  }
}
