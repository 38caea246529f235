import type { FetchRefusal } from '#domain/errors.ts';

const NOT_OURS = 'A shop that refuses us is left alone: ask it for a product feed (feed:import).';
const LATER = 'That may pass: try again in a few minutes.';

const HINTS: Partial<Record<FetchRefusal, string>> = {
  'address-forbidden':
    'Only addresses of the public web are visited, nothing on this machine or its network.',
  'redirected-away': 'Open it in a browser and try the address it ends at.',
  'not-found': 'There is no such page: try the address of another product.',
  'redirect-loop': 'It leads nowhere: open it in a browser and try the address it ends at.',
  'too-large': 'It is no page of one product: try another one.',
  'content-type': 'It is no page: try the address of a product.',
  'server-error': LATER,
  timeout: LATER,
  network: LATER,
  'own-network': 'Nothing can be reached from here: look at the network of this machine.',
  'breaker-open': LATER,
};

/** What to do when a page could not be fetched: only where the shop says no is it to be left alone. */
export function tryHint(reason: FetchRefusal): string {
  return HINTS[reason] ?? NOT_OURS;
}
