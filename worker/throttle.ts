/** When a look is worth taking again. */
export interface ThrottleOptions {
  /** Not before so long after the last one began, in ms. Default 0. */
  everyMs?: number;
  /** A look that took so long waits for so many times that long. Default 20: a twentieth of the time at most. */
  rest?: number;
  /** A clock that is never put back, in ms. */
  now?: () => number;
}

/**
 * A look over the whole catalogue, at most as often as it can be afforded: of a thousand offers at each call, of a million
 * every minute or two. Calls in between do nothing. One that fails is taken again at the next call.
 */
export function throttle<Arguments extends unknown[]>(
  look: (...of: Arguments) => Promise<void>,
  { everyMs = 0, rest = 20, now = () => performance.now() }: ThrottleOptions = {},
): (...of: Arguments) => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (...of) => {
    const startedAt = now();
    if (startedAt < nextAt) return;
    await look(...of);
    const endedAt = now();
    nextAt = Math.max(startedAt + everyMs, endedAt + rest * (endedAt - startedAt));
  };
}
