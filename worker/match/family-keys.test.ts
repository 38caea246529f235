import { describe, expect, test } from 'vitest';
import { isSameModel } from '#domain/products/family.ts';
import { demoShelves } from '#worker/demo/world/listing.ts';
import { productView } from '#worker/demo/world/product-view.ts';
import { familyKeys } from './family-keys.ts';
import { productText } from './product-text.ts';

const keysOf = (name: string, brand: string | null = null) =>
  familyKeys(productText({ name, brand }));
const areVariants = (left: string, right: string) => {
  const [ours, theirs] = [keysOf(left), keysOf(right)];
  return ours.some((key) => theirs.includes(key)) && isSameModel(ours, theirs);
};

describe('variants of one model', () => {
  test.each([
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 Smartphone 256GB Pink'],
    [
      'KitchenAid Artisan Stand Mixer - Empire Red',
      'KitchenAid Artisan Stand Mixer - Almond Cream',
    ],
    ['Breville Express BES870BSS, Brushed Steel', 'Breville BES870BTR Black Truffle'],
    ['Tim Tam Original 200g', 'Tim Tam Original 2 x 200g'],
    ['Nike Pegasus 41 Running Shoes Mens Black', 'Nike Pegasus 41 Running Shoes Womens White'],
    ['Dune Paperback by Frank Herbert', 'Dune Hardcover by Frank Herbert'],
    ['LG OLED C4 4K Smart TV 55" OLEDC455', 'LG OLED C4 4K Smart TV 77" OLEDC477'],
    ['Sennheiser Momentum 4 Denim (M4AEBTDE)', 'Sennheiser Momentum 4 White (M4AEBTWH)'],
    ['Samsung Galaxy S24 256GB Marble Grey (SM-S921B256MG)', 'Samsung Galaxy S24 128GB Black'],
    ['EA Sports FC 26 Game PS5', 'EA Sports FC 26 Game Xbox Series X'],
    ['Sheridan 500TC Sheet Set Queen Silver', 'Sheridan 500TC Sheet Set King White'],
    ['LG 65" C4 4K OLED Smart TV OLED65C4PSA', 'LG 77" C4 4K OLED Smart TV OLED77C4PSA'],
    ['Crucial X9 Portable SSD 1TB CT1000X9SSD9', 'Crucial X9 Portable SSD 2TB CT2000X9SSD9'],
    ['Crucial X9 Portable SSD 1TB (CTX9SSD91)', 'Crucial X9 Portable SSD 4TB (CTX9SSD94)'],
  ])('%s and %s', (left, right) => expect(areVariants(left, right)).toBe(true));
});

describe('other products', () => {
  test.each([
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 Pro 128GB Black'],
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 Case Black'],
    ['Apple MacBook Pro 14" M4 512GB Silver', 'Apple MacBook Pro 14" M4 Pro 512GB Silver'],
    ['John West Red Salmon 210g', 'John West Pink Salmon 210g'],
    ['Panasonic 27L Inverter Microwave White', 'Panasonic 44L Inverter Microwave White'],
    ['Sony WH-1000XM5 Wireless Headphones Black', 'Sony WH-1000XM6 Wireless Headphones Black'],
    ['Smeg Retro Kettle Cream', 'Smeg Retro Toaster Cream'],
    ['Ryobi 18V One Plus Jigsaw', 'Ryobi 18V One Plus Blower'],
    ['Dell UltraSharp 27" Monitor', 'Dell UltraSharp 32" Monitor'],
    ['Sony ULT Wear (WHULT900WE)', 'Sony ULT Field (SRSULT700FI)'],
    ['LEGO Classic Large Creative Brick Box', 'LEGO Classic Medium Creative Brick Box'],
    ['LG 65" C4 OLED Smart TV OLED65C4PSA', 'LG 65" G4 OLED Smart TV OLED65G4PSA'],
    ['Blackmores Multivitamin Men 90 Pack', 'Blackmores Multivitamin Women 90 Pack'],
  ])('%s and %s', (left, right) => expect(areVariants(left, right)).toBe(false));
});

describe('the lines of the demonstration', () => {
  const at = new Date('2026-11-18T03:00:00Z');
  const products = new Map<string, { line: string; keys: Set<string> }>();
  for (const shelf of demoShelves().values()) {
    for (const listing of shelf.listings) {
      const { title: name, gtin, mpn } = productView(shelf, listing, { at, priceFactor: 1 });
      const { id, family: line, brand } = listing.product;
      const product = products.get(id) ?? { line, keys: new Set<string>() };
      products.set(id, product);
      const keys = familyKeys(productText({ name, brand, gtin, model: mpn }));
      for (const key of keys) product.keys.add(key);
    }
  }
  const byKey = Map.groupBy(
    [...products].flatMap(([id, { keys }]) => [...keys].map((key) => ({ id, key }))),
    ({ key }) => key,
  );
  const siblingsOf = (id: string): Set<string> => {
    const ours = [...(products.get(id)?.keys ?? [])];
    const sharing = ours.flatMap((key) => byKey.get(key)?.map((other) => other.id) ?? []);
    return new Set(
      sharing.filter((other) => isSameModel(ours, [...(products.get(other)?.keys ?? [])])),
    );
  };

  test('mixes no two product lines in a family', () => {
    const mixed = [...products].flatMap(([id, { line }]) =>
      [...siblingsOf(id)].filter((other) => products.get(other)?.line !== line).map((o) => [id, o]),
    );
    expect(mixed).toEqual([]);
  });

  test('keeps more than 81 % of product lines with variants whole', () => {
    const lines = [...Map.groupBy([...products], ([, { line }]) => line).values()].filter(
      (line) => line.length > 1,
    );
    const whole = lines.filter((line) =>
      line.every(([id]) => line.every(([other]) => siblingsOf(id).has(other))),
    );
    expect(whole.length / lines.length).toBeGreaterThan(0.81);
  });
});
