import { readFileSync } from 'node:fs';

/** The rows of a text file with a table: a line a row, its cells parted by bars. */
export function tableRows(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}
