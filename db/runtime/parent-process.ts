/*
 * A child of `npm start` does not outlive it, however it ends.
 */

const DRAIN_LIMIT_MS = 10_000;

/**
 * When the process that started us is gone (its IPC channel closes), calls `stop`, by default our own SIGTERM
 * handler, and exits hard after 10 s. Without such a channel (started by hand) it does nothing.
 */
export function exitWithParent(stop: () => void = terminateSelf): void {
  if (!process.channel) return;
  // The channel alone must not keep us alive once the work is done.
  process.channel.unref();
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
    stop();
  });
}

function terminateSelf(): void {
  process.kill(process.pid, 'SIGTERM');
}
