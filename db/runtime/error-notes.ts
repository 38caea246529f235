/*
 * The errors in this process's log lines, by kind, until they are stored (db/queries/operators/errors.ts). They are taken from the finished
 * lines, so the same fields are masked.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** An error with the number of its kind; the texts are those of the newest one. */
export interface NotedError {
  key: string;
  place: string;
  message: string;
  process: string;
  stack: string;
  details: Record<string, unknown>;
  count: number;
}

/** Most kinds that wait to be stored, as each takes some kB; further kinds are lost. */
const MOST_KINDS = 100;
const MOST_MESSAGE_CHARS = 500;
const MOST_STACK_CHARS = 8_000;
const MOST_DETAIL_CHARS = 2_000;
const ERROR_LEVEL = 50;

/** Lines from the level of warnings on. */
const LOUD = /^\{"level":[456]0,/;

const logLine = z.looseObject({
  level: z.number(),
  time: z.unknown(),
  pid: z.number(),
  hostname: z.string(),
  name: z.string(),
  msg: z.string().default(''),
  /** Lines like this one that were left out before it. */
  omitted: z.number().default(0),
  err: z
    .looseObject({
      type: z.string().default(''),
      message: z.string().default(''),
      stack: z.string().default(''),
    })
    .optional(),
});

const waiting = new Map<string, NotedError>();

/** Notes a log line that states an error: one with `err`, or of level error and above. */
export function noteLine(line: string): void {
  if (!LOUD.test(line)) return;
  const { data } = logLine.safeParse(JSON.parse(line));
  if (!data || (!data.err && data.level < ERROR_LEVEL)) return;
  const { level: _level, time: _time, pid, hostname, name, msg, omitted, err, ...details } = data;
  const about = details['job'] ?? details['call'] ?? details['source'] ?? details['path'];
  const place = typeof about === 'string' ? `${name} ${about}` : name;
  const message = [msg, err?.message ?? details['reason']].filter(Boolean).join(': ');
  const kind = [
    shapeOf(place),
    err?.type ?? '',
    shapeOf(message.slice(0, MOST_MESSAGE_CHARS)),
  ].join('\n');
  addNote({
    key: createHash('sha256').update(kind).digest('hex').slice(0, 32),
    place,
    message: message.slice(0, MOST_MESSAGE_CHARS),
    process: `${hostname}:${pid}`,
    stack: (err?.stack ?? '').slice(0, MOST_STACK_CHARS),
    details: JSON.stringify(details).length > MOST_DETAIL_CHARS ? {} : details,
    count: 1 + omitted,
  });
}

/** Adds a note, the older one where its kind waits already. */
function addNote(note: NotedError, isOlder = false): void {
  const known = waiting.get(note.key);
  if (!known && waiting.size >= MOST_KINDS) return;
  const texts = isOlder && known ? known : note;
  waiting.set(note.key, { ...texts, count: note.count + (known?.count ?? 0) });
}

export function takeNotes(): NotedError[] {
  const all = [...waiting.values()];
  waiting.clear();
  return all;
}

/** Has notes wait again that could not be stored. */
export function returnNotes(notes: readonly NotedError[]): void {
  for (const note of notes) addNote(note, true);
}

/** A message without what differs between two of a kind: quoted texts, addresses, ids and numbers. */
function shapeOf(message: string): string {
  return message
    .replaceAll(/(["'`])(?:(?!\1).)*\1|“[^”]*”/g, '“”')
    .replaceAll(/\w+:\/\/\S+/g, '//')
    .replaceAll(/\b[\da-f]{8,}(?:-[\da-f]{4,})*\b/gi, '#')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '#');
}
