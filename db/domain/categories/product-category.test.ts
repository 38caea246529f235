import { expect, test } from 'vitest';
import { headNoun } from './head-noun.ts';
import { agreedCategory, mapBrand, mapShelf } from './product-category.ts';

const offer = (
  name: string,
  shelfCategory: string | null = null,
  brandCategory: string | null = null,
) => ({ name, brand: null, shelfCategory, brandCategory });
const goods = (...names: string[]) => names.map((name) => ({ name, brand: null }));

test.each<[name: string, category: string | null, misleading: string]>([
  ["Smith's Crinkle Cut Chips Barbecue 170g", 'Groceries', 'a flavour'],
  ['Lindt Lindor Milk Chocolate Balls 123g', 'Groceries', 'a shape'],
  ['OGX Coconut Milk Shampoo 385mL', 'Beauty', 'an ingredient'],
  ['OGX Shampoo Coconut Milk 385mL', 'Beauty', 'an ingredient behind the noun'],
  ['Iron Flame (Paperback) by Rebecca Yarros', 'Books', 'a title'],
  ["Dog Man A Tale of Two Kitties Children's Book", 'Books', 'a title'],
  ['Samsung Galaxy S25 Ultra Clear Case', 'Phone Accessories', 'the phone that it fits'],
  ['Breville Coffee Machine Replacement Filter', null, 'the machine that it fits'],
  ['Grooming Wipes for Dogs 100 pack', 'Pet Food', 'an audience'],
  ['Google Chromecast with Google TV', 'Computers', 'what it is used with'],
  ['Nestlé Nesquik Chocolate Powder 500g', 'Groceries', 'a form'],
  ['Zyrtec Hayfever Tablets, 50 Pack', 'Pharmacy', 'tablets to take'],
  ['Xiaomi G34WQi 34" Ultrawide', null, 'a size that other screens have'],
  ['Apple iMac 32" Retina', 'Computers', 'a size that televisions have'],
  ['Hisense 65" U7', 'TVs', 'no word at all'],
  ['Hisense Q7NAU QLED 4K Smart TV 65"', 'TVs', 'a maker of fridges'],
  ['Tridon 16-25mm Stainless', null, 'a range that clamps have'],
  ['Tamron 17-70mm F2.8', 'Cameras', 'no word at all'],
  ['Sony X80L 65" 4K Ultra HD', 'TVs', 'the form of a film'],
  ['LEGO 10311 Orchid Artificial Plant Set', 'Toys', 'what the set portrays'],
  ['OMO Laundry Liquid Front & Top Loader 2L', 'Cleaning', 'the machines that it suits'],
  ['Malibu Barbie Dreamhouse', 'Toys', 'a rum'],
  ['Starbucks Tumbler 473mL', 'Cookware', 'a coffee'],
  ['Bar Stool - Black Vinyl', 'Furniture', 'the form of a record'],
  ['Lenovo Idea Tab Pro 12.7" Tablet, 256GB', 'Tablets', 'a tablet to touch'],
  ['Apple Watch 46mm GPS Black Aluminium Case with Sport Band', 'Smart Watches', 'its own case'],
  ['Apple Watch 46mm Bumper Case', null, 'the watch that it fits'],
  ['HP Laptop 15 8GB RAM 512GB SSD', 'Laptops', 'its components'],
  ['Crucial Laptop SSD 1TB', 'Computers', 'the laptop that it fits'],
  ['Apple MacBook Air 13" M3 chip 8GB/256GB SSD', 'Laptops', 'a chip to eat'],
  ['Split System Air Conditioner MSZAP71VG2KIT', 'Home Appliances', 'letters of a part number'],
  ['Wool Quilt 500gsm King Bed', 'Bedding & Bath', 'the bed that it fits'],
  ['Ikea Malm Queen Bed', 'Furniture', 'no size'],
  ['Acme Kettle Cleaner 250mL', 'Cleaning', 'what it cleans'],
  ['Acme Oak Wine Rack', null, 'what it holds'],
  ['Acme Toaster 4 Slice', 'Kitchen Appliances', 'an amount'],
  ['Acme Whey Protein Powder 1kg', 'Pharmacy', 'the end of a type'],
  ['Acme Milk Chocolate Balls 150g', 'Groceries', 'a shape of food'],
])('%s is %s: %s misleads nobody', (name, category, _misleading) => {
  expect(headNoun(name)?.category ?? null).toBe(category);
});

