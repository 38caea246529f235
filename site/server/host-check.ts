/*
 * One canonical origin. A foreign Host header would find its way into links, redirects and caches.
 */

/** True when the Host header names this site. */
export type HostCheck = (host: string | undefined) => boolean;

/**
 * The check for a site at `siteUrl`. Outside production the loopback names with the port in use pass as well,
 * so that tests, health checks and developers reach it.
 */
export function createHostCheck(siteUrl: string, port: number, production: boolean): HostCheck {
  const known = new Set([new URL(siteUrl).host]);
  if (!production) {
    for (const name of ['localhost', '127.0.0.1', '[::1]']) known.add(`${name}:${port}`);
  }
  return (host) => host !== undefined && known.has(host.toLowerCase());
}
