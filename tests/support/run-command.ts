import { spawn } from 'node:child_process';

export interface Finished {
  /** Exit code; null when it was killed, by us after the time limit or by another. */
  code: number | null;
  /** Standard output and error as they came. */
  output: string;
  seconds: number;
}

/**
 * Runs a program of node_modules/.bin (first on npm's PATH) to its end without standard input, in a process
 * group of its own so that nothing of it outlives `timeoutMs`.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  timeoutMs: number,
  place: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    ...place,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('error', (error) => {
    output += `${error.message}\n`;
    resolve(null);
  });
  child.on('close', resolve);
  const endGroup = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const late = setTimeout(() => {
    output += `killed after ${timeoutMs / 1000} s\n`;
    endGroup('SIGKILL');
  }, timeoutMs);
  // Ctrl-C reaches only our own group; the child's must hear of it too.
  const interrupted = () => endGroup('SIGINT');
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const code = await promise;
  clearTimeout(late);
  process.removeListener('SIGINT', interrupted).removeListener('SIGTERM', interrupted);
  return { code, output, seconds: (performance.now() - startedAt) / 1000 };
}
