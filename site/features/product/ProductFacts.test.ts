import { load } from 'cheerio';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { ProductFacts } from './ProductFacts.tsx';

test('states each fact once, where a shop repeats the brand among its specifications', () => {
  const specifications = { BRAND: 'SUNBEAM', Colour: 'Black' };
  const product = { brand: 'Sunbeam', category: 'Kitchen Appliances', specifications };
  const page = load(
    renderToStaticMarkup(
      createElement(ProductFacts, {
        product: { ...product, retailer: { name: 'Voltaroo' } } as unknown as ProductDetail,
      }),
    ),
  );
  const names = page('dt').toArray();
  expect(names.map((name) => page(name).parent().text())).toEqual([
    'BrandSunbeam',
    'CategoryKitchen Appliances',
    'ColourBlack',
  ]);
});
