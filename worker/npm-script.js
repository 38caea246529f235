/* Preloaded by npm's scripts, in JavaScript: an older Node cannot read TypeScript and would end in a stack. */
import { isMainThread } from 'node:worker_threads';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Node ${process.versions.node} is too old for Priceroo: run "npm ci", which installs a newer Node for npm's scripts, or install Node 24.15 or later.\n`,
  );
  process.exit(1);
}

/** Interval between two looks at the parent. */
const LOOK_MS = 500;

// npm passes SIGTERM to its shell alone, which ends without passing it on.
const shell = process.ppid;
if (process.env.npm_lifecycle_event !== undefined && isMainThread) {
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
