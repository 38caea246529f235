import { readFileSync } from 'node:fs';

/** The rows of a text table: one line each, cells separated by bars. */
export function tableRows(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}
