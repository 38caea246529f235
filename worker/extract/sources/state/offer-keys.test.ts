import { expect, test } from 'vitest';
import { normalised } from './fields.ts';
import { mayBeOffer } from './product.ts';

const may = (object: Record<string, unknown>) => mayBeOffer(object, normalised(object));

test.each([
  { title: 'Kettles', href: '/kettles', id: 'menu-4', items: [{ title: 'Electric' }] },
  { name: 'redirect', model: 'content', from_url: '/old', to_url: '/new' },
  {},
])('%j is no offer', (object) => {
  expect(may(object)).toBe(false);
});

test.each([
  { name: 'Kettle', sale_price: 49 },
  { name: 'Kettle', price: null },
  { name: 'Kettle', ownPriceField: '49.95' },
  { name: 'Kettle', pricing: { now: 49 } },
  { name: 'Kettle', soldOut: true },
  { name: 'Kettle', stock: { level: 4 } },
  { name: 'Kettle', stockMessage: 'Sold out' },
  { name: 'Kettle', warehouseInventory: { onHand: 4 } },
  { name: 'Kettle', sku: 'K-4', brand: 'Sunbeam' },
  { name: 'Kettle', ean: '9300633929169' },
])('%j may be one', (object) => {
  expect(may(object)).toBe(true);
});
