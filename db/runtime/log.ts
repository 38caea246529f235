/*
 * One way to log: JSON lines on standard output through pino, secrets removed by name.
 */
import { type Logger, pino } from 'pino';
import { configuredLogLevel } from './config.ts';

/** Field names that hold secrets wherever they turn up, at the top of a line or one level down. */
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

/** A logger that marks each line with `name` and the given bindings. Level from LOG_LEVEL. */
export function logger(name: string, bindings: Record<string, unknown> = {}): Logger {
  root ??= pino(
    {
      level: configuredLogLevel(),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [
          `["${field}"]`,
          `*["${field}"]`,
          `*.*["${field}"]`,
        ]),
        censor: '***',
      },
    },
    standardOutput(),
  );
  return root.child({ name, ...bindings });
}

/** Characters that wait for a disk with room; what comes after is lost. */
const MOST_WAITING = 1_000_000;

/** Where what cannot be written is lost: unheard, the fault of a full disk would end, or hang, the process. */
function standardOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MOST_WAITING });
  output.on('error', () => undefined);
  return output;
}
