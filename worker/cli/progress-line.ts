/** Shows how far a long command is: one line that is rewritten on a terminal, plain lines elsewhere. */
export interface ProgressLine {
  (text: string): void;
  /** Leaves the last text standing. */
  end(): void;
}

/** Plain lines repeat only when the text changes. */
export function progressLine(write: (line: string) => void): ProgressLine {
  const { stderr } = process;
  let last = '';
  const show = (text: string) => {
    if (text === last) return;
    last = text;
    if (stderr.isTTY) stderr.write(`\r\u001B[2K${text}`);
    else write(text);
  };
  const end = () => {
    if (stderr.isTTY && last) stderr.write('\n');
  };
  return Object.assign(show, { end });
}
