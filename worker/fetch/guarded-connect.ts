import dns from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressPolicy, assertPublicAddresses, guardUrl } from './address-guard.ts';

/** Host name → all its addresses. Default: the system's resolver. */
export type Resolve = (hostname: string) => Promise<string[]>;

export interface ConnectOptions {
  timeoutMs: number;
  resolve?: Resolve | undefined;
  /** PEM of the only certificate authority to trust, instead of the system's. */
  trustedCa?: string | undefined;
}

/** Opens every socket of the fetcher: checks the host, resolves it once, and connects only to addresses that passed the check. */
export function guardedConnector(
  policy: AddressPolicy,
  options: ConnectOptions,
): buildConnector.connector {
  const base = {
    timeout: options.timeoutMs,
    ...(options.trustedCa === undefined ? {} : { ca: options.trustedCa }),
  };
  const publicOnly = buildConnector({ ...base, lookup: publicLookup(options.resolve) });
  const unchecked = buildConnector(base);

  return (target, callback) => {
    try {
      const { route } = guardUrl(originOf(target), policy);
      if (route === 'public') return publicOnly(target, callback);
      if (route === 'allowed-origin') return unchecked(target, callback);
      return unchecked(
        { ...target, hostname: '127.0.0.1', port: String(policy.demoPort) },
        callback,
      );
    } catch (error) {
      return callback(error as Error, null);
    }
  };
}

/** A `lookup` for sockets that yields only public addresses and fails with FetchRefused otherwise. */
function publicLookup(resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => {
        assertPublicAddresses(hostname, addresses);
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) return callback(null, found);
        return callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
      })
      .catch((error: Error) => callback(error, '', 0));
  };
}

async function systemResolve(hostname: string): Promise<string[]> {
  const found = await dns.lookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

function originOf(target: buildConnector.Options): string {
  const host = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname;
  return `${target.protocol}//${host}${target.port ? `:${target.port}` : ''}/`;
}
