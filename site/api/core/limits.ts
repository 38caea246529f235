import { createHmac } from 'node:crypto';
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

/** Points per duration (seconds) of an address or account. A shared office stays far below the limits of an address. */
export const LIMITS = {
  signInByAddress: { points: 100, duration: 15 * MINUTE_S },
  /** Sign-in attempts at one account from all addresses that never signed in to it. */
  signInByStrangers: { points: 10, duration: 15 * MINUTE_S },
  /** Sign-in attempts at one account from one address that has signed in to it; strangers cannot exhaust these. */
  signInFromKnown: { points: 10, duration: 15 * MINUTE_S },
  /** Codes entered to sign in or to change a second factor. */
  codeByPerson: { points: 10, duration: 15 * MINUTE_S },
  /** Each code is accepted once. An app shows it for 30 s, and the codes before and after it are valid too. */
  codeOnce: { points: 1, duration: 2 * MINUTE_S },
  mailByAddress: { points: 30, duration: HOUR_S },
  /** Mails to one mailbox, requested from addresses that never signed in to its account. */
  mailByStrangers: { points: 5, duration: HOUR_S },
  mailByStrangersADay: { points: 10, duration: DAY_S },
  /** The same, from addresses that have signed in to the account; strangers cannot exhaust these. */
  mailByKnown: { points: 5, duration: HOUR_S },
  mailByKnownADay: { points: 10, duration: DAY_S },
  /** Counts by person if signed in. */
  searchByAddress: { points: 300, duration: 5 * MINUTE_S },
  readByKey: { points: 120, duration: MINUTE_S },
  /** Searches forwarded to shops, for all shoppers together (politeness). */
  askShops: { points: 20, duration: HOUR_S },
  /** Favourites, wishes and history entries added by one person; more than anyone can click. */
  keepByPerson: { points: 300, duration: 5 * MINUTE_S },
  writeByAddress: { points: 120, duration: HOUR_S },
  /** Open-data files: all of them twice. */
  filesByAddress: { points: 150, duration: HOUR_S },
  socialByAddress: { points: 60, duration: 15 * MINUTE_S },
} as const;

/** Counted in this process's memory, because a database row would cost more than the call. */
const IN_MEMORY: ReadonlySet<string> = new Set([
  'searchByAddress',
  'keepByPerson',
  'filesByAddress',
  'readByKey',
]);

/** How long an address counts as known to an account after a sign-in. */
const KNOWN_FOR_S = 90 * DAY_S;

/**
 * Creates the budgets. Counters are in Postgres, shared by all processes, or in memory (IN_MEMORY). Keys are hashed with `secret`,
 * so that no row holds an address or account. Each budget throws PublicError 429 with the time to wait once it is spent.
 */
export function createLimits(pool: pg.Pool, secret: string) {
  const hide = (key: string) =>
    createHmac('sha256', secret).update(`limit:${key}`).digest('base64url');
  const store = {
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    // The worker clears the table for all processes.
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
  // Not a limit: stores known addresses in the same table until they expire.
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
    /** A sign-in attempt. Addresses known to the account have their own budgets; all strangers share one. */
    async signIn(address: string, account: string): Promise<void> {
      await spend(of.signInByAddress, networkKey(address));
      if (!account) return;
      const pair = pairOf(address, account);
      if (await known.get(pair)) await spend(of.signInFromKnown, pair);
      else await spend(of.signInByStrangers, accountKey(account));
    },
    /** Marks an address as known to the account after a sign-in, and resets its attempts. */
    async signedIn(address: string, account: string): Promise<void> {
      const pair = pairOf(address, account);
      await known.set(pair, 1, KNOWN_FOR_S);
      await of.signInFromKnown.delete(pair);
    },
    /** A code entered for a person's account, before it is verified. */
    code: (userId: string) => spend(of.codeByPerson, hide(userId)),
    /** Resets a person's codes after a sign-in. */
    codeAccepted: (userId: string) => of.codeByPerson.delete(hide(userId)),
    /** Runs `work` unless it runs already for this person; returns null then. A killed process blocks it for two minutes. */
    async alone<T>(userId: string, work: () => Promise<T>): Promise<T | null> {
      const key = hide(`${userId} alone`);
      if (!(await isLeft(spend(of.codeOnce, key)))) return null;
      try {
        return await work();
      } finally {
        await of.codeOnce.delete(key);
      }
    },
    /** True for the first use of a person's code within two minutes (RFC 6238 §5.2). */
    isFirstUse: (userId: string, code: string) =>
      isLeft(spend(of.codeOnce, hide(`${userId} ${code}`))),
    network: networkKey,
    /** A mail to an address that someone typed. Known addresses and strangers have separate budgets, as for sign-ins. */
    async mail(address: string, recipient: string): Promise<void> {
      await spend(of.mailByAddress, networkKey(address));
      const isKnown = (await known.get(pairOf(address, recipient))) !== null;
      await spend(isKnown ? of.mailByKnown : of.mailByStrangers, accountKey(recipient));
      await spend(isKnown ? of.mailByKnownADay : of.mailByStrangersADay, accountKey(recipient));
    },
    /** One unrequested mail to a mailbox, from the mailbox's daily share. */
    mailTo: (recipient: string) => spend(of.mailByStrangersADay, accountKey(recipient)),
    /** The same; false once it is spent. */
    mayMail: (recipient: string) => isLeft(spend(of.mailByStrangersADay, accountKey(recipient))),
    /** Searches by caller, else by address. */
    search: byCaller('searchByAddress'),
    /** Entries that a person adds to their own lists. */
    keep: byCaller('keepByPerson'),
    /** A call with an API key, by its owner. `onSpent` gets the remaining budget, even of a refused call. */
    key: (ownerId: string, onSpent: (left: RateLimiterRes) => void) =>
      spend(of.readByKey, ownerId, onSpent),
    /** True if one more search may be forwarded to shops. */
    mayAskShops: () => isLeft(spend(of.askShops, 'all')),
    /** Reviews, feedback, alerts and changes of the account, by address. */
    write: (_callerId: string | null, address: string) =>
      spend(of.writeByAddress, networkKey(address)),
    /** Downloads of open data. */
    files: byCaller('filesByAddress'),
    /** Sign-ins through Google or Facebook. */
    social: (address: string) => spend(of.socialByAddress, networkKey(address)),
  };
}

/** The /48 network of an IPv6 address, because one customer may get all of it (RFC 6177); IPv4 addresses unchanged. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`;
}

/** True if the budget had a point left. */
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
  onSpent: (left: RateLimiterRes) => void = () => {},
): Promise<void> {
  try {
    onSpent(await limiter.consume(key));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    onSpent(refusal);
    const message = 'Too many requests. Please wait a moment and try again.';
    throw new PublicError(429, 'too-many-requests', message, refusal.msBeforeNext);
  }
}
