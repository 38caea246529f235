/* Log lines as people read them: those of the processes of `npm start`, and those of a command itself. */
import { pino } from 'pino';
import { z } from 'zod';
import { logTo } from '#db/runtime/log.ts';
import { parseJsonIfValid } from '#domain/text/parse-json.ts';

/** Writes the log lines of this command to standard error, because standard output holds its result. */
export function logToTerminal(): void {
  logTo({ write: (line) => process.stderr.write(`${readableLine('', line.trim())}\n`) });
}

const logLine = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(''),
  name: z.string().optional(),
  pid: z.number().optional(),
  hostname: z.string().optional(),
  err: z.looseObject({ stack: z.string().optional() }).optional(),
});

/** Formats a JSON log line as `14:03:22 site    warn  slow answer {"ms":812}`; prefixes any other line with the program's name. */
export function readableLine(program: string, line: string): string {
  const { data } = logLine.safeParse(parseJsonIfValid(line));
  if (!data) return `${clock(new Date())} ${program.padEnd(8)} ${line}`;
  // All processes of `npm start` are this machine's, and have their names.
  const { level, time, msg, name, err, pid: _pid, hostname: _hostname, ...rest } = data;
  const source = [...new Set([program, name])].filter(Boolean).join('/');
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const stack = err?.stack ? `\n${err.stack}` : '';
  const word = (pino.levels.labels[level] ?? String(level)).padEnd(5);
  return `${clock(new Date(time))} ${source.padEnd(8)} ${word} ${msg}${details}${stack}`;
}

function clock(time: Date): string {
  return time.toTimeString().slice(0, 8);
}
