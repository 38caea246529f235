/*
 * worker/fetch fetches pages for the crawler, politely and safely.
 *   polite-fetch     the entry: robots → turn → fetch → record, for plain and for rendered pages
 *   robots, pace     what a host allows, and how often
 *   http             one page: hops, limits, status → FetchedPage or FetchRefused
 *     address-guard    pure rules for the URLs and addresses that may be visited
 *     guarded-connect  the only code that opens sockets: resolves a host, checks its addresses, connects to one of them
 *     answer           one request; its response under a cap → page, or the reason for a refusal
 *     response-body    unpacks a body under caps                          page-body  bytes → text
 *     transport-error  socket errors → reasons, ours or the host's
 *   browser          renders pages that need script: browser-process, tabs, render-page; their requests go through
 *                    page-traffic and page-part to http
 */
import ipaddr from 'ipaddr.js';
import { FetchRefused } from '#domain/errors.ts';

/** Exceptions to "public web only". Origins have the form of `URL.origin`. */
export interface AddressPolicy {
  /** Port of the demo shops on 127.0.0.1, or null when they are not served. */
  demoPort: number | null;
  /** Origins of our own servers that skip the address check: 'http://127.0.0.1:5555'. */
  allowedOrigins: readonly string[];
  /** Ports of public hosts besides 80 and 443. */
  allowedPorts?: readonly number[];
}

/** A URL that passed the guard, and how to reach its host. `url` has no fragment. */
export interface GuardedUrl {
  url: URL;
  route: 'public' | 'allowed-origin' | 'demo-shops';
}

/** Longest URL that is visited, in characters. */
export const MAX_URL_LENGTH = 4096;

const DEMO_HOST = /^(?:[a-z0-9-]+\.)+demo-shops\.localhost$/;

/** Name suffixes that never belong to a public shop: RFC 6761, RFC 6762, RFC 8375, RFC 7686, and ICANN's `internal`. */
const PRIVATE_SUFFIX =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|test|invalid|onion|alt|arpa)$/;

/** Checks a URL before its host is resolved; `assertPublicAddresses` checks the addresses. Throws FetchRefused 'address-forbidden'. */
export function guardUrl(text: string, policy: AddressPolicy): GuardedUrl {
  if (text.length > MAX_URL_LENGTH) throw forbidden(`${text.slice(0, 80)}…`, 'the URL is too long');
  const url = URL.parse(text);
  if (!url) throw forbidden(text, 'it is not an absolute URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw forbidden(text, `${url.protocol} is not http or https`);
  }
  if (url.username || url.password) throw forbidden(text, 'it carries credentials');
  url.hash = '';
  if (policy.demoPort !== null && url.protocol === 'http:' && DEMO_HOST.test(url.hostname)) {
    url.port = '';
    return { url, route: 'demo-shops' };
  }
  if (policy.allowedOrigins.includes(url.origin)) return { url, route: 'allowed-origin' };
  const port = Number(url.port || 80);
  if (port !== 80 && port !== 443 && !policy.allowedPorts?.includes(port)) {
    throw forbidden(text, `port ${port} is not a web port`);
  }
  assertPublicHost(url.hostname);
  return { url, route: 'public' };
}

/** Throws FetchRefused 'address-forbidden' when a host, as `URL.hostname` writes it, cannot be public. */
function assertPublicHost(hostname: string): void {
  const host = hostname.replace(/\.$/, '');
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  if (ipaddr.isValid(literal)) {
    assertPublicAddresses(host, [literal]);
    return;
  }
  if (!host.includes('.') || PRIVATE_SUFFIX.test(host)) {
    throw forbidden(host, 'the name is not a public one');
  }
}

/** Throws FetchRefused unless all addresses of a name are public (a private one indicates DNS rebinding); 'network' if there is none. */
export function assertPublicAddresses(hostname: string, addresses: readonly string[]): void {
  if (addresses.length === 0) throw new FetchRefused('network', `${hostname} has no address`);
  for (const address of addresses) {
    if (!isPublicAddress(address)) throw forbidden(hostname, `${address} is not a public address`);
  }
}

/** True for an address of the public internet, false for every special-use range of the IANA registries. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return address !== AZURE_PLATFORM;
  const parts = (parsed as ipaddr.IPv6).parts;
  return isGlobalUnicast(parts) && !isIsatap(parts);
}

/** Azure's metadata and DNS service uses a public-looking address. */
const AZURE_PLATFORM = '168.63.129.16';

/** Only 2000::/3 is allocated as global unicast (RFC 4291 §2.4); the rest is unassigned or special. */
function isGlobalUnicast(parts: readonly number[]): boolean {
  return ((parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** ISATAP (RFC 5214): an interface id 0000:5efe or 0200:5efe embeds an IPv4 address to tunnel to. */
function isIsatap(parts: readonly number[]): boolean {
  return ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;
}

function forbidden(target: string, why: string): FetchRefused {
  return new FetchRefused('address-forbidden', `${target} is not visited: ${why}`);
}
