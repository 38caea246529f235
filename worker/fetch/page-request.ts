import type { Request } from 'playwright-core';

/** Kinds of request that can bear on what a page says; pictures, fonts, media, frames and sockets cannot. */
const NEEDED = new Set(['script', 'stylesheet', 'xhr', 'fetch']);

/** Hosts that measure and advertise: not needed for a price, and not ours to feed. */
const TRACKERS =
  /(?:^|\.)(?:google-analytics|googletagmanager|googlesyndication|googleadservices|doubleclick|facebook|hotjar|clarity|segment|newrelic|nr-data|optimizely|criteo|tiktok|pinimg|demdex|omtrdc|adobedtm|sentry|datadoghq-browser-agent|bat\.bing|branch|braze|klaviyo|quantserve|scorecardresearch|taboola|outbrain|attentivemobile|dynamicyield|mouseflow|fullstory|heapanalytics|amplitude|mixpanel)\.(?:com|net|io|ms|tv|org)$/;

/** True when a rendering page may have this: reads only, of what can bear on its text. */
export function isNeeded(request: Request): boolean {
  const kind = request.resourceType();
  const url = URL.parse(request.url());
  if (!url || !NEEDED.has(kind) || TRACKERS.test(url.hostname)) return false;
  const method = request.method();
  if (method === 'GET') return true;
  // Many shops ask their own search with a JSON POST; anything else that posts is not for us to do.
  const type = request.headers()['content-type'] ?? '';
  return method === 'POST' && kind !== 'script' && /^application\/(?:[\w.-]+\+)?json\b/.test(type);
}
