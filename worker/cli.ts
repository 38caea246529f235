/*
 * The one command line: `npm run cli -- <command>`. Each command is a file in worker/cli, loaded only when it is asked for.
 *   cli.ts → cli/commands.ts (the table) → cli/<command>.ts
 * Exit codes: 0 done, 1 failed, 2 not understood.
 */
import { codeOf, messageOf, OperatorError } from '#domain/errors.ts';
import { type Command, commands } from './cli/commands.ts';

const USAGE_FAULT = 2;
const HELP_WORDS: readonly (string | undefined)[] = ['--help', '-h', 'help'];

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || HELP_WORDS.includes(name)) {
    print(overview());
    return name === undefined ? USAGE_FAULT : 0;
  }
  const command = commands.find((known) => known.name === name);
  if (!command) return misunderstood(`There is no command '${name}'.\n\n${overview()}`);
  if (args.some((word) => HELP_WORDS.includes(word))) {
    print(help(command));
    return 0;
  }
  const operands = command.operands ?? [];
  const words = args.filter((word) => !word.startsWith('-'));
  const fits = command.readsOwnArgs
    ? words.length >= operands.length
    : args.length === operands.length;
  if (!fits) return misunderstood(help(command));
  return await run(command, args);
}

async function run(command: Command, args: string[]): Promise<number> {
  try {
    return await command.run(args);
  } catch (error) {
    // What node:util's parseArgs throws for an option that a command does not know.
    if (codeOf(error).startsWith('ERR_PARSE_ARGS'))
      return misunderstood(`${messageOf(error)}\n\n${help(command)}`);
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function overview(): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`);
  return ['Usage: npm run cli -- <command> [--help]', '', ...rows].join('\n');
}

function help(command: Command): string {
  const words = ['npm run cli --', command.name, ...(command.operands ?? [])].join(' ');
  return [`Usage: ${words}`, '', command.summary, ...command.details].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function misunderstood(text: string): number {
  process.stderr.write(`${text}\n`);
  return USAGE_FAULT;
}
