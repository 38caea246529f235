/*
 * The one factor of all time limits in tests. Limits end what hangs; they say nothing about speed, so a busy or slow
 * machine gets longer ones. `PRICEROO_TEST_SLOW` sets the factor; otherwise it is the load per core at the start
 * of a suite.
 */
import { availableParallelism, loadavg } from 'node:os';

const LARGEST = 6;

/** The factor by PRICEROO_TEST_SLOW (1 or more; throws on anything else), or by the load per core: 1 to 6. */
export function slowFactor(stated: string | undefined, loadPerCore: number): number {
  if (stated === undefined || stated === '')
    return Math.min(LARGEST, Math.max(1, Math.round(loadPerCore * 10) / 10));
  const factor = Number(stated);
  if (!(factor >= 1 && factor < Infinity))
    throw new Error(`PRICEROO_TEST_SLOW is ${stated}; give a number from 1`);
  return factor;
}

/** The load of the machine per core, over the last minute. */
export const loadPerCore = (): number => (loadavg()[0] ?? 0) / availableParallelism();

const slow = slowFactor(process.env['PRICEROO_TEST_SLOW'], loadPerCore());
// The processes of this run inherit it: all have the same limits.
process.env['PRICEROO_TEST_SLOW'] = `${slow}`;

/** A time limit of an idle machine, in ms, for this one. */
export const limitMs = (idleMs: number): number => Math.ceil(idleMs * slow);

/** How long a test waits for what happens elsewhere, for `vi.waitFor` and `expect.poll`. */
export const PATIENCE = { timeout: limitMs(20_000), interval: 20 };
