import { expect, test } from 'vitest';
import { headNounOf, headOf } from './name-head.ts';

test.each([
  ['Dairy Farmers Full Cream Milk 1L', 'milk'],
  ['Cadbury Dairy Milk Chocolate Block | 180g', 'chocolate'],
  ['Bega Smooth Peanut Butter 470g', 'peanut butter'],
  ['Linen House Cotton Sheet Set Queen', 'sheet'],
  ['Oak Flavoured Milk, Chocolate, 600 mL', 'flavoured milk'],
  ['Sony WH-1000XM5 Headphones Black', 'headphone'],
  ['Bosch Series 4 60cm Built-in Oven', 'oven'],
  ['Lodge Cast Iron Camp Oven 4.7L', 'camp oven'],
  ['Samsung Neo QLED QN85D 4K Smart TV - 55" QAQN85D55', 'tv'],
  ['nike pegasus 41 running shoes mens volt', 'shoe'],
  ["Nike Pegasus 41 Running Shoes - Men's Volt", 'shoe'],
  ['Huggies Ultimate Nappies Size 1 50 pack', 'nappy'],
  ['Apple iPhone 16 - 128GB Black', 'iphone'],
  ['Apple iPhone 16 Pro 256 GB', 'pro'],
  ['iPhone 16 Clear Case with MagSafe', 'case'],
  ['Screen Protector for iPhone 16', 'protector'],
  ['Car Charger suits iPhone 15', 'charger'],
  ['Descaler for Coffee Machines 250mL', 'descaler'],
  ['Apple Watch Series 10 46mm Titanium Case with Sport Band', 'sery'],
  ['Coca-Cola 6 x 375mL', 'cola'],
  ['Coca-Cola Zero Sugar 10 x 375mL', 'cola'],
  ['Smooth Peanut Butter No Added Sugar 375g', 'peanut butter'],
  ['ErgoPouch Jersey Sleeping Bag 1.0 Tog', 'sleeping bag'],
  ['SPC Baked Beans 425g', 'baked bean'],
  ['Stanley Quencher H2.0 Tumbler 1.18L Cream', 'tumbler'],
  ['Frank Green Ceramic Bottle 1L Coral', 'bottle'],
  ['Chilly Kettle Teal', 'kettle'],
  ['QV 100g Cream', 'cream'],
  ['12 x 500 g', null],
  ['', null],
])('%s is a %s', (name, head) => {
  expect(headOf(name)).toBe(head);
});

test('an unwanted substance is not the thing, even if only the brand is left', () => {
  expect(headNounOf('Coca-Cola Zero Sugar 10 x 375mL', 'Coca-Cola')).toBe('cola');
});

test.each([
  ['Stacked Chips Salt & Vinegar 134g', 'chip'],
  ['Nappy Rash Cream 100g', 'cream'],
  ['Kettle Cleaner Tablets 6 pack', 'cleaner'],
  ['Oak Wine Rack', 'rack'],
  ['Pizza Slices Ham & Pineapple 600g', 'pizza'],
  ['Tuna Tempters 95g - Onion & Tomato Savoury', 'tuna'],
  ['Chewy Muesli Bars Choc Chip 6 pack', 'muesli bar'],
  ['Flea & Worm Treatment 6 Pack', 'treatment'],
  ['Potato Chips Sweet Chilli & Sour Cream 165g', 'chip'],
  ['Tuna Tempters Lemon & Cracked Pepper 95g', 'tuna'],
  ['Kettle & Toaster Set', 'toaster'],
  ['Salt & Pepper Grinder Set', 'pepper grinder'],
  ['Air Styler & Hair Dryer', 'hair dryer'],
  ['Milklab Almond 1L', null],
  ['Banana Apple & Blueberry 120g', null],
  ['Smokehouse Almonds 113g', 'almond'],
  ['Red Dead Redemption 2 Xbox One Game', 'game'],
])('%s is a %s and not what flavours it', (name, thing) => {
  expect(headNounOf(name, null)).toBe(thing);
});
