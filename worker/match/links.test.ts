import { expect, test } from 'vitest';
import { LINK_FROM } from './choose-product.ts';
import { type Comparison, compareTexts } from './compare.ts';
import { type Goods, productText } from './product-text.ts';

const compared = (left: Goods, right: Goods): Comparison =>
  compareTexts(productText(left), productText(right));
/** True when the crawl links goods of these names and one price. */
const links = (left: string, right: string): boolean => {
  const { same, confidence } = compared({ name: left, price: 20 }, { name: right, price: 20 });
  return same && confidence >= LINK_FROM;
};

test.each([
  ['Samsung Galaxy A16 128GB Black', 'Samsung Galaxy A16 5G 128GB Black'],
  ['Coles Cat Litter 15L', 'Coles Recycled Paper Cat Litter 15L'],
  ['Sony WH-1000XM6 Headphones Black', 'Sony WH-1000XM6 Headphones Midnight Blue'],
  [
    'Drontal Allwormer Dogs to 10kg 2 pack',
    'Drontal Allwormer Worming Tablets 2 Pack - Dogs to 35kg',
  ],
  ['The Gruffalo (Board Book) by Julia Donaldson', 'The Gruffalo (Paperback) by Julia Donaldson'],
  ['Ticket to Ride Board Game', 'Ticket to Ride Europe Board Game'],
  ['Maggi 2 Minute Noodles Chicken 12 Pack', 'Maggi 2 Minute Noodles Chicken Flavour 5 Pack 360g'],
  ['Tooshies Eco Nappies Size 3 42 Pack', 'Tooshies Eco Nappy Pants Size 3 42 Pack'],
  [
    'Sony ZV-E10 II Mirrorless Camera Body Only Black',
    'Sony ZV-E10 II Vlog Camera Black with 16-50mm Lens Kit',
  ],
])('never links across a word that may make another product: %s, %s', (left, right) => {
  expect(links(left, right)).toBe(false);
});

test.each([
  ['words split in two', 'Mortein Nature Guard Refill 154g', 'Mortein NatureGard Refill 154g'],
  ['a maker of two words', 'Monopoly Deal Card Game', 'Hasbro Gaming Monopoly Deal Card Game'],
  [
    'a side dish',
    'Advance Large Breed Dry Dog Food Chicken 15kg',
    'Advance Dog Large Breed Dry Chicken with Rice 15kg',
  ],
  [
    'a code that seems to end in watts',
    'LG Front Load Washing Machine WV5-1409W',
    'LG WV5-1409W Series 5 Front Loader Washer White',
  ],
  [
    'a plus between words',
    'Dove Men+Care Clean Comfort 254mL',
    'Dove Men Care Clean Comfort 254ml',
  ],
  [
    'a size by its letter',
    'Rip Curl Flashbomb Steamer Mens Black L',
    "Rip Curl Men's Flashbomb Steamer Black Large",
  ],
  [
    'figures apart from colours',
    'Philips Airfryer 3000 Series XL HD9270/90',
    'Philips XL Airfryer HD9270/90 Black',
  ],
  ['a kind beside a content', 'Fanta Orange Soft Drink 2L', 'Fanta Orange 2L'],
  [
    'a colour and its shade',
    'Fitbit Inspire 3 Tracker Midnight Zen/Black',
    'Fitbit Inspire 3 Tracker (Midnight Zen)',
  ],
  [
    'a list of functions',
    'Instant Vortex Plus Air Fryer ClearCook 5.7L',
    'Instant Vortex Plus ClearCook 6-in-1 Air Fryer 5.7L',
  ],
  [
    'an edition word beside one model number and one price',
    'EGO Power+ 56V 5.0Ah Battery BA2800T',
    'EGO BA2800T 56V 5Ah Battery',
  ],
  ['a bar of a stated weight', 'Pana Organic Sixty 45g', 'Pana Organic Sixty Bar 45g'],
  ['a paperback', 'Boy Swallows Universe', 'Boy Swallows Universe (Paperback)'],
  [
    'a number after a dash',
    'Bosch Professional 06013A91 GWS 7-125 Angle Grinder',
    'Bosch Professional GWS 7-125 - 06013A91',
  ],
  [
    'a code that begins with x after a number',
    'Dell Alienware x14 R2 Laptop i7/RTX 4050 X14R274050',
    'Dell Alienware x14 R2 i7/RTX 4050 Laptop (X14R274050)',
  ],
  [
    'a maker with a figure',
    'Step2 759700 Naturally Playful Sandbox Sandpit',
    'STEP2 Naturally Playful Sandbox Sandpit',
  ],
  [
    'a code of letters',
    'Sunbeam Sleep Perfect King Electric Blanket (BLQKI)',
    'Sunbeam Sleep Perfect Electric Blanket - King',
  ],
  [
    'a model number inside another',
    'KitchenAid Artisan Stand Mixer Empire Red 5KSM195PSAER',
    'KitchenAid KSM195 Artisan Stand Mixer Empire Red',
  ],
  ['a flavour named as a snack', 'Twisties Cheese 250g', 'Twisties Cheese Snack | 250g'],
  [
    'two words for paper',
    'Sorbent Silky White Toilet Tissue 8 pack',
    'Sorbent Silky White Tissue Toilet Paper 8 pack',
  ],
  [
    "a children's book",
    "May Gibbs Tales of Snugglepot and Cuddlepie Children's Book",
    'Tales of Snugglepot and Cuddlepie by May Gibbs',
  ],
])('links across %s: %s, %s', (_what, left, right) => {
  expect(links(left, right)).toBe(true);
});

