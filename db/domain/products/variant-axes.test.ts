import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { variantAxes } from './variant-axes.ts';

/** 'Storage: *128 GB $1199 · 256 GB': the axes of the first name, whose variant is marked by a star. */
function axesOf(...names: readonly (string | readonly [string, number])[]): string[] {
  const variants = names.map((given, index) => {
    const [name, dollars] = typeof given === 'string' ? [given, null] : given;
    return { id: String(index), name, priceCents: dollars === null ? null : cents(dollars * 100) };
  });
  const [current, ...siblings] = variants;
  if (!current) throw new Error('no variant');
  return variantAxes(current, siblings).map(({ by, choices }) => {
    const texts = choices.map(({ isCurrent, label, priceCents, unitPrice }) =>
      [
        `${isCurrent ? '*' : ''}${label}`,
        ...(priceCents === null ? [] : [`$${priceCents / 100}`]),
        ...(unitPrice ? [`(${unitPrice.price} per ${unitPrice.quantity} ${unitPrice.unit})`] : []),
      ].join(' '),
    );
    return `${by}: ${texts.join(' · ')}`;
  });
}

test('storage and colour, each leading to the nearest variant with its price', () => {
  expect(
    axesOf(
      ['Apple iPhone 15 128GB Black', 1199],
      ['Apple iPhone 15 Smartphone - 256GB Black', 1399],
      ['Apple iPhone 15 128 GB Blue', 1249],
      ['Apple iPhone 15 1TB Blue', 1999],
    ),
  ).toEqual([
    'Storage: *128 GB $1199 · 256 GB $1399 · 1 TB $1999',
    'Colour: *Black $1199 · Blue $1249',
  ]);
});

test('packs with the price of a unit', () => {
  expect(
    axesOf(['Chips Original 170g', 5], ['Chips Original 45 g', 2], ['Chips Original 1.2kg', 24]),
  ).toEqual([
    'Size: 45 g $2 (4.44 per 100 g) · *170 g $5 (2.94 per 100 g) · 1.2 kg $24 (2.00 per 100 g)',
  ]);
});

test('a shade where the colour is not enough', () => {
  expect(axesOf('Bottle Sky Blue', 'Bottle Deep Blue', 'Bottle Black')).toEqual([
    'Colour: Black · Deep Blue · *Sky Blue',
  ]);
});

test('other words where they name the difference', () => {
  expect(axesOf('Dune Paperback by Frank Herbert', 'Dune Hardcover by Frank Herbert')).toEqual([
    'Type: Hardcover · *Paperback',
  ]);
});

test('for whom, and the size of a bed', () => {
  expect(axesOf("Pegasus 41 Men's Black", 'Pegasus 41 Womens Black')).toEqual([
    'For: *Men · Women',
  ]);
  expect(axesOf('Quilt Cover Queen', 'Quilt Cover, King')).toEqual(['Size: King · *Queen']);
});

test('names where the difference has no name, and beside the axes for those that do not say it', () => {
  const names = ['Nitro V 15 i5/RTX 2050', 'Nitro V 15 Gaming Laptop i5/RTX 4050'];
  expect(axesOf(...names)).toEqual([`Other variants: ${names[1]}`]);
  expect(axesOf('Kettle 1L', 'Kettle 2L', 'Kettle')).toEqual([
    'Size: *1 L · 2 L',
    'Other variants: Kettle',
  ]);
});

test('variants of the same words once, be they of an axis or not', () => {
  expect(axesOf('Kettle 1L', 'Kettle 2L', 'KETTLE, 2L', 'Kettle', 'kettle', '1L Kettle')).toEqual([
    'Size: *1 L · 2 L',
    'Other variants: Kettle',
  ]);
  expect(axesOf('Kettle', 'KETTLE')).toEqual([]);
});

test('nothing without a sibling', () => expect(axesOf('Kettle 1L')).toEqual([]));
