import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { PublicError } from '#domain/errors.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Points an address or an account may spend in a time. A shared office stays far below those of an address. */
export const LIMITS = {
  signInByAddress: { points: 100, duration: 15 * MINUTE_S },
  signInByAccount: { points: 10, duration: 15 * MINUTE_S },
  mailByAddress: { points: 30, duration: HOUR_S },
  mailByAccount: { points: 5, duration: HOUR_S },
  searchByAddress: { points: 300, duration: 5 * MINUTE_S },
  writeByAddress: { points: 120, duration: HOUR_S },
} as const;

/** Each throws PublicError 429 with the time to wait once its points are spent. */
export interface Limits {
  /** Guesses at an account: counted for the address and for the account, whoever asks. */
  signIn(address: string, account: string): Promise<void>;
  /** Calls that send a mail to an address someone typed. */
  mail(address: string, recipient: string): Promise<void>;
  search(address: string): Promise<void>;
  /** Reviews, feedback, newsletter and alerts. */
  write(address: string): Promise<void>;
}

/** Limits whose counters lie in Postgres, shared by all processes. */
export function createLimits(pool: pg.Pool): Limits {
  const limiter = (name: keyof typeof LIMITS) =>
    new RateLimiterPostgres({
      ...LIMITS[name],
      keyPrefix: name,
      storeClient: pool,
      tableName: 'rate_limit',
      tableCreated: true,
    });
  const signInByAddress = limiter('signInByAddress');
  const signInByAccount = limiter('signInByAccount');
  const mailByAddress = limiter('mailByAddress');
  const mailByAccount = limiter('mailByAccount');
  const searchByAddress = limiter('searchByAddress');
  const writeByAddress = limiter('writeByAddress');
  return {
    async signIn(address, account) {
      await spend(signInByAddress, address);
      if (account) await spend(signInByAccount, account.toLowerCase());
    },
    async mail(address, recipient) {
      await spend(mailByAddress, address);
      await spend(mailByAccount, recipient.toLowerCase());
    },
    search: (address) => spend(searchByAddress, address),
    write: (address) => spend(writeByAddress, address),
  };
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
