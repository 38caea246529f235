import { type FetchRefusal, FetchRefused } from '#domain/errors.ts';

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
/** No socket left on this machine. A name server or a way that fails may be one host's: see own-network.ts. */
const OWN_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENETDOWN', 'EADDRNOTAVAIL']);
const SIZE_CODES = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW']);

/** Names what went wrong below HTTP: 'timeout', 'too-large' for headers past the cap, 'own-network', else 'network'. */
export function transportRefusal(error: unknown, url: string): FetchRefused {
  const refused = causes(error).find((cause) => cause instanceof FetchRefused);
  if (refused) return refused;
  const all = causes(error);
  const codes = all.map(codeOf);
  // A host without IPv6 here may still have refused us by IPv4: all that was tried must have failed by our doing.
  const tried = all.filter((cause) => !(cause instanceof AggregateError) && !cause.cause);
  if (tried.length > 0 && tried.every((cause) => OWN_CODES.has(codeOf(cause)))) {
    return refusal('own-network', codes, url);
  }
  if (codes.some((code) => TIMEOUT_CODES.has(code))) return refusal('timeout', codes, url);
  if (codes.some((code) => SIZE_CODES.has(code))) return refusal('too-large', codes, url);
  return refusal('network', codes, url);
}

function refusal(reason: FetchRefusal, codes: string[], url: string) {
  return new FetchRefused(reason, `${url} gave no answer: ${codes.join(', ')}`);
}

/** An error, those it wraps and those it gathers: a failed dual-stack connect is an AggregateError. */
function causes(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const gathered = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [error, ...gathered.flatMap(causes), ...causes(error.cause)];
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code || error.message || error.name;
}
