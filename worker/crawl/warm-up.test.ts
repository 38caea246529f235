import { expect, test } from 'vitest';
import { readPage } from '../extract/read-page.ts';
import { warmUp, warmUpPages } from './warm-up.ts';

test('reads each warm-up page by its intended source', async () => {
  const readings = warmUpPages().map((page) => {
    const { product, items } = readPage(page);
    return { prices: [product, ...items].map((offer) => offer?.price), source: product?.source };
  });
  const half = readings.slice(0, readings.length / 2);
  expect(half).toMatchObject([
    { prices: ['49.95'] },
    { prices: ['49.95'] },
    { prices: ['49.95'] },
    { prices: ['49.95'] },
    { prices: [undefined, '20.95', ...Array.from({ length: 11 }, () => expect.any(String))] },
    { prices: ['49.95'] },
    { prices: ['49.95'] },
  ]);
  expect(readings.slice(half.length)).toEqual(half);
  await warmUp();
});

test('half of the pages contain characters outside Latin-1', () => {
  const pages = warmUpPages();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of Latin-1
  const others = pages.filter(({ body }) => /[^\u0000-\u00ff]/.test(body));
  expect(others).toHaveLength(pages.length / 2);
});