test('never decides by ambiguous words alone', () => {
  expect(agreedCategory([offer('Lodge Cast Iron')])).toBeNull();
  expect(agreedCategory([offer('Wilson Ball')])).toBeNull();
  expect(agreedCategory([offer('Mist by Bath Body Works')])).toBeNull();
  expect(agreedCategory([offer('Retro Look Vinyl')])).toBeNull();
  expect(agreedCategory([offer('Wilson Ball', 'Sport')])).toBe('Sport');
});

test('leaves the category unknown while shelf and name disagree, until other offers agree', () => {
  const misplaced = offer('Breville Toaster', 'Toys');
  expect(agreedCategory([misplaced])).toBeNull();
  const others = [offer('Breville Toaster 2 Slice'), offer('Breville 2 Slice Toaster', null)];
  expect(agreedCategory([misplaced, ...others])).toBe('Kitchen Appliances');
});

test('takes a fruit for a flavour on a shelf of flavoured goods', () => {
  expect(agreedCategory([offer('Hard Rated Lemon 4 x 375mL', 'Liquor')])).toBe('Liquor');
  expect(agreedCategory([offer('Hard Rated Lemon 4 x 375mL', 'Cookware')])).toBeNull();
});

test('lets a category and its broader category agree on the narrower one', () => {
  expect(agreedCategory([offer('Nike Pegasus 41 Shoes', 'Running Shoes')])).toBe('Running Shoes');
});

test('uses the brand when a name says nothing', () => {
  expect(agreedCategory([offer('Bowser 1+ Favourites', null, 'Pet Food')])).toBe('Pet Food');
  expect(agreedCategory([offer('Bowser 1+ Favourites')])).toBeNull();
});

test.each([
  ['Voltaren 12 Hourly 180g', 'Pharmacy', 'a make of one kind'],
  ['Samsung Galaxy Buds3 Pro Silver', 'Headphones', 'a line of a maker of many kinds'],
  ['Palmolive Naturals Milk & Honey 500mL', 'Beauty', 'what it smells of'],
  ['Spigen Tough Armor Galaxy S24', 'Phone Accessories', 'the phone that it is for'],
  ['Bosch Aerotwin Wiper Blades', 'Automotive', 'its head noun'],
  ['Dyson V8 Replacement Filter', null, 'the machine that it fits'],
])('puts %s without a shelf in %s: %s', (name, category, _what) => {
  expect(agreedCategory([offer(name)])).toBe(category);
});

test('trusts a shelf more than the make of its goods', () => {
  expect(agreedCategory([offer('Voltaren Mug', 'Cookware')])).toBe('Cookware');
});

test.each([
  ['Crowded House - Gravity Stairs CD', 'Music & Movies'],
  ['Barbie (DVD)', 'Music & Movies'],
  ['Tears of the Kingdom - Switch', 'Gaming'],
  ['Samsung 655L Side By Side Fridge', 'Home Appliances'],
])('puts %s in %s by its format', (name, category) => {
  expect(headNoun(name)?.category).toBe(category);
});

test('maps a shelf by its label and goods, unless they disagree', () => {
  const kettles = goods('A Kettle', 'B Kettle', 'C Toaster', 'D Kettle 1L');
  expect(mapShelf('Kitchen > Kettles', kettles).category).toBe('Kitchen Appliances');
  expect(mapShelf('Hot this week', kettles).category).toBe('Kitchen Appliances');
  expect(mapShelf('Toys', kettles)).toEqual({ category: null, agreement: 1 });
  const mixed = goods('A Kettle', 'B Novel', 'C Dog Food', 'D Drill');
  expect(mapShelf('Clearance', mixed)).toEqual({ category: null, agreement: 0.25 });
  expect(mapShelf('Clearance', goods('A Kettle')).category).toBeNull();
});

test('maps no brand of several kinds', () => {
  const cat = goods('Wet Cat Food', 'Dry Cat Food', 'Cat Treats 60g', 'Kitten Food');
  expect(mapBrand(cat)).toEqual({ category: 'Pet Food', agreement: 1 });
  expect(mapBrand([...cat, ...goods('Phone', 'LED TV', 'Soundbar')]).category).toBeNull();
});
