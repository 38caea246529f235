/* The report of a command, and the progress line of a long one. */

export type Say = (line: string) => void;

/** The result of a command: `data` for --json, `lines` for people. `failed` sets exit code 1. */
export type Report = { data: unknown; lines: Iterable<string>; failed?: boolean };

/** The interval of progress lines in a pipe or log; a terminal's line is rewritten at once. */
const LOG_INTERVAL_MS = 5_000;

/** Shows progress on stderr: done, total (null while unknown) and further figures. */
export interface Progress {
  at(done: number, total: number | null, more?: string): void;
  /** Ends the line; the last text stays. */
  end(): void;
}

/** A progress line with rate and remaining time: 'Coles: 7 of 126 pages, 3/s, 40 s left, 111 offers'. */
export function progressOf(name: string, unit: string): Progress {
  const { stderr } = process;
  let begun = 0;
  let before: number | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    at(done, total, more = '') {
      const now = performance.now();
      if (before === null) {
        before = done;
        begun = now;
      }
      if (!stderr.isTTY && now - loggedAt < LOG_INTERVAL_MS) return;
      loggedAt = now;
      const rate = ((done - before) * 1000) / Math.max(now - begun, 1);
      const parts = [
        `${name}: ${done}${total === null ? '' : ` of ${total}`} ${unit}`,
        rate > 0 ? `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s` : '',
        rate > 0 && total !== null && total > done
          ? `${Math.ceil((total - done) / rate)} s left`
          : '',
        more,
      ];
      const text = parts.filter(Boolean).join(', ');
      stderr.write(stderr.isTTY ? `\r\u001B[2K${text}` : `${text}\n`);
    },
    end() {
      if (stderr.isTTY && before !== null) stderr.write('\n');
    },
  };
}
