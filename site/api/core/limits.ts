import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { PublicError } from '#domain/errors.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Points that an address or an account may spend in a duration. A shared office stays far below those of an address. */
export const LIMITS = {
  signInByAddress: { points: 100, duration: 15 * MINUTE_S },
  /** Guesses at one account from all addresses that never signed in to it. */
  signInByStrangers: { points: 10, duration: 15 * MINUTE_S },
  /** Guesses at one account from one address that did sign in; strangers cannot use these up. */
  signInFromKnown: { points: 10, duration: 15 * MINUTE_S },
  /** Codes that a signed-in person enters to change their second factor; better-auth counts those of sign-ins. */
  codeByPerson: { points: 10, duration: 15 * MINUTE_S },
  /** A code is taken once; its app shows it for 30 s, and the one before and after count too. */
  codeOnce: { points: 1, duration: 2 * MINUTE_S },
  mailByAddress: { points: 30, duration: HOUR_S },
  /** Mails to one mailbox that strangers to its account ask for. */
  mailByStrangers: { points: 5, duration: HOUR_S },
  mailByStrangersADay: { points: 10, duration: DAY_S },
  /** The same, from addresses that signed in to the account: strangers cannot use these up. */
  mailByKnown: { points: 5, duration: HOUR_S },
  mailByKnownADay: { points: 10, duration: DAY_S },
  /** Also the budget of a signed-in person, from any address. */
  searchByAddress: { points: 300, duration: 5 * MINUTE_S },
  /** What all API keys of one person read. */
  readByKey: { points: 120, duration: MINUTE_S },
  /** Searches that we send to shops, for all shoppers together: politeness. */
  askShops: { points: 20, duration: HOUR_S },
  /** Favourites, wishes and history entries that one person adds: more than anyone can click. */
  keepByPerson: { points: 300, duration: 5 * MINUTE_S },
  writeByAddress: { points: 120, duration: HOUR_S },
  /** Files of open data: all of them twice. */
  filesByAddress: { points: 150, duration: HOUR_S },
  socialByAddress: { points: 60, duration: 15 * MINUTE_S },
} as const;

/** Counted in this process's memory, as a row would cost more than the call. */
const IN_MEMORY: ReadonlySet<string> = new Set([
  'searchByAddress',
  'keepByPerson',
  'filesByAddress',
  'readByKey',
]);

/** How long an address stays known to an account it signed in to. */
const KNOWN_FOR_S = 90 * DAY_S;

/**
 * Creates the budgets. Their counters are in Postgres, shared by all processes; those of searches are in memory. `hide`
 * makes keys that cannot be traced back: no row holds an address, an account or a person. Each budget throws
 * PublicError 429 with the time to wait once its points are spent.
 */
export function createLimits(pool: pg.Pool, hide: (key: string) => string) {
  const store = {
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    // worker/retention clears the table, once for all processes.
    clearExpiredByTimeout: false,
  };
  const of = Object.fromEntries<RateLimiterAbstract>(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      IN_MEMORY.has(name)
        ? new RateLimiterMemory(limit)
        : new RateLimiterPostgres({ ...limit, ...store, keyPrefix: name }),
    ]),
  ) as Record<keyof typeof LIMITS, RateLimiterAbstract>;
  // Not a limit: remembers known addresses until they expire, in the same table.
  const known = new RateLimiterPostgres({
    ...store,
    points: 1,
    duration: KNOWN_FOR_S,
    keyPrefix: 'known',
  });
  const networkKey = (address: string) => hide(networkOf(address));
  const accountKey = (account: string) => hide(account.toLowerCase());
  const pairOf = (address: string, account: string) =>
    hide(`${account.toLowerCase()} ${networkOf(address)}`);
  const byCaller = (name: keyof typeof LIMITS) => (callerId: string | null, address: string) =>
    spend(of[name], callerId ?? networkOf(address));
  return {
    /** Guesses at an account: addresses that signed in to it before have budgets of their own, all strangers share one. */
    async signIn(address: string, account: string): Promise<void> {
      await spend(of.signInByAddress, networkKey(address));
      if (!account) return;
      const pair = pairOf(address, account);
      if (await known.get(pair)) await spend(of.signInFromKnown, pair);
      else await spend(of.signInByStrangers, accountKey(account));
    },
    /** Marks an address as known to the account after a successful sign-in, and resets its guesses. */
    async signedIn(address: string, account: string): Promise<void> {
      const pair = pairOf(address, account);
      await known.set(pair, 1, KNOWN_FOR_S);
      await of.signInFromKnown.delete(pair);
    },
    /** Codes that a signed-in person enters. */
    code: (callerId: string) => spend(of.codeByPerson, hide(callerId)),
    /** True for the first use of a person's code within two minutes (RFC 6238 §5.2). */
    isFirstUse: (userId: string, code: string) =>
      isLeft(spend(of.codeOnce, hide(`${userId} ${code}`))),
    /** A keyed hash of an address's network: the same for the same network, and no way back. */
    network: networkKey,
    /** Mails to an address that someone typed. Known addresses and strangers have separate budgets, as for guesses. */
    async mail(address: string, recipient: string): Promise<void> {
      await spend(of.mailByAddress, networkKey(address));
      const isKnown = (await known.get(pairOf(address, recipient))) !== null;
      await spend(isKnown ? of.mailByKnown : of.mailByStrangers, accountKey(recipient));
      await spend(isKnown ? of.mailByKnownADay : of.mailByStrangersADay, accountKey(recipient));
    },
    /** One unrequested mail to a mailbox, from the mailbox's daily share. */
    mailTo: (recipient: string) => spend(of.mailByStrangersADay, accountKey(recipient)),
    /** Searches by caller, else by address. */
    search: byCaller('searchByAddress'),
    /** What a person adds to their own lists; counted like searches. */
    keep: byCaller('keepByPerson'),
    /** A call with an API key, by the person whose key it is; counted like searches. `told` hears what is left, also when it is refused. */
    key: (ownerId: string, told: (left: RateLimiterRes) => void) =>
      spend(of.readByKey, ownerId, told),
    /** True if one more search may be sent to the shops. */
    mayAskShops: () => isLeft(spend(of.askShops, 'all')),
    /** Reviews, feedback, alerts and changes of the account, by address. */
    write: (_callerId: string | null, address: string) =>
      spend(of.writeByAddress, networkKey(address)),
    /** Downloads of open data; counted like searches. */
    files: byCaller('filesByAddress'),
    /** Begun sign-ins through Google or Facebook. */
    social: (address: string) => spend(of.socialByAddress, networkKey(address)),
  };
}

/** Returns the /64 network of an IPv6 address, as one household may use all of it; other addresses stay unchanged. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** True where the budget had a point left. */
function isLeft(spent: Promise<void>): Promise<boolean> {
  return spent.then(
    () => true,
    (refusal: unknown) => {
      if (refusal instanceof PublicError) return false;
      throw refusal;
    },
  );
}

async function spend(
  limiter: RateLimiterAbstract,
  key: string,
  told: (left: RateLimiterRes) => void = () => {},
): Promise<void> {
  try {
    told(await limiter.consume(key));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    told(refusal);
    const message = 'Too many requests. Please wait a moment and try again.';
    throw new PublicError(429, 'too-many-requests', message, refusal.msBeforeNext);
  }
}
