import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairJson } from './notations.ts';

describe('repairJson', () => {
  it.each([
    ['CDATA in comments', '/*<![CDATA[*/ {"a":1} /*]]>*/'],
    ['CDATA in line comments', '//<![CDATA[\n{"a":1}\n//]]>'],
    ['an HTML comment', '<!-- {"a":1} -->'],
    ['trailing commas', '{"a":1,}'],
    ['comments between values', '{/* one */"a":1 /* the end */}'],
    ['entities for quotes', '{&quot;a&quot;:1}'],
    ['a stray bracket at the end', '{"a":1}}'],
    ['a second object', '{"a":1};{"b":2}'],
    ['comments to the end of the line', '{ // the product\n"a":1 // one\n}'],
    ['CDATA alone', '<![CDATA[{"a":1}]]>'],
    ['keys without quotes', '{a:1}'],
    ['a missing bracket', '{"a":1, "b":{"c":2}'],
  ])('repairs %s', (_what, text) => {
    expect(repairJson(text)).toMatchObject({ a: 1 });
  });

  it('keeps raw line breaks in strings', () => {
    expect(repairJson('{"a":"one,\ntwo",}')).toEqual({ a: 'one,\ntwo' });
  });

  it('escapes quotes within a text', () => {
    expect(repairJson('{"a":"a 12" lamp, very "nice"","b":1}')).toEqual({
      a: 'a 12" lamp, very "nice"',
      b: 1,
    });
  });

  it('adds a missing comma', () => {
    expect(repairJson('{"a":"lamp" "b":{"c":1}}')).toEqual({ a: 'lamp', b: { c: 1 } });
  });

  it('gives up on a text that ends within an amount', () => {
    expect(repairJson('{"a":{"price":"12')).toBeUndefined();
    expect(repairJson('{"a":{"price":12')).toBeUndefined();
  });

  it('gives up on thousands of stray quotes rather than stalling', () => {
    const started = performance.now();
    repairJson(`{"a":"x${' "y" z'.repeat(100_000)}"}`);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('keeps addresses, which contain comment marks', () => {
    expect(repairJson('{"a":"https://x.example/*",}')).toEqual({ a: 'https://x.example/*' });
  });

  it('repairs a bad escape', () => {
    expect(repairJson(String.raw`{"a":"5\' long"}`)).toEqual({ a: "5' long" });
  });

  it('ignores text that is not JSON', () => {
    expect(repairJson('xx {"a":1}')).toBeUndefined();
    expect(repairJson('')).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', 'a', '\n', '&quot;'),
        }),
        (text) => void repairJson(text),
      ),
    );
  });
});
