import { describe, expect, test } from 'vitest';
import { needlessProbes } from './probe-forms.ts';

const at = (hasProducts: boolean | null, paths: string) =>
  paths.split(' ').map((path) => ({
    url: `https://shop.example${path}`,
    hasProducts,
    isDueProbe: hasProducts === null,
  }));
const needless = (lists: ReturnType<typeof at>, products = 20) =>
  needlessProbes(lists, products).map((url) => url.replace('https://shop.example', ''));

const HOME = at(true, '/');
const CUPS = '/goods/cups /goods/jugs /goods/bowls';

describe('probes wait', () => {
  test('of a form that gave nothing, once another is proven', () => {
    const probes = [...at(null, '/goods/lids /brands/x /who-we-are'), ...at(false, '/news')];
    expect(needless([...HOME, ...at(true, CUPS), ...probes])).toEqual(['/brands/x', '/who-we-are']);
  });

  test('of no form while only one other form was tried in a large shop, or none in a small one', () => {
    const lists = [...HOME, ...at(true, CUPS), ...at(null, '/brands/x')];
    expect(needless(lists)).toEqual([]);
    expect(needless([...lists, ...at(false, '/news')], 90)).toEqual([]);
  });

  test('of a proven form after too many without products: below a list is its form, with other parameters is not', () => {
    const probes = at(null, '/goods/cups/tea?id=4 /goods/cups/tea');
    const vain = at(false, '/goods/a /goods/b /goods/c /goods/d');
    expect(needless([...HOME, ...at(true, CUPS), ...probes])).toEqual([]);
    const lists = [...HOME, ...at(true, CUPS), ...probes, ...vain];
    expect(needless(lists)).toEqual(['/goods/cups/tea']);
  });

  test('all together while no form is proven; folders of other lists give nothing and count for nothing', () => {
    const lists = [...HOME, ...at(true, '/cups /jugs'), ...at(null, '/a/b /c')];
    expect(needless([...lists, ...at(false, '/a /d /e /f')])).toEqual([]);
    expect(needless([...lists, ...at(false, '/a /d /e /f /g /h')])).toEqual(['/a/b', '/c']);
  });
});
