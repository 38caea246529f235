import { expect, test } from 'vitest';
import { compareTexts } from './compare.ts';
import { type Goods, productText } from './product-text.ts';

const same = (left: Goods, right: Goods) =>
  compareTexts(productText(left), productText(right)).same;
const priced = (name: string, price = 16, quantity: number | null = null): Goods => ({
  name,
  price,
  quantity,
});

test('reads a quantity of eight as the items of a pack that states its weight too', () => {
  const wraps = priced("Helga's Traditional White Wraps", 3, 8);
  expect(same(wraps, priced("Helga's White Wraps 8 Pack 508g", 3, 0.508))).toBe(true);
  expect(same(wraps, priced("Helga's White Wraps", 3, 0.508))).toBe(true);
  expect(same(wraps, priced("Helga's White Wraps 10 Pack 640g", 3, 0.64))).toBe(false);
});

test('reads a quantity as the items that the other name counts beside its weight or size', () => {
  const gum = 'Extra White Chewing Gum Peppermint';
  expect(same(priced(gum, 5, 46), priced(`${gum} Bottle 64g 46 Pieces`, 5, 0.064))).toBe(true);
  expect(same(priced(gum, 5, 46), priced(`${gum} Bottle 64g 40 Pieces`, 5, 0.064))).toBe(false);
  const bags = 'Glad Kitchen Tidy Bags Medium';
  expect(same(priced(bags, 6, 50), priced(`${bags} 27L 50 Bags`, 6))).toBe(true);
});

test('reads no quantity of four as items where another price tells of another bag', () => {
  const food = 'Advance Puppy Dry Dog Food';
  expect(same(priced(food, 45, 4), priced(food, 30, 1.5))).toBe(false);
});

test('asks more of the learned model where titles of one series state no price', () => {
  const [left, right] = ['Tears of the Kingdom', 'Breath of the Wild - Nintendo Switch'].map(
    (title) => productText({ name: `The Legend of Zelda: ${title}` }),
  );
  expect(left && right && compareTexts(left, right).same).toBe(false);
});

test('reads what a counted pack weighs from either shop', () => {
  const [jumbo, large] = ['Pace Farm Eggs 12 Pack', 'Pace Farm Eggs 12 Pack 700g'];
  expect(same(priced(jumbo, 9.75, 0.8), priced(large, 7.75, 0.7))).toBe(false);
  expect(same(priced(jumbo, 7.75, 0.7), priced(large, 7.75, 0.7))).toBe(true);
  const dozen = 'Manning Valley 12 Large Free Range Eggs 600g';
  expect(
    same(priced(dozen, 7.4), priced('Manning Valley Free Range Eggs 12 Pack Large 600g')),
  ).toBe(true);
  expect(same(priced(dozen, 7.4), priced('Manning Valley Free Range Eggs 6 Pack Large 600g'))).toBe(
    false,
  );
  expect(same(priced('John West Tuna 4 Pack', 6, 0.095), priced('John West Tuna 4 x 95g'))).toBe(
    true,
  );
});

test('the learned model keeps an edition apart that only one title names', () => {
  const learned = (left: string, right: string) =>
    compareTexts(productText({ name: left }), productText({ name: right })).same;
  const card = 'Gigabyte GeForce RTX 3060 Ti Gaming OC';
  expect(learned(`${card} 8G Graphics Card`, `${card} GV-N306TGAMINGOC-8GD`)).toBe(true);
  expect(learned(`${card} 8G Graphics Card`, `${card} Pro GV-N306TGAMINGOC-8GD`)).toBe(false);
});

test('reads a count that one shop states apart from the name', () => {
  const tablets = priced('Claratyne Hayfever & Allergy Relief 10 Tablets', 9.49, 10);
  const name = 'Claratyne Allergy & Hayfever Relief Antihistamine Tablets';
  expect(same(priced(name, 10.5, 10), tablets)).toBe(true);
  expect(same(priced(name, 10.5, 30), tablets)).toBe(false);
});

test('tells a pack of several from one item by their prices', () => {
  const noodles = priced('Indomie Mi Goreng Instant Noodles 5 Pack', 3.95);
  expect(same(noodles, priced('Indomie Mi Goreng Noodles Cup 75g', 1.9))).toBe(false);
  expect(same(noodles, priced('Indomie Mi Goreng Noodles 400g', 3.95))).toBe(true);
  const plug = priced('TP-Link Tapo P100 Mini Smart Plug', 17.9);
  expect(same(plug, priced('TP-Link Tapo P100 Mini Smart Plug 2 Pack', 29))).toBe(false);
  // Two at nearly the price of one: a sale, or a name that leaves the count out.
  expect(same(plug, priced('TP-Link Tapo P100 Mini Smart Plug 2 Pack', 19))).toBe(true);
});

test('tells a multipack from one bag', () => {
  const bag = priced('Cobs Popcorn Sea Salt 80g', 3.5, 0.08);
  expect(same(bag, priced('Cobs Sea Salt Popcorn Multipack 5 Pack', 4, 5))).toBe(false);
  expect(same(bag, priced('Cobs Sea Salt Popcorn 80g', 4))).toBe(true);
});

test('the learned model keeps a colour apart from stainless steel', () => {
  const toaster = (name: string) => productText({ name: `KitchenAid ${name}`, price: 329 });
  const black = toaster('KMT4109 4 Slice Toaster (Matte Black)');
  const steel = toaster('4 Slice Toaster Stainless Steel 5KMT4109ASX');
  expect(compareTexts(black, steel).same).toBe(false);
});

test('knows a game by one word and its kind', () => {
  const uno = priced('UNO Card Game', 9.9);
  expect(same(uno, priced('Mattel UNO Card Game', 9))).toBe(true);
  expect(same(uno, priced('Mattel UNO Card Game', 6))).toBe(false);
  expect(same(uno, priced('UNO Flip Card Game', 9))).toBe(false);
});
