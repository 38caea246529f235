/* One child process of `npm start`: restarted when it dies, drained on stop, ended with its parent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { OperatorError } from '#domain/errors.ts';

/** A script to run under a name; `env` is its whole environment, `flags` are Node flags. */
export type ChildPlan = {
  name: string;
  script: string;
  flags?: readonly string[];
  env: Record<string, string | undefined>;
};

/** `failed` rejects after three early exits in a row; `stop` resolves when the child has ended. */
export type KeptChild = { name: string; failed: Promise<never>; stop(): Promise<void> };

/**
 * Node flags for a worker, measured by `npx node tests/bench/fetch-extract.ts`. Young generation of 12 MB: V8's default takes 40 MB more and is no
 * faster, 8 MB is slower. The old generation may grow by half before a collection, which is as fast as doubling. Regular
 * expressions are compiled at once, which saves 7 % of an extraction.
 */
export const WORKER_FLAGS: readonly string[] = [
  '--max-semi-space-size=12',
  '--heap-growing-percent=50',
  '--no-regexp-tier-up',
];

/**
 * Environment of all processes. glibc gives each thread a heap of its own, and none returns its free pages: with two heaps, a worker that
 * crawls the demo shops takes 120 MB less. Fixed thresholds make glibc return large blocks, such as the bodies of pages, to the system even
 * after the first one was freed.
 */
export const MALLOC_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

type Print = (name: string, line: string) => void;

const DRAIN_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A run of this length resets the pause. */
const STABLE_RUN_MS = 5_000;
const MAX_EARLY_EXITS = 3;

export function keepRunning(plan: ChildPlan, print: Print): KeptChild {
  const failed = Promise.withResolvers<never>();
  // Not every caller awaits it.
  failed.promise.catch(() => undefined);
  let stopping = false;
  let exitsInRow = 0;
  let retry: NodeJS.Timeout | undefined;
  let child = launch();

  function launch(): ChildProcess {
    const begun = performance.now();
    const next = spawnChild(plan, print);
    next.once('close', (code, signal) => {
      if (stopping) return;
      exitsInRow = performance.now() - begun < STABLE_RUN_MS ? exitsInRow + 1 : 1;
      if (exitsInRow === MAX_EARLY_EXITS) {
        failed.reject(
          new OperatorError(`The ${plan.name} process does not start; see its output above.`),
        );
      }
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (exitsInRow - 1), LONGEST_PAUSE_MS);
      print(plan.name, `ended (${signal ?? `exit code ${code}`}); restart in ${pauseMs / 1000} s`);
      retry = setTimeout(() => {
        child = launch();
      }, pauseMs);
    });
    return next;
  }

  return {
    name: plan.name,
    failed: failed.promise,
    async stop() {
      stopping = true;
      clearTimeout(retry);
      await drain(child);
    },
  };
}

function spawnChild({ name, script, env, flags = [] }: ChildPlan, print: Print): ChildProcess {
  const child = spawn(process.execPath, [...flags, script], {
    env,
    // The channel closes when this process ends, even by kill -9; then the child ends (exitWithParent).
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A process group of its own: Ctrl-C reaches the child through this process, once and in order.
    detached: process.platform !== 'win32',
  });
  child.once('error', (error) => print(name, error.message));
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => print(name, line));
  }
  return child;
}

/** Sends SIGTERM, and SIGKILL after 10 s. */
async function drain(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const harsher = setTimeout(() => child.kill('SIGKILL'), DRAIN_LIMIT_MS);
  await gone;
  clearTimeout(harsher);
}

/** Ignores ENOSPC on output streams, so that a full disk loses lines instead of ending this supervisor. Other errors still throw. */
export function outliveFullDisk(
  streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
  }
}
