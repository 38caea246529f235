/** A check pauses for this many times its duration, so it takes at most a twentieth of the time. */
const PAUSE_FACTOR = 20;

/**
 * Throttles a check of the catalogue to a twentieth of the time and once in `everyMs`; other calls do nothing. A failed check runs
 * again at the next call. `now` is a monotonic clock in ms.
 */
export function throttle<Arguments extends unknown[]>(
  check: (...args: Arguments) => Promise<unknown>,
  { everyMs = 0, now = () => performance.now() }: { everyMs?: number; now?: () => number } = {},
): (...args: Arguments) => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (...args) => {
    const startedAt = now();
    if (startedAt < nextAt) return;
    await check(...args);
    const endedAt = now();
    nextAt = Math.max(startedAt + everyMs, endedAt + PAUSE_FACTOR * (endedAt - startedAt));
  };
}
