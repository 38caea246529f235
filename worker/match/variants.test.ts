import { expect, test } from 'vitest';
import { compareTexts } from './compare.ts';
import { type Goods, productText } from './product-text.ts';

const same = (left: Goods, right: Goods) =>
  compareTexts(productText(left), productText(right), null).same;
const priced = (name: string, price = 16, quantity: number | null = null): Goods => ({
  name,
  price,
  quantity,
});

test.each([
  ['Moro Primero Extra Virgin Olive Oil 500ml', 'Moro Squeeze Bottle EVOO 500ml'],
  [
    'Colgate Total Active Prevention Active Fresh Toothpaste 200g',
    'Colgate Total Active Prevention Original Toothpaste 200g',
  ],
  [
    'Colgate Total Active Prevention Fresh Toothpaste 200g',
    'Colgate Total Active Prevention Original Toothpaste 200g',
  ],
  [
    'Colgate Total Active Prevention Active Fresh Toothpaste 200g',
    'Colgate Total Active Prevention Enamel Strength Toothpaste 200g',
  ],
  ['Cadbury Milk Chocolate Baking Block 180g', 'Cadbury Dairy Milk Chocolate Block 180g'],
  ['Advance Multi Chicken Dry Cat Food 6kg', 'Advance Adult Chicken & Rice Dry Cat Food 6kg'],
  ['Logitech G502 HERO Gaming Mouse', 'Logitech G502 X Gaming Mouse, HERO 25K Sensor, PC - Black'],
  ['Golden Circle Pine Orange Fruit Juice 2L', 'Golden Circle 100% Juice Orange 2L'],
  ['Bulla Vanilla Ice Cream 2L', 'Bulla Creamy Classics Vanilla Ice Cream 2L'],
  [
    'Tip Top The One White Sandwich Slice Bread 700g',
    'Tip Top The One Bread Digestive Health White 680g',
  ],
  ['Samsung Galaxy A16 5G 128GB Black', 'Samsung Galaxy A16 4G 128GB Black'],
  ['PlayStation 5 Slim Console Disc Edition', 'PlayStation 5 Slim Console Digital Edition'],
  ['Huggies Ultra Dry Nappies 16+kg 54 Pack', 'Huggies Ultra Dry Nappies 13+kg 54 Pack'],
  ['Huggies Ultra Dry Nappies Walker 72 Pack', 'Huggies Ultra Dry Nappies Junior 72 Pack'],
  ['Aptamil Gold+ Infant Formula 0-6 Months 900g', 'Aptamil Gold+ Infant Formula 6-12 Months 900g'],
  ['Aptamil Profutura Follow-On Formula 900g', 'Aptamil Profutura Infant Formula 900g'],
  ['Omo Laundry Liquid 20 Washes', 'Omo Laundry Liquid 40 Washes'],
  ['Mission 8 Wraps', 'Mission 12 Wraps'],
  ['Pampas Puff Pastry 5 Sheets', 'Pampas Puff Pastry 10 Sheets'],
  ['Moccona Coffee Intensity 8 100g', 'Moccona Coffee Intensity 10 100g'],
  ['Rexona Deodorant 48 Hour Protection 250ml', 'Rexona Deodorant 72 Hour Protection 250ml'],
  ['Magnum Almond Ice Cream 360ml', 'Magnum Almond Ice Cream Dairy and Gluten Free 360ml'],
  ['Wonder White Sandwich Bread Low GI 700g', 'Wonder White Sandwich Bread 700g'],
  ['Pantene Shampoo for Fine Hair 400ml', 'Pantene Shampoo for Dry Hair 400ml'],
  ['Parodontax Gum Repair Toothpaste 100g', 'Parodontax Gum Health Toothpaste 100g'],
  ['Pepperjack Barossa Shiraz 750ml', 'Pepperjack McLaren Vale Shiraz 750ml'],
  ['Glen Marnoch Highland Malt Whisky 700ml', 'Glen Marnoch Islay Malt Whisky 700ml'],
  ['Logitech Wired Keyboard', 'Logitech Wireless Keyboard'],
  ['Hoover Upright Vacuum 2000W', 'Hoover Barrel Vacuum 2000W'],
  ['Advance Adult Chicken Dry Cat Food', 'Advance Adult Chicken Wet Cat Food'],
  ['Coles Chicken Tenders 500g', 'Coles Chicken Breast 500g'],
  ['Birds Eye Corn Cobs 1kg', 'Birds Eye Corn Kernels 1kg'],
  ['Gillette Fusion5 Razor', 'Gillette Fusion5 Blades'],
  ['Crayola Water Pencils 12 Pack', 'Crayola Watercolour Pencils 12 Pack'],
])('separates %s from %s', (left, right) => {
  expect(same(priced(left), priced(right))).toBe(false);
});

test.each([
  ['Jalna Pot Set Greek Style Natural Yoghurt 1kg', 'Jalna Greek Style Natural Yoghurt 1kg'],
  ['Dolmio Extra Bolognese Tomato Pasta Sauce 500g', 'Dolmio Extra Pasta Sauce Bolognese 500g'],
  ['Gillette Fusion 5 Cartridges 8 Pack', 'Gillette Fusion5 Razor Blade Refills 8 Pack'],
  ['Royal Canin Indoor 27 Cat Food 4kg', 'Royal Canin Indoor 27 Adult Dry Cat Food 4kg'],
  [
    "L'OR Espresso Ristretto Capsules 10 Pack",
    "L'OR Espresso Ristretto Nespresso Compatible Coffee Capsules 10 Pack",
  ],
  [
    'Aptamil Gold+ 1 Infant Formula Birth-6 Months 900g',
    'Aptamil Gold+ 1 Baby Infant Formula From Birth to 6 Months 900g',
  ],
  ['Aptamil Gold+ 1 Infant Formula 900g', 'Aptamil Gold+ 1 Infant Formula 0-6 Months 900g'],
  [
    'Purina Total Care Heartwormer & Flea Protection Large Dog 1 Pack',
    'Total Care Heartworm Flea Prot Large Dog Treatment 1 Pack',
  ],
  [
    '3M Command Picture Hanging Strips Medium 8 Pack',
    'Command Medium Picture Hanging Strips 8 Pack',
  ],
  ['Huggies Ultra Dry Nappies Walker 72 Pack', 'Huggies Ultra Dry Nappies Size 5 72 Pack'],
  ['Roborock S8 Max V Ultra Robot Vacuum', 'Roborock S8 MaxV Ultra Robot Vacuum Cleaner'],
  ['Karcher K2 Power Control Pressure Washer', 'Kärcher K2 Power Control Pressure Washer 1600 PSI'],
])('matches %s with %s', (left, right) => {
  expect(same(priced(left), priced(right, 12.8))).toBe(true);
});

test('reads a quantity of eight as the items of a pack that states its weight too', () => {
  const wraps = priced("Helga's Traditional White Wraps", 3, 8);
  expect(same(wraps, priced("Helga's White Wraps 8 Pack 508g", 3, 0.508))).toBe(true);
  expect(same(wraps, priced("Helga's White Wraps", 3, 0.508))).toBe(true);
  expect(same(wraps, priced("Helga's White Wraps 10 Pack 640g", 3, 0.64))).toBe(false);
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
