import { expect, test } from 'vitest';
import { categoryCeiling, categoryOf } from './category.ts';

test.each([
  ['Sharp 34L Smartphone Inverter Microwave', 'Kitchen Appliances'],
  ['Samsung Odyssey OLED G8 34" Monitor', 'Computers'],
  ['Spirax 595 A4 240 Page Notebook', 'Stationery'],
  ['Schweppes Indian Tonic Water Mixer | 1.1L', 'Groceries'],
  ['KitchenAid Artisan Stand Mixer 4.7L - Onyx Black', 'Kitchen Appliances'],
  ['Finish Powerball Quantum Dishwasher Tablets 60 pack', 'Cleaning'],
  ['Apple iPad Air 11" Tablet, 128GB, Blue', 'Tablets'],
  ['Dutch Oven with Lid for Bread', 'Cookware'],
  ['Inaba Churu Pops Tuna With Chicken Cat Treat Tubes 15g', 'Pet Food'],
  ["Dav Pilkey Dog Man Big Jim Begins Children's Book", 'Books'],
  ['Nanit Pro Baby Monitor', 'Baby'],
  ['Nike Pegasus 41 Running Shoes', 'Running Shoes'],
  ['Bundaberg Ginger Beer Soft Drink 4 x 375mL', 'Groceries'],
  ['Google Pixel 9', 'Phones'],
  ['Gizmo 3000', null],
])('the last noun of a name decides: %s', (name, category) => {
  expect(categoryOf(null, name)).toBe(category);
});

test.each([
  ['Home > Appliances > Coffee Machines', 'Gizmo 3000', 'Coffee Machines'],
  ['Health & Beauty / Air Fryers & Ovens', 'Gizmo 3000', 'Kitchen Appliances'],
  ['Our favourites', 'Sunbeam Kettle', 'Kitchen Appliances'],
  ['Nappies & Wipes', 'Thick 80 pack', 'Baby'],
])(
  "the shop's label decides first, its last part before the others: %s",
  (shop, name, category) => {
    expect(categoryOf(shop, name)).toBe(category);
  },
);

test('a category may have a price ceiling', () => {
  expect(categoryCeiling('Dairy > Milk', 'Full Cream Milk 2L')).toBe(2_000_000);
  expect(categoryCeiling(null, 'Samsung 98" TV')).toBeNull();
  expect(categoryCeiling(null, 'Garden gnome')).toBeNull();
});
