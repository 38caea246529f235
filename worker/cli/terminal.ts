/* What commands share: their options, their output, and the line that shows how far a long one is. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Writes one line of a command's output. */
export type Say = (line: string) => void;

/** A command's options and words. Throws Node's ERR_PARSE_ARGS errors for an unknown option. */
export function parseWords<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

/** A line that is rewritten on a terminal; elsewhere a plain line whenever the text changes. */
export interface ProgressLine {
  (text: string): void;
  /** Leaves the last text standing. */
  end(): void;
}

/** A progress line on stderr where that is a terminal, else through `say`. */
export function progressLine(say: Say): ProgressLine {
  const { stderr } = process;
  let last = '';
  const show = (text: string) => {
    if (text === last) return;
    last = text;
    if (stderr.isTTY) stderr.write(`\r\u001B[2K${text}`);
    else say(text);
  };
  const end = () => {
    if (stderr.isTTY && last) stderr.write('\n');
  };
  return Object.assign(show, { end });
}
