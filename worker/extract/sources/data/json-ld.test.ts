import { describe, expect, it } from 'vitest';
import { jsonLd } from '../../../../tests/support/small-pages.ts';
import { parsePage } from '../../page/parse-page.ts';
import { readJsonLd } from './notations.ts';

describe('readJsonLd', () => {
  it('finds every block and repairs or drops broken ones', () => {
    const body = `${jsonLd({ a: 1 })}<SCRIPT TYPE='application/ld+json' data-x="1">{"b":2,}</SCRIPT><script type="application/ld+json">{"d":4,,"e":5}</script><script type="application/ld+json">xx {"c":3}</script>`;
    expect(readJsonLd(parsePage(body))).toEqual([{ a: 1 }, { b: 2 }, { d: 4, e: 5 }]);
  });

  it('ignores the content type in plain text', () => {
    expect(readJsonLd(parsePage('<p>application/ld+json</p>{"a":1}'))).toEqual([]);
  });
});
