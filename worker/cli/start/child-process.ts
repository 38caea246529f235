/* One child of `npm start`: started again when it dies, drained when we stop, gone when we are gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { z } from 'zod';
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

/**
 * Node's flags for a worker. Young objects have 12 MB: V8's default takes 40 MB more and is no faster, 8 is slower. The old generation may
 * double before it is collected: collections took a third of a page's processor time (`node tests/bench/fetch-extract.ts`). Patterns are
 * compiled at once instead of being interpreted first: 7 % of a reading.
 */
export const WORKER_FLAGS: readonly string[] = [
  '--max-semi-space-size=12',
  '--heap-growing-percent=100',
  '--no-regexp-tier-up',
];

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

const logLine = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(''),
  name: z.string().optional(),
  err: z.looseObject({ stack: z.string().optional() }).optional(),
});

/** `14:03:22 site    warn  slow answer {"ms":812}` for a JSON line of ours; any other line with the child's name before it. */
export function readableLine(child: string, line: string): string {
  const parsed = parseLine(line);
  if (!parsed) return `${clock(new Date())} ${child.padEnd(8)} ${line}`;
  const { level, time, msg, name, err, ...rest } = parsed;
  const source = name && name !== child ? `${child}/${name}` : child;
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const stack = err?.stack ? `\n${err.stack}` : '';
  const word = (pino.levels.labels[level] ?? String(level)).padEnd(5);
  return `${clock(new Date(time))} ${source.padEnd(8)} ${word} ${msg}${details}${stack}`;
}

function parseLine(line: string): z.infer<typeof logLine> | null {
  if (!line.startsWith('{')) return null;
  try {
    return logLine.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // Something that only looks like JSON is shown as it is.
    return null;
  }
}

function clock(time: Date): string {
  return time.toTimeString().slice(0, 8);
}

/** Keeps this process, which Postgres, site and workers depend on, running on a full disk: lines are lost. Other faults still end it. */
export function outliveFullDisk(
  streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
  }
}
