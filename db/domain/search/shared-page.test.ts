import { expect, test } from 'vitest';
import { addressForms, productIdOfAddress, readSharedPage } from './shared-page.ts';

const ADDRESS = 'https://shop.example/coffee/acme-duo-machine-ec230?utm_source=mail';

test.for([
  // A phone's share sheet sends the address as text, and the title of the page.
  [
    { title: 'Acme Duo Machine EC230 | Shop', text: ADDRESS },
    { address: ADDRESS, words: 'Acme Duo Machine EC230' },
  ],
  [
    { title: 'Shop - Acme Duo Machine', url: ADDRESS },
    { address: ADDRESS, words: 'Acme Duo Machine' },
  ],
  [{ text: `Look at this: ${ADDRESS}` }, { address: ADDRESS, words: 'Look at this:' }],
  // Only an address: its words.
  [{ url: ADDRESS }, { address: ADDRESS, words: 'acme duo machine ec230' }],
  [
    { url: 'https://shop.example/p/acme_duo%20machine/8812.html' },
    { address: 'https://shop.example/p/acme_duo%20machine/8812.html', words: 'acme duo machine' },
  ],
  [{ url: 'https://shop.example/p/8812' }, { address: 'https://shop.example/p/8812', words: '' }],
  [
    { url: 'https://shop.example/%E0%A4%A' },
    { address: 'https://shop.example/%E0%A4%A', words: '' },
  ],
  // The form takes a barcode or a name, too.
  [{ url: ' 9300601234565 ' }, { address: null, words: '9300601234565' }],
  [{ url: 'acme duo' }, { address: null, words: 'acme duo' }],
  [{ url: 'javascript:alert(1)' }, { address: null, words: 'javascript:alert(1)' }],
  [{}, { address: null, words: '' }],
] as const)('reads %j', ([fields, shared]) => {
  expect(readSharedPage(fields)).toEqual(shared);
});

test('a product of this site is known by its own address only', () => {
  const id = '0197a9a0-0000-7000-8000-000000000001';
  const of = (address: string) => productIdOfAddress(address, 'https://prices.example');
  expect(of(`https://prices.example/products/${id}`)).toBe(id);
  expect(of(`https://prices.example/product/${id}?range=1y`)).toBe(id);
  expect(of(`https://prices.example/categories/${id}`)).toBeNull();
  expect(of(`https://other.example/products/${id}`)).toBeNull();
});

test('a page is looked for as shared first, then without query, prefix or final slash', () => {
  const forms = addressForms('http://shop.example/p/1/?gclid=x#top');
  expect(forms[0]).toBe('http://shop.example/p/1/?gclid=x');
  expect(forms).toContain('https://www.shop.example/p/1');
  expect(forms.length).toBeLessThanOrEqual(24);
});
