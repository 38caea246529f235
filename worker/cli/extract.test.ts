import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extractCommand } from './extract.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(
  ...chunks: string[]
): Promise<{ code: number; lines: Record<string, unknown>[] }> {
  const lines: Record<string, unknown>[] = [];
  async function* input() {
    yield* chunks;
  }
  const code = await extractCommand(input(), (line) => lines.push(JSON.parse(line)));
  return { code, lines };
}

const product = {
  '@type': 'Product',
  name: 'Lamp',
  sku: 'L-1',
  offers: { price: '12.50', priceCurrency: 'AUD', availability: 'InStock' },
};

it('answers each line in order, including gzipped pages and bad lines', async () => {
  const page = join(folder, 'page.html');
  const packed = join(folder, 'answer.json.gz');
  await writeFile(
    page,
    `<h1>Lamp</h1><script type="application/ld+json">${JSON.stringify(product)}</script>`,
  );
  await writeFile(
    packed,
    gzipSync(
      JSON.stringify({
        items: [
          { sku: 'a', name: 'Pot', price: 3, available: false },
          { sku: 'b', name: 'Pan', price: 4 },
        ],
      }),
    ),
  );
  const request = (file: string) => JSON.stringify({ file, url: 'https://shop.example/lamp' });
  const text = [
    request(page),
    'not json',
    request(join(folder, 'missing.html')),
    request(packed),
  ].join('\n');
  const { code, lines } = await run(text.slice(0, 30), text.slice(30));
  expect(code).toBe(0);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toEqual({
    file: page,
    product: {
      name: 'Lamp',
      price: '12.50',
      currency: 'AUD',
      originalPrice: null,
      availability: 'InStock',
      brand: null,
      gtin: null,
      sku: 'L-1',
      rating: null,
      image: null,
    },
    items: [],
    rejected: null,
  });
  expect(lines[1]).toMatchObject({
    file: null,
    product: null,
    rejected: expect.stringContaining('bad line'),
  });
  expect(lines[2]).toMatchObject({
    product: null,
    rejected: expect.stringContaining('missing.html'),
  });
  expect(lines[3]).toMatchObject({
    product: null,
    items: [
      { name: 'Pot', price: '3', availability: 'OutOfStock', sku: 'a' },
      { name: 'Pan', price: '4', availability: null, sku: 'b' },
    ],
  });
});
