import type { Duplex } from 'node:stream';
import { NO_PAGE_POLICY } from './security-headers.ts';

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is not HTTP, is too long or comes too slowly, and closes the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    [
      `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}`,
      'Connection: close',
      'Content-Length: 0',
      'X-Content-Type-Options: nosniff',
      `Content-Security-Policy: ${NO_PAGE_POLICY}`,
      '\r\n',
    ].join('\r\n'),
  );
}
