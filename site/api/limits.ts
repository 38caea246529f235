import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
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
  mailByAccount: { points: 5, duration: HOUR_S },
  /** Also that of a signed-in person, wherever they are. */
  searchByAddress: { points: 300, duration: 5 * MINUTE_S },
  /** Queries that all shops together are asked for us: politeness, whoever searches. */
  askShops: { points: 20, duration: HOUR_S },
  writeByAddress: { points: 120, duration: HOUR_S },
  socialByAddress: { points: 60, duration: 15 * MINUTE_S },
} as const;

/** How long an address stays known to an account it signed in to. */
const KNOWN_FOR_S = 90 * DAY_S;

/** Each throws PublicError 429 with the time to wait once its points are spent. */
export interface Limits {
  /**
   * Guesses at an account. Those from addresses that signed in to it before have a budget each, all others share
   * one: whoever guesses from a thousand addresses locks out strangers, not the account's owner.
   */
  signIn(address: string, account: string): Promise<void>;
  /** The address proved itself: it is known to the account from now on, and its guesses are forgotten. */
  signedIn(address: string, account: string): Promise<void>;
  /** Calls that send a mail to an address someone typed. */
  mail(address: string, recipient: string): Promise<void>;
  /** `who` is the signed-in caller's id, else the address: people behind one address do not use up each other's. */
  search(who: string): Promise<void>;
  /** Whether the shops' own searches may be asked once more. */
  mayAskShops(): Promise<boolean>;
  /** Reviews, feedback, newsletter and alerts. */
  write(address: string): Promise<void>;
  /** Begun sign-ins through Google or Facebook. */
  social(address: string): Promise<void>;
}

/** Limits whose counters lie in Postgres, shared by all processes. `hide` makes a key that leads back to no one. */
export function createLimits(pool: pg.Pool, hide: (key: string) => string): Limits {
  const store = { storeClient: pool, tableName: 'rate_limit', tableCreated: true };
  const limiter = (name: keyof typeof LIMITS) =>
    new RateLimiterPostgres({ ...LIMITS[name], ...store, keyPrefix: name });
  const signInByAddress = limiter('signInByAddress');
  const signInByStrangers = limiter('signInByStrangers');
  const signInFromKnown = limiter('signInFromKnown');
  const mailByAddress = limiter('mailByAddress');
  const mailByAccount = limiter('mailByAccount');
  const searchByAddress = limiter('searchByAddress');
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
  const pairOf = (address: string, account: string) =>
    hide(`${account.toLowerCase()} ${networkOf(address)}`);
  return {
    async signIn(address, account) {
      await spend(signInByAddress, networkOf(address));
      if (!account) return;
      const pair = pairOf(address, account);
      if (await known.get(pair)) await spend(signInFromKnown, pair);
      else await spend(signInByStrangers, account.toLowerCase());
    },
    async signedIn(address, account) {
      const pair = pairOf(address, account);
      await known.set(pair, 1, KNOWN_FOR_S);
      await signInFromKnown.delete(pair);
    },
    async mail(address, recipient) {
      await spend(mailByAddress, networkOf(address));
      await spend(mailByAccount, recipient.toLowerCase());
    },
    search: (who) => spend(searchByAddress, networkOf(who)),
    mayAskShops: () =>
      spend(askShops, 'all').then(
        () => true,
        (refusal: unknown) => {
          if (refusal instanceof PublicError) return false;
          throw refusal;
        },
      ),
    write: (address) => spend(writeByAddress, networkOf(address)),
    social: (address) => spend(socialByAddress, networkOf(address)),
  };
}

/** One household has a /64 of IPv6 and may use any address of it: all are one. Anything else stays as it is. */
function networkOf(address: string): string {
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