test.each([
  ['Samsung Galaxy Watch7 40mm Bluetooth Green', 'Samsung Galaxy Watch 7 LTE 40mm - Green'],
  ['ZIWI Peak Air-Dried Beef Recipe for Dogs 1 kg', 'Ziwi Peak Air Dried Cat Food Beef 1kg'],
  ['HP 67XL Black Ink Cartridge 3YM57AA', 'HP 67XL Tri-Colour Ink Cartridge'],
  ['HP 965XL Cyan Ink Cartridge', 'HP 965XL High Yield Black Original Ink Cartridge (3JA84AA)'],
])('never matches %s with %s', (left, right) => {
  const [a, b] = [left, right].map((name) => productText({ name, price: 60 }));
  expect(a && b && compareTexts(a, b).same).toBe(false);
});

test('a claim on one side needs a close price', () => {
  const pan = { name: 'Scanpan Classic Frypan 26cm', price: 139 };
  const other = { name: 'Scanpan Classic Induction Fry Pan 26cm' };
  expect(compared(pan, { ...other, price: 169 }).confidence).toBeLessThan(LINK_FROM);
  expect(compared(pan, { ...other, price: 142 }).confidence).toBeGreaterThanOrEqual(LINK_FROM);
});

test('a model number that ends in a colour states it', () => {
  const white = { name: 'Kambrook 2 Slice Toaster White', price: 35 };
  const coded = { name: 'Kambrook 2-Slice Toaster KTA120WHT', price: 34 };
  expect(compared(white, coded).same).toBe(true);
});

test('a model number that extends the other needs a close price', () => {
  const wired = { name: 'Audio-Technica ATH-M20x Headphones Black', price: 89 };
  const named = { name: 'Audio-Technica ATH-M20xBT Wireless Headphones Black' };
  expect(compared(wired, { ...named, price: 129 }).same).toBe(false);
  expect(compared(wired, { ...named, price: 92 }).same).toBe(true);
});

test('a count stated as a quantity belongs to the pack', () => {
  const pouches = { name: 'Whiskas Adult Tuna in Jelly Pouches 85g', quantity: 12, price: 11 };
  const pack = { name: 'whiskas adult tuna in jelly 12x85g', price: 11.5 };
  expect(compared(pouches, pack).same).toBe(true);
});
