/* Commands that answer each JSON line on stdin with one line on stdout, in order. An invalid line gets an answer too. */
import type { z } from 'zod';
import { messageOf } from '#domain/errors.ts';
import type { Say } from './terminal.ts';

/** A command that reads standard input and returns the exit code. */
export type LineCommand = (input: AsyncIterable<string>, write: Say) => Promise<number>;

const MAX_LINE_LENGTH = 1_000_000;

/**
 * Answers each JSON line in order; `bad` answers an invalid line. `prepare` sees the lines that arrive together before they are answered.
 * Returns exit code 0.
 */
export async function answerJsonLines<Line>(
  input: AsyncIterable<string>,
  write: Say,
  command: {
    schema: z.ZodType<Line>;
    prepare?: (line: Line) => void;
    answer: (line: Line) => object | Promise<object>;
    bad: (error: string) => object;
  },
): Promise<number> {
  for await (const texts of linesOf(input)) {
    const lines = texts.map((text) => readLine(text, command.schema));
    for (const read of lines) if ('line' in read) command.prepare?.(read.line);
    for (const read of lines) {
      const answer = 'error' in read ? command.bad(read.error) : await command.answer(read.line);
      write(JSON.stringify(answer));
    }
  }
  return 0;
}

/** The whole lines of each text chunk. Skips blank lines. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield lines.filter((line) => line.trim());
  }
  if (rest.trim()) yield [rest];
}

function readLine<Line>(text: string, schema: z.ZodType<Line>): { line: Line } | { error: string } {
  if (text.length > MAX_LINE_LENGTH) return { error: 'the line is longer than 1 MB' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (fault) {
    return { error: `not JSON: ${messageOf(fault)}` };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { line: parsed.data };
  const issues = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'line'}: ${message}`,
  );
  return { error: issues.join('; ') };
}
