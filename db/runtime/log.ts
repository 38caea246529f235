/* Logging: JSON lines on standard output through pino, with secrets removed by field name. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { configuredLogLevel } from './config.ts';
import { noteLine } from './error-notes.ts';

/** Fields with secret values, at the top of a line or up to two levels down. */
const SECRET_FIELDS = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'apiKey',
  'clientSecret',
  'authSecret',
  'databaseUrl',
  'redisUrl',
  'smtpUrl',
  'set-cookie',
];

let root: Logger | null = null;
let output: DestinationStream | null = null;

/** Sends the lines of all later loggers to `stream` instead of standard output. */
export function logTo(stream: DestinationStream): void {
  output = stream;
  root = null;
}

/** A logger that adds `name`, the process (`pid`), its machine (`hostname`) and the bindings to each line. Level from LOG_LEVEL. */
export function logger(name: string, bindings: Record<string, unknown> = {}): Logger {
  root ??= pino(
    {
      level: configuredLogLevel(),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['', '*', '*.*'].flatMap((at) => SECRET_FIELDS.map((field) => `${at}["${field}"]`)),
        censor: '***',
      },
      hooks: {
        streamWrite(line) {
          noteLine(line);
          return line;
        },
      },
    },
    output ?? standardOutput(),
  );
  return root.child({ name, ...bindings });
}

/** Most characters buffered while the disk is full; later lines are dropped. */
const MOST_WAITING = 1_000_000;

/** Drops lines that cannot be written; an unhandled ENOSPC would end or hang the process. */
function standardOutput() {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: MOST_WAITING });
  stream.on('error', () => undefined);
  return stream;
}
