/* The addresses of a request: requested host and path, and the client's IP address. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** True if the Host header names this site. */
export type HostCheck = (host: string | undefined) => boolean;

/** Creates the check for the site at `siteUrl`. Outside production it also accepts loopback names with the port in use. */
export function createHostCheck(siteUrl: string, port: number, production: boolean): HostCheck {
  const known = new Set([new URL(siteUrl).host]);
  if (!production) {
    for (const name of ['localhost', '127.0.0.1', '[::1]']) known.add(`${name}:${port}`);
  }
  return (host) => host !== undefined && known.has(host.toLowerCase());
}

/**
 * The client's IP address. Each trusted proxy appends the address that it sees to X-Forwarded-For, so with `trustedHops`
 * proxies the client is that many entries left of the socket. Entries further left are unverified claims.
 */
export function remoteAddressOf(request: IncomingMessage, trustedHops: number): string {
  const socketAddress = plainAddress(request.socket.remoteAddress ?? '');
  if (trustedHops === 0) return socketAddress;
  const header = request.headers['x-forwarded-for'] ?? '';
  const chain = [...String(header).split(','), socketAddress].map((part) => part.trim());
  const claimed = plainAddress(chain.at(-1 - trustedHops) ?? chain[0] ?? '');
  return isIP(claimed) ? claimed : socketAddress;
}

/** Removes the IPv6 prefix of IPv4 addresses on dual-stack sockets, and the port that some proxies add. */
function plainAddress(address: string): string {
  return address
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Rewrites a request in absolute form (RFC 9112 §3.2.2) to Host header and path. False for a request with two hosts. */
export function normaliseHost(request: IncomingMessage): boolean {
  const names = request.rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text));
  if (names.length > 1) return false;
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return true;
  request.headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return true;
}

/** The path without trailing slashes, in lower case if only that is one of `files`. */
export function plainPath(path: string, files: ReadonlyMap<string, unknown>): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const bare = path.slice(0, end);
  const small = bare.toLowerCase();
  return !files.has(bare) && files.has(small) ? small : bare;
}

/** The path with unreserved characters unescaped (RFC 3986 §2.3); null if other escapes remain. */
export function withoutEscapes(path: string): string | null {
  const plain = path.replace(
    /%(?:2[de]|3\d|[46][1-9a-f]|5[\da]|7[\da]|5f|7e)/gi,
    decodeURIComponent,
  );
  return plain.includes('%') ? null : plain;
}

/** The part of `target` before its query. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}
