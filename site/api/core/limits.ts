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

/** Points an address or an account may spend in a time. A shared office stays far below those of an address. */
export const LIMITS = {
  signInByAddress: { points: 100, duration: 15 * MINUTE_S },
  /** Guesses at one account from all addresses together that never signed in to it. */
  signInByStrangers: { points: 10, duration: 15 * MINUTE_S },
  /** Guesses at one account from one address that did: strangers cannot use these up. */
  signInFromKnown: { points: 10, duration: 15 * MINUTE_S },
  mailByAddress: { points: 30, duration: HOUR_S },
  /** Mails to one mailbox that strangers to its account ask for. */
  mailByStrangers: { points: 5, duration: HOUR_S },
  mailByStrangersADay: { points: 10, duration: DAY_S },
  /** The same, from addresses that signed in to the account: strangers cannot use these up. */
  mailByKnown: { points: 5, duration: HOUR_S },
  mailByKnownADay: { points: 10, duration: DAY_S },
  /** Also that of a signed-in person, wherever they are. */
  searchByAddress: { points: 300, duration: 5 * MINUTE_S },
  /** Queries that all shops together are asked for us: politeness, whoever searches. */
  askShops: { points: 20, duration: HOUR_S },
  /** Favourites, wishes and histories of one person: more than anyone can click. */
  keepByPerson: { points: 300, duration: 5 * MINUTE_S },
  writeByAddress: { points: 120, duration: HOUR_S },
  socialByAddress: { points: 60, duration: 15 * MINUTE_S },
} as const;

/** How long an address stays known to an account it signed in to. */
const KNOWN_FOR_S = 90 * DAY_S;

/**
 * Limits whose counters lie in Postgres, shared by all processes; those of searches lie in memory. `hide` makes a key
 * that leads back to no one: no row holds an address, an account or a person. Each budget throws PublicError 429 with the
 * time to wait once its points are spent.
 */
export function createLimits(pool: pg.Pool, hide: (key: string) => string) {
  const store = {
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    // worker/retention clears the table, once for all processes.
    clearExpiredByTimeout: false,
  };
  const limiter = (name: keyof typeof LIMITS) =>
    new RateLimiterPostgres({ ...LIMITS[name], ...store, keyPrefix: name });
  const signInByAddress = limiter('signInByAddress');
  const signInByStrangers = limiter('signInByStrangers');
  const signInFromKnown = limiter('signInFromKnown');
  const mailByAddress = limiter('mailByAddress');
  const mailByStrangers = limiter('mailByStrangers');
  const mailByStrangersADay = limiter('mailByStrangersADay');
  const mailByKnown = limiter('mailByKnown');
  const mailByKnownADay = limiter('mailByKnownADay');
  const searchByAddress = new RateLimiterMemory(LIMITS.searchByAddress);
  const keepByPerson = new RateLimiterMemory(LIMITS.keepByPerson);
  const writeByAddress = limiter('writeByAddress');
  const socialByAddress = limiter('socialByAddress');
  const askShops = limiter('askShops');
  // Not a limit but a memory with an end, in the same table.
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
  return {
    /**
     * Guesses at an account. Those from addresses that signed in to it before have a budget each, all others share
     * one: whoever guesses from a thousand addresses locks out strangers, not the account's owner.
     */
    async signIn(address: string, account: string): Promise<void> {
      await spend(signInByAddress, networkKey(address));
      if (!account) return;
      const pair = pairOf(address, account);
      if (await known.get(pair)) await spend(signInFromKnown, pair);
      else await spend(signInByStrangers, accountKey(account));
    },
    /** The address proved itself: it is known to the account from now on, and its guesses are forgotten. */
    async signedIn(address: string, account: string): Promise<void> {
      const pair = pairOf(address, account);
      await known.set(pair, 1, KNOWN_FOR_S);
      await signInFromKnown.delete(pair);
    },
    /** Calls that send a mail to an address someone typed. Known addresses and strangers have separate budgets, as for guesses. */
    async mail(address: string, recipient: string): Promise<void> {
      await spend(mailByAddress, networkKey(address));
      const isKnown = (await known.get(pairOf(address, recipient))) !== null;
      await spend(isKnown ? mailByKnown : mailByStrangers, accountKey(recipient));
      await spend(isKnown ? mailByKnownADay : mailByStrangersADay, accountKey(recipient));
    },
    /** One more mail to a mailbox that did not ask for it: its day's share, whoever asks. */
    mailTo: (recipient: string) => spend(mailByStrangersADay, accountKey(recipient)),
    /**
     * Of the signed-in caller, else of the address: people behind one address do not use up each other's. Counted in
     * this process's memory, as a row a search would cost more than the search.
     */
    search: (callerId: string | null, address: string) =>
      spend(searchByAddress, callerId ?? networkOf(address)),
    /** What a person adds to their own lists; counted like searches. */
    keep: (callerId: string | null, address: string) =>
      spend(keepByPerson, callerId ?? networkOf(address)),
    /** Whether the shops' own searches may be asked once more. */
    mayAskShops: () =>
      spend(askShops, 'all').then(
        () => true,
        (refusal: unknown) => {
          if (refusal instanceof PublicError) return false;
          throw refusal;
        },
      ),
    /** Reviews, feedback, alerts and changes of the account, by address whoever calls. */
    write: (_callerId: string | null, address: string) =>
      spend(writeByAddress, networkKey(address)),
    /** Begun sign-ins through Google or Facebook. */
    social: (address: string) => spend(socialByAddress, networkKey(address)),
  };
}

/** One household has a /64 of IPv6 and may use any address of it: all are one. Anything else stays as it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const message = 'Too many requests. Please wait a moment and try again.';
    throw new PublicError(429, 'too-many-requests', message, refusal.msBeforeNext);
  }
}
