/* One child of `npm start`: started again when it dies, drained when we stop, gone when we are gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { OperatorError } from '#domain/errors.ts';

/** What to run under which name; `env` is its whole environment, `flags` are Node's. */
export type ChildPlan = {
  name: string;
  script: string;
  flags?: readonly string[];
  env: Record<string, string | undefined>;
};

/** `hopeless` rejects when the first three runs ended early; `stop` resolves when the child is gone. */
export type KeptChild = { name: string; hopeless: Promise<never>; stop(): Promise<void> };

/** Node's flags for a worker: V8's default takes 40 MB more and is no faster, 8 is 8 % slower (`node tests/bench/fetch-extract.ts`). */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=16'];

type Print = (name: string, line: string) => void;

const DRAIN_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A run of this length counts as sound and resets the pause. */
const SOUND_RUN_MS = 5_000;
const HOPELESS_DEATHS = 3;

/** Keeps `plan` running; its lines go to `print`. */
export function keepRunning(plan: ChildPlan, print: Print): KeptChild {
  const hopeless = Promise.withResolvers<never>();
  // Only some callers wait for it.
  hopeless.promise.catch(() => undefined);
  let stopping = false;
  let deathsInRow = 0;
  let retry: NodeJS.Timeout | undefined;
  let child = launch();

  function launch(): ChildProcess {
    const begun = performance.now();
    const next = spawnChild(plan, print);
    next.once('close', (code, signal) => {
      if (stopping) return;
      deathsInRow = performance.now() - begun < SOUND_RUN_MS ? deathsInRow + 1 : 1;
      if (deathsInRow === HOPELESS_DEATHS) {
        hopeless.reject(new OperatorError(`The ${plan.name} does not start; see its lines above.`));
      }
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (deathsInRow - 1), LONGEST_PAUSE_MS);
      print(
        plan.name,
        `ended (${signal ?? `exit code ${code}`}); starting it again in ${pauseMs / 1000} s`,
      );
      retry = setTimeout(() => {
        child = launch();
      }, pauseMs);
    });
    return next;
  }

  return {
    name: plan.name,
    hopeless: hopeless.promise,
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
    // The channel closes when this process ends, even by kill -9, and then the child ends (exitWithParent).
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

/** SIGTERM, and SIGKILL for what has not drained after 10 s. */
async function drain(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const harsher = setTimeout(() => child.kill('SIGKILL'), DRAIN_LIMIT_MS);
  await gone;
  clearTimeout(harsher);
}
