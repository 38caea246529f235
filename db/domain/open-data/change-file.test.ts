import { expect, test } from 'vitest';
import { dayOf } from '../calendar.ts';
import { cents } from '../money.ts';
import {
  OPEN_DATA_COLUMNS,
  openDataFileNamed,
  openDataHead,
  openDataLine,
  openDataName,
  type PriceChange,
} from './change-file.ts';

const change: PriceChange = {
  atMs: Date.parse('2026-11-22T14:05:00Z'),
  offerId: 'o',
  productId: 'p',
  shop: 'kite',
  product: 'Tea, "green"',
  brand: '=HYPERLINK("x")',
  category: null,
  gtin: null,
  priceCents: cents(450),
  claimedCents: null,
  availability: 'in_stock',
  source: 'live',
};

test('the columns of version 1 are these, in this order', () => {
  expect(openDataHead('csv')).toBe(
    'at,offer,product,name,brand,category,gtin,shop,price,claimed_was,availability,source\n',
  );
});

test('quotes CSV lines and escapes formulas', () => {
  expect(openDataLine('csv', change)).toBe(
    `2026-11-22T14:05:00.000Z,o,p,"Tea, ""green""","'=HYPERLINK(""x"")",,,kite,4.5,,in_stock,live\n`,
  );
});

test('a line of JSON has every column', () => {
  const line = JSON.parse(openDataLine('jsonl', change)) as Record<string, unknown>;
  expect(Object.keys(line)).toEqual(OPEN_DATA_COLUMNS.map(({ name }) => name));
  expect(line).toMatchObject({ price: 4.5, claimed_was: null, brand: change.brand });
});

test('parses a file name, which states the day', () => {
  const day = dayOf(Date.parse('2026-11-22T12:59:00Z'));
  const name = openDataName(day, 'jsonl');
  expect(name).toBe('price-changes-v1-2026-11-22.jsonl.gz');
  expect(openDataFileNamed(name)).toEqual({ day, format: 'jsonl' });
  for (const wrong of ['', `x${name}`, name.replace('-11-', '-13-'), name.replace('v1', 'v2')])
    expect(openDataFileNamed(wrong)).toBeNull();
});
