import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { variantAxes } from './variant-axes.ts';
import { sizesOf } from './variant-traits.ts';

/** Prints the axes of the first product: 'Storage: *128 GB $1199 · 256 GB', with a star for the current variant. */
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

test('links storage and colour to the nearest variant with its price', () => {
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

test('calls memory and storage of laptops by both names', () => {
  expect(
    axesOf(['MacBook Pro 16" 24GB/512GB Black', 2927], ['MacBook Pro 16" 48GB/512GB Black', 3367]),
  ).toEqual(['Memory and storage: *24 GB / 512 GB $2927 · 48 GB / 512 GB $3367']);
});

test('shows packs with their unit price', () => {
  expect(
    axesOf(['Chips Original 170g', 5], ['Chips Original 45 g', 2], ['Chips Original 1.2kg', 24]),
  ).toEqual([
    'Size: 45 g $2 (4.44 per 100 g) · *170 g $5 (2.94 per 100 g) · 1.2 kg $24 (2.00 per 100 g)',
  ]);
});

test('shows the shade when the colour is ambiguous', () => {
  expect(axesOf('Bottle Sky Blue', 'Bottle Deep Blue', 'Bottle Black')).toEqual([
    'Colour: Black · Deep Blue · *Sky Blue',
  ]);
});

test('shows all words of their own when only the maker knows the colour', () => {
  const kettle = 'Breville Smart Kettle';
  expect(
    axesOf(`${kettle} Black Truffle`, `${kettle} Sea Salt`, `${kettle} Stainless Steel`),
  ).toEqual(['Colour: *Black Truffle · Sea Salt · Stainless Steel']);
  expect(axesOf("Arahi 7 Men's Black/White", "Arahi 7 Men's Passion Fruit")).toEqual([
    'Colour: *Black/White · Passion Fruit',
  ]);
  expect(axesOf('HP 67 Ink Cartridge Black', 'HP 67 Ink Cartridge Tri-Colour')).toEqual([
    'Colour: *Black · Tri-Colour',
  ]);
});

test('completes a word with the colour that all share, but only next to it', () => {
  const mascara = 'Maybelline Sky High Mascara';
  expect(axesOf(`${mascara} Very Black`, `${mascara} Brownish Black`)).toEqual([
    'Colour: Brownish Black · *Very Black',
  ]);
  expect(
    axesOf('Surface Snapdragon Elite/16GB Black', 'Surface Snapdragon Plus/16GB Black'),
  ).toEqual(['Type: *Elite · Plus']);
});

test('leaves out the thing that some names omit, unless it is the difference', () => {
  expect(
    axesOf('Bose Flex 2 Black', 'Bose Flex 2 Speaker Sandstone', 'Bose Flex 2 Blue Dusk Speaker'),
  ).toEqual(['Colour: *Black · Blue Dusk · Sandstone']);
  expect(axesOf('Elden Ring Game PS5', 'Elden Ring Xbox Series X Game')).toEqual([
    'Type: *PS5 · Xbox Series X',
  ]);
});

test('tells sizes in letters from units', () => {
  expect(axesOf('Bonds Trunk 3 Pack M', 'Bonds Trunk 3 Pack L', 'Bonds Trunk 3 Pack XL')).toEqual([
    'Type: L · *M · XL',
  ]);
});

test('counts a word that only one name repeats', () => {
  expect(axesOf('Black Hole Bag Black', 'Black Hole Bag Smolder Blue')).toEqual([
    'Colour: *Black · Blue',
  ]);
});

test('shows centimetres, but not of the second dimension', () => {
  expect(axesOf('Rock Frypan 20cm', 'Rock Frypan 28 cm')).toEqual(['Size: *20 cm · 28 cm']);
  expect(sizesOf('Premium Photo Frame 10 x 15cm Natural')).toEqual([]);
});

test('shows other words that name the difference', () => {
  expect(axesOf('Dune Paperback by Frank Herbert', 'Dune Hardcover by Frank Herbert')).toEqual([
    'Type: Hardcover · *Paperback',
  ]);
});

test('shows the audience and the bed size', () => {
  expect(axesOf("Pegasus 41 Men's Black", 'Pegasus 41 Womens Black')).toEqual([
    'For: *Men · Women',
  ]);
  expect(axesOf('Quilt Cover Queen', 'Quilt Cover, King')).toEqual(['Size: King · *Queen']);
});

test('shows names when the difference has no name, and next to the axes for variants that omit it', () => {
  const names = ['Nitro V 15 i5/RTX 2050', 'Nitro V 15 Gaming Laptop i5/RTX 4050'];
  expect(axesOf(...names)).toEqual([`Other variants: ${names[1]}`]);
  expect(axesOf('Kettle 1L', 'Kettle 2L', 'Kettle')).toEqual([
    'Size: *1 L · 2 L',
    'Other variants: Kettle',
  ]);
});

test('lists variants with equal words once, on an axis or not', () => {
  expect(axesOf('Kettle 1L', 'Kettle 2L', 'KETTLE, 2L', 'Kettle', 'kettle', '1L Kettle')).toEqual([
    'Size: *1 L · 2 L',
    'Other variants: Kettle',
  ]);
  expect(axesOf('Kettle', 'KETTLE')).toEqual([]);
});

test('shows nothing without a sibling', () => expect(axesOf('Kettle 1L')).toEqual([]));

test.each([
  ['Samsung Galaxy S24 Ultra 512GB SM-S928B512TB', ['512 GB']],
  ['Miele Classic C1 Bagged Vacuum 10660510TB', []],
  ['Breville Lift and Look Pro 2 Slice Toaster', []],
  ['Lenovo Yoga Slim 7x 14.5" Laptop', ['14.5″']],
  ['Apple AirTag 4 Pack', ['4 pack']],
])('sizes of %s: no model numbers, no counts of parts', (name, sizes) => {
  expect(sizesOf(name)).toEqual(sizes);
});
