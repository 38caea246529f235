/* Ends a child of `npm start` together with its parent, however the parent ends. */

const DRAIN_LIMIT_MS = 10_000;

/** Calls `stop` once the parent is gone (its IPC channel closes) and exits after 10 s at the latest. Does nothing without a channel. */
export function exitWithParent(
  stop: () => void = () => process.kill(process.pid, 'SIGTERM'),
): void {
  if (!process.channel) return;
  // The channel alone must not keep the process alive.
  process.channel.unref();
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
    stop();
  });
}
