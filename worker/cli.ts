/*
 * The command line: `npm run cli -- <command>`. Each command is a file in worker/cli, loaded only when it runs.
 *   cli.ts → cli/commands.ts (the table) → cli/<command>.ts
 * Exit codes: 0 success, 1 failure, 2 usage error.
 */
import { CommanderError } from 'commander';
import { messageOf, OperatorError, UsageError } from '#domain/errors.ts';
import { runCli } from './cli/commands.ts';

const USAGE_ERROR = 2;

/** Runs a command and prints what it says. Returns the exit code; never throws. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await runCli(args, (line) => {
      process.stdout.write(`${line}\n`);
    });
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** Prints the error and returns the exit code. An internal error shows its stack only at LOG_LEVEL debug or trace. */
async function exitCodeOf(error: unknown): Promise<number> {
  // Commander has already printed its errors. Help and version also end here.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
  const { configuredLogLevel } = await import('#db/runtime/config.ts');
  const showsStack = ['debug', 'trace'].includes(configuredLogLevel());
  const isInternal = error instanceof Error && !(error instanceof OperatorError);
  const hint = isInternal && !showsStack ? ' (set LOG_LEVEL=debug for the stack)' : '';
  process.stderr.write(`${isInternal && showsStack ? error.stack : messageOf(error)}${hint}\n`);
  return error instanceof UsageError ? USAGE_ERROR : 1;
}

if (import.meta.main) {
  // A closed pipe (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  process.exitCode = await main(process.argv.slice(2));
}
