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
  ])('repairs %s', (_what, text) => {
    expect(repairJson(text)).toEqual({ a: 1 });
  });

  it('turns raw line breaks in strings into spaces', () => {
    expect(repairJson('{"a":"one,\ntwo",}')).toEqual({ a: 'one, two' });
  });

  it('keeps addresses, which contain comment marks', () => {
    expect(repairJson('{"a":"https://x.example/*",}')).toEqual({ a: 'https://x.example/*' });
  });

  it('repairs a bad escape', () => {
    expect(repairJson(String.raw`{"a":"5\' long"}`)).toEqual({ a: String.raw`5\' long` });
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
