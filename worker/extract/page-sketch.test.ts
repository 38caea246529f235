import { expect, test } from 'vitest';
import { sketchPage } from './page-sketch.ts';
import { readMarkup } from './shown-markup.ts';

const STATE = `<script id="state" type="application/json">{"price":"1","text":"${'x'.repeat(200)}"}</script>`;

const sketchOf = (head: string, body = '<h1>Kettle</h1>') =>
  sketchPage(readMarkup(`<html lang="en-AU"><head>${head}</head><body>${body}${STATE}</body>`));

test('a page is sketched by its head, its heading and the tags of its state', () => {
  const sketch = sketchOf('<title>Kettles</title><style>p{}</style><meta name="a" content="1">');
  expect(sketch?.html).toBe(
    '<html lang="en-AU"><title>Kettles</title><meta name="a" content="1"><body><h1>Kettle</h1><script id="state" type="application/json"></script>',
  );
  expect(sketch?.codes.map((code) => JSON.parse(code).price)).toEqual(['1']);
});

test.each([
  ['two headings', '<h1>Kettle</h1><h1>Pot</h1>'],
  ['a product marked up', '<h1>Kettle</h1><b itemprop="price">1</b>'],
])('a page with %s has no sketch', (_what, body) => {
  expect(sketchOf('', body)).toBeNull();
});

test('metas that do not end are taken once, not once for each', () => {
  const head = `${'<meta '.repeat(20_000)}>`;
  expect(sketchOf(head)?.html.length).toBeLessThan(head.length * 2);
});
