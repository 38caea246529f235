/* Prints the children's log lines readably (unchanged in production), on a disk that may be full. */
import { pino } from 'pino';
import { z } from 'zod';

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
