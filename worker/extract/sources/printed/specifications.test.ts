import { expect, it } from 'vitest';
import {
  htmlPage,
  jsonLd,
  kettle,
  kettleBlock,
  PRODUCT_URL,
  readPage,
} from '../../fixtures/pages.ts';

const specificationsOf = (markup: string, data = '') =>
  readPage({
    body: htmlPage(`${data}${kettleBlock()}<p>SKU: 482913</p>${markup}`, {
      title: 'Wattle & Co Kettle 1.7L',
    }),
    url: PRODUCT_URL,
    contentType: 'text/html',
  }).product?.specifications;

const row = (label: string, value: string) => `<tr><th>${label}:</th><td>${value}</td></tr>`;

it('are read from a table or a list of terms', () => {
  const rows = row('Capacity', '1.7 L') + row('Power', '2400 W') + row('Warranty', '2 years');
  const expected = { Capacity: '1.7 L', Power: '2400 W', Warranty: '2 years' };
  expect(specificationsOf(`<table>${rows}</table>`)).toEqual(expected);
  const terms = Object.entries(expected).map(
    ([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`,
  );
  expect(specificationsOf(`<dl>${terms.join('')}</dl>`)).toEqual(expected);
});

it.each([
  ['prices of sizes', row('Small', '$10') + row('Large', '$20') + row('Huge', '$30')],
  ['two rows', row('Capacity', '1.7 L') + row('Power', '2400 W')],
  ['three columns', '<tr><td>S</td><td>8</td><td>10</td></tr>'.repeat(4)],
])('are not %s', (_what, rows) => {
  expect(specificationsOf(`<table>${rows}</table>`)).toEqual({});
});

it('stand as the data states them where it does', () => {
  const stated = kettle({
    brand: null,
    additionalProperty: [{ name: 'Capacity', value: '1.7 L' }],
  });
  const rows = row('Colour', 'Red') + row('Power', '2400 W') + row('Warranty', '2 years');
  expect(specificationsOf(`<table>${rows}</table>`, jsonLd(stated))).toEqual({ Capacity: '1.7 L' });
});
