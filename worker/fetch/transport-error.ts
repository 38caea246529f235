/* Classifies connections without a response: the host's fault, or our network's. */
import { logger } from '#db/runtime/log.ts';
import { codeOf, type FetchRefusal, FetchRefused } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time.ts';

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
/** This machine has no socket left. A failing name server or route may affect one host only: see watchNetwork. */
const OWN_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENETDOWN', 'EADDRNOTAVAIL']);
const SIZE_CODES = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW']);

/** The refusal for an error below HTTP: 'timeout', 'too-large' for headers past the cap, 'own-network', otherwise 'network'. */
export function transportRefusal(error: unknown, url: string): FetchRefused {
  const all = causes(error);
  const refused = all.find((cause) => cause instanceof FetchRefused);
  if (refused) return refused;
  const codes = all.map((cause) => codeOf(cause) || cause.message || cause.name);
  return new FetchRefused(reasonOf(all, codes), `${url} gave no answer: ${codes.join(', ')}`);
}

function reasonOf(all: readonly Error[], codes: readonly string[]): FetchRefusal {
  // 'own-network' only if every attempt failed locally: IPv6 may be missing here while the host refused us over IPv4.
  const attempts = all.filter((cause) => !(cause instanceof AggregateError) && !cause.cause);
  if (attempts.length > 0 && attempts.every((cause) => OWN_CODES.has(codeOf(cause)))) {
    return 'own-network';
  }
  if (codes.some((code) => TIMEOUT_CODES.has(code))) return 'timeout';
  return codes.some((code) => SIZE_CODES.has(code)) ? 'too-large' : 'network';
}

/** An error with all its causes and aggregated errors: a failed dual-stack connect is an AggregateError. */
function causes(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const gathered: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...gathered.flatMap(causes), ...causes(error.cause)];
}

/** After this many silent hosts in a row, our own network is at fault. */
const SILENT_HOSTS = 3;
/** Older silences do not count. */
const WITHIN_MS = 5 * MINUTE_MS;

/** Distinguishes an outage of our own network from a silent host by all hosts that the process contacts; needs three of them. */
export function watchNetwork(now: () => number = () => performance.now()) {
  const log = logger('fetch');
  const silentAt = new Map<string, number>();
  let isDown = false;
  return {
    /** Call after any response. */
    answered() {
      if (silentAt.size > 0) silentAt.clear();
      if (isDown) log.info('hosts answer again: our own network is back');
      isDown = false;
    },
    /** Call when a host does not answer. Returns true if no other host answers either. */
    isOwnFault(origin: string) {
      silentAt.set(origin, now());
      for (const [host, at] of silentAt) if (now() - at > WITHIN_MS) silentAt.delete(host);
      if (silentAt.size < SILENT_HOSTS) return false;
      if (!isDown) log.warn('no host answers: our own network seems to be down; pages wait');
      isDown = true;
      return true;
    },
  };
}
