import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Who is asking. Each trusted proxy appended the address it saw to X-Forwarded-For, so with `trustedHops` proxies
 * the shopper is that many steps left of the socket; what stands further left is the shopper's own claim.
 */
export function remoteAddressOf(request: IncomingMessage, trustedHops: number): string {
  const socketAddress = plainAddress(request.socket.remoteAddress ?? '');
  if (trustedHops === 0) return socketAddress;
  const header = request.headers['x-forwarded-for'] ?? '';
  const chain = [...String(header).split(','), socketAddress].map((part) => part.trim());
  const claimed = plainAddress(chain.at(-1 - trustedHops) ?? chain[0] ?? '');
  return isIP(claimed) ? claimed : socketAddress;
}

/** Without the IPv6 wrapping that a dual-stack socket puts around IPv4, and without the port that some proxies write. */
function plainAddress(address: string): string {
  return address
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '');
}
