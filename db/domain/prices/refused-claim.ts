import type { Verdict } from './price-verdict.ts';

/* Apart from the judge of claims, because browsers load this file. */

/** True of a claim that no shopper was ever charged: it supports no price, badge, sum or sort. */
export function isRefused(verdict: Verdict): boolean {
  return verdict === 'higher-than-before';
}
