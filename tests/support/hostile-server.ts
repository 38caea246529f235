import { generateKeyPairSync, sign } from 'node:crypto';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { Server, Socket } from 'node:net';
import { listen } from '#db/runtime/free-port.ts';
import { BEHAVIOURS } from './hostile-behaviours.ts';

/*
 * A shop that misbehaves on purpose, on 127.0.0.1. One path a behaviour (hostile-behaviours.ts);
 * robots.txt can be set. `requests` lists what reached it, in order.
 */

export interface HostileServer {
  /** 'http://127.0.0.1:5555' */
  origin: string;
  /** Method, path and query of each request so far. */
  requests: { url: string; headers: http.IncomingHttpHeaders; at: number }[];
  /** TCP connections taken so far. */
  connections: number;
  /** Status and text of robots.txt; 404 at first. */
  robots: { status: number; text: string; headers?: http.OutgoingHttpHeaders };
  close(): Promise<void>;
}

/** Starts the plain-HTTP server, on 127.0.0.1 unless told. */
export async function startHostileServer(host = '127.0.0.1'): Promise<HostileServer> {
  const server = http.createServer();
  const hostile: HostileServer = {
    origin: '',
    requests: [],
    connections: 0,
    robots: { status: 404, text: '' },
    close: () => closeServer(server, sockets),
  };
  const sockets = trackSockets(server, () => (hostile.connections += 1));
  server.on('request', (request, response) => {
    hostile.requests.push({ url: request.url ?? '', headers: request.headers, at: Date.now() });
    const name = (request.url ?? '/').slice(1).split('?')[0] ?? '';
    if (name === 'robots.txt') {
      const { status, text, headers } = hostile.robots;
      return response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);
    }
    const behaviour = BEHAVIOURS[name];
    if (!behaviour) return response.writeHead(404).end();
    return behaviour(request, response);
  });
  hostile.origin = `http://127.0.0.1:${await listen(server, 0, host)}`;
  return hostile;
}

/** A TLS server for `localhost` with the given certificate, speaking HTTP/1.1 and the same paths. */
export async function startTlsServer(
  certificate: TestCertificate,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = https.createServer(certificate, (request, response) => {
    const behaviour = BEHAVIOURS[(request.url ?? '/').slice(1).split('?')[0] ?? ''];
    if (behaviour) behaviour(request, response);
    else response.writeHead(404).end();
  });
  const sockets = trackSockets(server, () => undefined);
  const origin = `https://localhost:${await listen(server)}`;
  return { origin, close: () => closeServer(server, sockets) };
}

/**
 * An HTTP/2-only TLS server for `localhost`: '/rst' resets the stream at once, '/rst-mid-body' after
 * some bytes, '/goaway' ends the session, '/truncated' sends less than its content-length, '/honest' serves.
 */
export async function startHttp2Server(): Promise<{
  origin: string;
  certificate: TestCertificate;
  close(): Promise<void>;
}> {
  const certificate = selfSigned('localhost');
  const server = http2.createSecureServer({ ...certificate, allowHTTP1: false });
  const sockets = trackSockets(server, () => undefined);
  server.on('sessionError', () => undefined);
  server.on('stream', (stream: http2.ServerHttp2Stream, headers) => {
    stream.on('error', () => undefined);
    const path = headers[':path'];
    if (path === '/rst') return stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    if (path === '/goaway')
      return stream.session?.goaway(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
    const length = path === '/truncated' ? { 'content-length': '1000' } : {};
    stream.respond({ ':status': 200, 'content-type': 'text/html', ...length });
    if (path === '/rst-mid-body') {
      stream.write('<p>half');
      // close() would end the body properly first; destroy() sends the bare RST_STREAM.
      return setTimeout(() => stream.destroy(new Error('reset')), 20);
    }
    return stream.end('<p>whole');
  });
  const origin = `https://localhost:${await listen(server)}`;
  return { origin, certificate, close: () => closeServer(server, sockets) };
}

function trackSockets(server: Server, onConnection: () => unknown): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    onConnection();
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Ends at once, whatever the behaviours still hold open. */
async function closeServer(server: Server, sockets: Set<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
}

/** A key and its self-signed certificate, both PEM, for TLS servers that tests start. */
export interface TestCertificate {
  key: string;
  cert: string;
}

/** Issues a certificate for `dnsName`; a `validFrom`/`validTo` in the past makes an expired one. */
export function selfSigned(
  dnsName: string,
  validFrom = new Date(Date.now() - 86_400_000),
  validTo = new Date(Date.now() + 86_400_000),
): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), tlv(0x0c, Buffer.from(dnsName)))));
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const altNames = sequence(tlv(0x82, Buffer.from(dnsName)));
  const extensions = sequence(sequence(oid('551d11'), tlv(0x04, altNames)));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))), // version 3
    tlv(0x02, Buffer.from([1])), // serial number
    ecdsaWithSha256,
    name,
    sequence(time(validFrom), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]));
  const certificate = sequence(body, ecdsaWithSha256, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One DER value: tag, length, content (X.690 §8.1). */
function tlv(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => tlv(0x31, Buffer.concat(parts));
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));

function time(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return tlv(0x18, Buffer.from(text));
}
