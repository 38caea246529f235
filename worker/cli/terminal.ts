/* What commands share: what they report, and the line that shows how far a long one is. */

export type Say = (line: string) => void;

/** What a command found: `data` for programs (--json), `lines` for people. `failed`: the exit code is 1. */
export type Report = { data: unknown; lines: Iterable<string>; failed?: boolean };

/** Lines on a pipe or in a log come this often; a terminal's line is rewritten at once. */
const NOTED_EVERY_MS = 5_000;

/** Tells on stderr how far a long command is: done, total (null while unknown) and further figures. */
export interface Progress {
  at(done: number, total: number | null, more?: string): void;
  /** Leaves the last text standing. */
  end(): void;
}

/** A progress line with rate and time left: 'Coles: 7 of 126 pages, 3/s, 40 s left, 111 offers'. */
export function progressOf(name: string, unit: string): Progress {
  const { stderr } = process;
  const begun = performance.now();
  let before: number | null = null;
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    at(done, total, more = '') {
      before ??= done;
      const now = performance.now();
      if (!stderr.isTTY && now - notedAt < NOTED_EVERY_MS) return;
      notedAt = now;
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
