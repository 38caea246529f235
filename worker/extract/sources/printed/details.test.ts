import { expect, it } from 'vitest';
import { htmlPage, kettleBlock, readPage } from '../../fixtures/pages.ts';

const read = (printed: string, path = '/kettle') =>
  readPage({
    body: htmlPage(`${printed}${kettleBlock()}`, { title: 'Wattle & Co Kettle 1.7L' }),
    url: `https://www.billabong-goods.com.au${path}`,
    contentType: 'text/html',
  }).product;

const MAKER = '<dl><dt>Manufacturer</dt><dd>Wattle Holdings</dd></dl>';

it.each([
  ['its maker', MAKER, 'Wattle Holdings'],
  ['a labelled brand before its maker', `${MAKER}<p>Brand: Wattle</p>`, 'Wattle'],
  ['a logo before its maker', `${MAKER}<p class="brandlogo"><img alt="Wattle"></p>`, 'Wattle'],
  [
    'the brand of a store before its maker',
    `${MAKER}<a href="/stores/Wattle">Visit the Wattle Store</a>`,
    'Wattle',
  ],
  ['no brand of a store elsewhere', '<a href="/stores/4">Visit our Geelong store</a>', null],
])('reads as its brand %s', (_which, printed, brand) => {
  expect(read(printed)?.brand).toBe(brand);
});

it('reads a code that stands alone where it ends the address', () => {
  const model = '<b>HRF454TW</b>';
  expect(read(model, '/kettle-17l-hrf454tw')?.sku).toBe('HRF454TW');
  expect(read(model, '/kettle-17l-hrf454tw.html')?.sku).toBe('HRF454TW');
  expect(read(model, '/kettle-17l')?.sku).toBeNull();
  expect(read('<b>1200MM</b>', '/kettle-1200mm')?.sku).toBeNull();
});

it.each([
  [
    'radio buttons',
    '<fieldset><legend>Model</legend><label><input type="radio"> KX10</label></fieldset>',
  ],
  ['a list', '<label>Model</label><select><option>KX10</option></select><p>KX99</p>'],
  ['values side by side', '<div>Model<ul><li>KX10</li><li>KX20</li></ul></div>'],
  ['an option with its surcharge', '<p><b>Model:</b> <i>Large +$20</i></p>'],
  ['a reference to the text', '<table><tr><th>Model</th><td>See description</td></tr></table>'],
  ['a plan', '<p>Model: 12 Month Plan</p>'],
])('reads no code from %s', (_what, printed) => {
  expect(read(printed)?.sku).toBeNull();
});

it('reads the maker’s code, also with spaces', () => {
  expect(read('<p>Model: WX-10XM4</p>')?.sku).toBe('WX-10XM4');
  expect(read('<dl><dt>Model</dt><dd>KX 250 B</dd></dl>')?.sku).toBe('KX 250 B');
});
