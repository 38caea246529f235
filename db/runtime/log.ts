/* Logging: JSON lines on standard output through pino, with secrets removed by field name. */
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { messageOf } from '#domain/errors.ts';
import { configuredLogLevel } from './config.ts';
import { noteLine } from './error-notes.ts';
import { isStoreAway } from './store-away.ts';

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
        logMethod(args, method) {
          const kept = withoutAwayStack(this, args);
          if (kept) method.apply(this, kept);
        },
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

/** A store that is away fails all that is done meanwhile; each kind of line is logged once in this time. */
const QUIET_MS = 2_000;
const quiet = new Map<string, { until: number; omitted: number }>();

type LogArguments = Parameters<LogFn>;

/** The arguments of a log call; an error because a store is away has no stack, and its repeats, which are counted, are null. */
function withoutAwayStack(log: Logger, args: LogArguments): LogArguments | null {
  const [given, text] = args as unknown[];
  if (typeof given !== 'object' || given === null || !('err' in given)) return args;
  const { err, ...details } = given;
  if (!isStoreAway(err)) return args;
  const key = `${JSON.stringify(log.bindings())} ${text}`;
  const now = performance.now();
  const known = quiet.get(key);
  if (known && now < known.until) {
    known.omitted += 1;
    return null;
  }
  quiet.set(key, { until: now + QUIET_MS, omitted: 0 });
  const line = { ...details, reason: messageOf(err), omitted: known?.omitted ?? 0 };
  return [line, text] as unknown as LogArguments;
}

/** Most characters buffered while the disk is full; later lines are dropped. */
const MOST_WAITING = 1_000_000;

/** Drops lines that cannot be written; an unhandled ENOSPC would end or hang the process. */
function standardOutput() {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: MOST_WAITING });
  stream.on('error', () => undefined);
  return stream;
}
