import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { codeOf } from '#domain/errors.ts';

/** Starts a server, on a free port of this machine unless told, and returns its port. Throws the error of listen(). */
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** `preferred` if it is free on 127.0.0.1, else (and for 0) a port that was free a moment ago. */
export async function freePort(preferred: number): Promise<number> {
  if (preferred > 0 && (await listenFault('127.0.0.1', preferred)) === null) return preferred;
  const probe = createServer();
  const port = await listen(probe);
  await once(probe.close(), 'close');
  return port;
}

/** The error code of listening there, such as EADDRINUSE; null on success. */
export async function listenFault(host: string, port: number): Promise<string | null> {
  const probe = createServer();
  try {
    await listen(probe, port, host);
    await once(probe.close(), 'close');
    return null;
  } catch (cause) {
    return codeOf(cause) || String(cause);
  }
}
