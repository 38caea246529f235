/* Ends a child of `npm start` with its parent, however the parent ends. */

const DRAIN_LIMIT_MS = 10_000;

/** Once the parent is gone (its IPC channel closes) calls `stop`, and exits hard after 10 s. Does nothing without such a channel. */
export function exitWithParent(stop: () => void = terminateSelf): void {
  if (!process.channel) return;
  // The channel alone must not keep this process running.
  process.channel.unref();
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
    stop();
  });
}

function terminateSelf(): void {
  process.kill(process.pid, 'SIGTERM');
}
