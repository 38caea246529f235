/*
 * The one command line: `npm run cli -- <command>`. Each command is a file in worker/cli, loaded on demand.
 *   cli.ts → cli/commands.ts (the table) → cli/<command>.ts
 * Exit codes: 0 done, 1 failed, 2 usage error.
 */
import { CommanderError } from 'commander';
import { messageOf, OperatorError } from '#domain/errors.ts';
import { runCli } from './cli/commands.ts';

const USAGE_FAULT = 2;

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

try {
  process.exitCode = await runCli(process.argv.slice(2), (line) => {
    process.stdout.write(`${line}\n`);
  });
} catch (error) {
  process.exitCode = await exitCodeOf(error);
}

/** Prints the error; the stack of an internal error only if LOG_LEVEL is debug or trace. */
async function exitCodeOf(error: unknown): Promise<number> {
  // Commander prints its own errors; help and version also end here.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_FAULT;
  const { configuredLogLevel } = await import('#db/runtime/config.ts');
  const wantsStack = ['debug', 'trace'].includes(configuredLogLevel());
  const isOurs = error instanceof Error && !(error instanceof OperatorError);
  const hint = isOurs && !wantsStack ? ' (LOG_LEVEL=debug shows where)' : '';
  process.stderr.write(`${isOurs && wantsStack ? error.stack : messageOf(error)}${hint}\n`);
  return 1;
}
