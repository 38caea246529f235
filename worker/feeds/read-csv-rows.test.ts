import { expect, test, vi } from 'vitest';
import { readCsvRows } from './read-csv-rows.ts';

async function* oneChunk(text: string) {
  yield text;
}

test('parses each line a few times at most, however many lines are doubtful', async () => {
  const pairs = 400;
  const hostile = `title,price\n${'TV 65" black,9\n"Kettle" black,49\n'.repeat(pairs)}`;
  // The parser converts each cell from a Buffer.
  const cells = vi.spyOn(Buffer.prototype, 'toString');
  const rows = await Array.fromAsync(readCsvRows(oneChunk(hostile)));
  const parsed = cells.mock.calls.length;
  cells.mockRestore();
  expect(rows.filter((row) => 'fault' in row)).toHaveLength(pairs);
  expect(rows).toHaveLength(2 * pairs);
  expect(parsed).toBeGreaterThan(2 * pairs);
  expect(parsed).toBeLessThan(20 * pairs);
});
