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

async function* repeated(piece: string, times: number, head = '') {
  yield head;
  for (let nth = 0; nth < times; nth += 1) yield piece;
}

test.each([
  ['a header without an end', 'c12345,'.repeat(9_000), ''],
  ['spaces', ' '.repeat(65_536), ''],
  ['spaces behind a header', ' '.repeat(65_536), 'title,price\n'],
  ['empty lines', '\n'.repeat(65_536), 'title,price\n'],
  ['an open quote', 'x'.repeat(65_536), 'title,price\n"'],
])('gives up long input without rows quickly: %s', async (_what, piece, head) => {
  const started = performance.now();
  for await (const row of readCsvRows(repeated(piece, 160, head)))
    expect(row).toHaveProperty('fault');
  // Ten megabytes; a cost that grows with the square of a line's length takes minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('finds the delimiter of a header behind empty lines and in several chunks', async () => {
  async function* chunks() {
    yield '\r\n\n  \nti';
    yield 'tle;pri';
    yield 'ce\nKettle, red;49\n';
  }
  const [row] = await Array.fromAsync(readCsvRows(chunks()));
  expect(row).toMatchObject({
    fields: new Map([
      ['title', 'Kettle, red'],
      ['price', '49'],
    ]),
  });
});
