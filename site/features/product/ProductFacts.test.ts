import { expect, test } from 'vitest';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { drawnOf } from '../../../tests/support/draw.ts';
import { ProductFacts } from './ProductFacts.tsx';

test('states each fact once, and no shop’s own item number as the product’s', () => {
  const specifications = { BRAND: 'SUNBEAM', Colour: 'Black', 'Item number': '539150' };
  const product = { brand: 'Sunbeam', category: 'Kitchen Appliances', specifications };
  const page = drawnOf(ProductFacts, {
    product: { ...product, retailer: { name: 'Voltaroo' } } as unknown as ProductDetail,
  });
  const names = page('dt').toArray();
  expect(names.map((name) => page(name).parent().text())).toEqual([
    'BrandSunbeam',
    'CategoryKitchen Appliances',
    'ColourBlack',
  ]);
});
