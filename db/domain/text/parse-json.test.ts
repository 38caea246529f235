import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`;

test.each([
  '{"a":[1,"b",null]}',
  '"text"',
  nested(1_000),
  JSON.stringify(Array(5_000).fill({ a: [] })),
  JSON.stringify({ text: '{['.repeat(5_000), quote: '\\"{'.repeat(5_000) }),
])('parses valid JSON %#', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test.each(['', '{', '{"a":}', "{'a':1}"])('throws for %j', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test.each([nested(1_002), '['.repeat(100_000), '{"brand":{"name":"x","brand":'.repeat(50_000)])(
  'throws for JSON nested too deep %#',
  (text) => {
    for (let time = 0; time < 3; time += 1) {
      expect(() => parseJson(text)).toThrow('nested deeper than 1000');
    }
  },
);
