import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LINK_FROM } from './choose-product.ts';
import { compareTexts } from './compare.ts';
import { type Goods, productText } from './product-text.ts';

const named = (name: string, over: Partial<Goods> = {}): Goods => ({
  name,
  ...over,
});
const compareProducts = (left: Goods, right: Goods) =>
  compareTexts(productText(left), productText(right));
const same = (left: Goods, right: Goods) => compareProducts(left, right).same;

describe('evidence', () => {
  test('treats an equal GTIN as the same product, in any form', () => {
    const answer = compareProducts(
      named('Nutella 400g', { gtin: '0009800895007' }),
      named('Hazelnut spread', { gtin: '009800895007', brand: 'Nutella' }),
    );
    expect(answer).toMatchObject({ same: true, confidence: 0.99 });
  });

  test.each([
    ['Banksia Floor Lamp', 'Wattle Filing Cabinet'],
    ['Banksia Floor Lamp Black', 'Wattle Filing Cabinet Black'],
    ['Apricot Body Scrub', 'Chilli Relish'],
  ])('doubts one barcode on %s and %s, which share no word', (left, right) => {
    const gtin = '5702017416243';
    const answer = compareProducts(named(left, { gtin }), named(right, { gtin }));
    expect(answer).toMatchObject({ same: false, because: ['same barcode, but no word in common'] });
  });

  test.each([
    ['Gumleaf Vitamin D 60 Tablets', 'Gumleaf Vitamin D 120 Tablets'],
    ['Gumleaf Baby Wipes 6 Pack 72 Wipes', 'Gumleaf Baby Wipes 6 Pack 80 Wipes'],
    ['Gumleaf Kitchen Paper 2 Pack 60 Sheets', 'Gumleaf Kitchen Paper 2 Pack 120 Sheets'],
    ['Billabong Green Tea 3 Pack 50 Tea Bags', 'Billabong Green Tea 3 Pack 25 Bags'],
    ['Pink Lady Apple each', 'Pink Lady Apple 1kg'],
    ['Pink Lady Apple ea', 'Pink Lady Apple per kg'],
  ])('keeps apart %s and %s', (left, right) => {
    for (const price of [null, 9])
      expect(same(named(left, { price }), named(right, { price }))).toBe(false);
  });

  test.each([
    ['Gumleaf Paper Towel 2 x 60 pack', 'Gumleaf Paper Towel White 2 Pack'],
    ['Gumleaf Vitamin D3 60 Capsules', 'Gumleaf Vitamin D3 Capsules 60 pack'],
    ['Gumleaf Omega-3 90 Capsules 1000mg', 'Gumleaf Omega-3 1000mg 90 Capsules'],
  ])('joins %s and %s', (left, right) => {
    expect(same(named(left, { price: 9 }), named(right, { price: 9 }))).toBe(true);
  });

  test.each([
    ['brolga tx480 8kg dryer white', 'galah hd77c 8kg dryer white'],
    ['Brolga Pressure Cooker Mini', 'Brolga Pressure Cooker Touch Display'],
  ])('does not take common words for proof: %s, %s', (left, right) => {
    expect(same(named(left), named(right))).toBe(false);
  });

  test('separates two GTINs, and ignores an invalid one', () => {
    const left = named('LEGO City Police Car', { gtin: '5702017416243', price: 15 });
    expect(same(left, named('LEGO City Police Car', { gtin: '5702017416236', price: 15 }))).toBe(
      false,
    );
    expect(same(left, named('LEGO City Police Car', { gtin: '5702017416240', price: 15 }))).toBe(
      true,
    );
  });

  test.each([
    ['Coca-Cola 24 x 375mL', 'Coca-Cola 10 x 375mL', '24 × 375 mL'],
    ['Vegemite 380g', 'Vegemite 560g', '380 g'],
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 256GB Black', '128 GB'],
    ['Gillette blades 4 pack', 'Gillette blades 8 pack', '4 pieces'],
  ])('%s is not %s', (left, right, because) => {
    const answer = compareProducts(named(left), named(right));
    expect(answer.same).toBe(false);
    expect(answer.because.join()).toContain(because);
  });
});

describe('words that only one name has', () => {
  const priced = (left: string, right: string, weights = null) =>
    compareTexts(
      productText(named(left, { price: 30 })),
      productText(named(right, { price: 32 })),
      weights,
    );

  test('matches names that describe one product with words in different places', () => {
    const answer = priced(
      'Finish Powerball Ultimate Dishwashing Tablets Lemon 46 Pack',
      'Finish Ultimate Dishwasher Tablets Lemon Sparkle 46 pack',
    );
    expect(answer).toMatchObject({ same: true, method: 'words' });
    expect(answer.confidence).toBeLessThan(0.9);
  });

  test.each([
    ['Castrol Edge 5W-30 Engine Oil 5L', 'Castrol Edge 5W-30 LL Engine Oil 5L'],
    [
      'Breville the Barista Express Espresso Machine',
      'Breville the Barista Express Impress Espresso Machine',
    ],
  ])('treats an inserted word as a variant: %s, %s', (left, right) => {
    expect(priced(left, right).same).toBe(false);
  });

  test('trusts a short model number in both names over descriptions', () => {
    expect(
      priced(
        'Sunbeam Cafe Press Sandwich Press 4 Slice GR6450',
        'Sunbeam GR6450 4 Slice Compact Cafe Press',
      ),
    ).toMatchObject({ same: true, method: 'model' });
  });

  test.each([
    ['Bosch Corded Impact Drill GSB600RE', 'Bosch GSB600RE Professional Rotary Drill'],
    ['Bose Wireless Headphones QC45A1', 'Bose QC45A1B Premium Noise Cancelling Headphones'],
  ])('answers by the model number without linking: %s, %s', (left, right) => {
    const answer = priced(left, right);
    expect(answer).toMatchObject({ same: true, method: 'model' });
    expect(answer.confidence).toBeLessThan(LINK_FROM);
  });

  test('tells a number with a figure more from the number', () => {
    expect(
      priced('Ugreen Braided HDMI Cable HDMM1', 'Ugreen 10ft HDMI Video Cable HDMM10').same,
    ).toBe(false);
  });

  test('ignores a colour that only one shop states', () => {
    expect(
      priced(
        'Logitech G502 HERO Gaming Mouse',
        'Logitech G502 HERO High Performance Gaming Mouse Black',
      ).same,
    ).toBe(true);
  });
});

describe('what the learned model knows', () => {
  test.each([
    [
      'Sony WH-1000XM5 Wireless Headphones Black',
      'Sony WH1000XM5 wireless noise cancelling headphones (black)',
    ],
    [
      'Canon PowerShot SD990 IS 14.7 MP digital camera silver',
      'canon powershot silver 14.7 megapixel digital camera sd990is',
    ],
  ])('%s is %s', (left, right) => {
    expect(
      same(named(left, { brand: left.split(' ')[0] }), named(right, { brand: left.split(' ')[0] })),
    ).toBe(true);
  });

  test('answers about names and prices alone only where the prices are equal', () => {
    const left = named('Philips 2 Slice Toaster White', { price: 50 });
    const right = 'Philips 2-Slice Wide Slot Toaster HD2581W';
    expect(same(left, named(right, { price: 49 }))).toBe(true);
    const dearer = compareProducts(left, named(right, { price: 43 }));
    expect(dearer.same).toBe(false);
    expect(dearer.confidence).toBeGreaterThanOrEqual(0.5);
  });

  test.each([
    ['Sony WH-1000XM5 Headphones', 'Sony WH-CH520 Headphones'],
    ['Netgear 8-port switch GS108E', 'Netgear 24-port switch GS724T'],
    ['Canon LS-100 calculator', 'HP OfficeJet Pro 9130e Inkjet Printer'],
  ])('%s is not %s', (left, right) => expect(same(named(left), named(right))).toBe(false));
});

describe('stated differences', () => {
  test.each([
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 128GB Blue', 'different colours'],
    ['Apple iPhone 15 128GB', 'Apple iPhone 15 Pro 128GB', 'only one is "pro"'],
    ['Sony WH-1000XM5 Black', 'Sony WH-1000XM4 Black', 'another generation'],
    [
      'MacBook Air 13" M3 256GB Midnight',
      'MacBook Air 13-inch M2 256GB Midnight',
      'another generation',
    ],
    ['MacBook Air 13 M3 8GB 256GB', 'MacBook Air 13 M3 16GB 256GB', 'different memory'],
    ['LG 55 Inch C4 OLED TV', 'LG 65 Inch C4 OLED TV', 'different sizes'],
    ['Apple Watch SE 40mm', 'Apple Watch SE 44mm', 'different sizes'],
    [
      'Samsung 55 Inch Q80D 4K QLED TV QA55Q80DAWXXY',
      'Samsung 55" Q80C QLED 4K TV',
      'another model of the series',
    ],
    ["Nike Pegasus 41 Men's", "Nike Pegasus 41 Women's", 'made for'],
    ['Breville Barista Express BES870BSS', 'Breville Barista Pro BES878BSS', 'another generation'],
  ])('%s is not %s', (left, right, because) => {
    const answer = compareProducts(
      named(left, { brand: 'Maker' }),
      named(right, { brand: 'Maker' }),
    );
    expect(answer.same).toBe(false);
    expect(answer.because.join()).toContain(because);
  });

  test('does not treat a statement on one side as a contradiction', () => {
    expect(
      same(
        named('Samsung Galaxy S24 256GB Black'),
        named('Samsung Galaxy S24 5G 256GB Onyx Black'),
      ),
    ).toBe(true);
    expect(
      same(
        named('LG OLED55C4PSA 55" C4 OLED 4K TV'),
        named('LG OLED evo C4 4K Smart TV OLED55C4PSA'),
      ),
    ).toBe(true);
  });
});

describe('supermarket goods and toys', () => {
  const at = (name: string, price: number, quantity: number | null = null) =>
    named(name, { price, quantity });
  test.each([
    ['Kikkoman Soy Sauce Soy', 'kikkoman soy sauce 1l', 1],
    ['Sunrice Microwave Organic Brown Rice Pouch', 'sunrice organic brown rice 250g', 0.25],
    [
      'Devondale 100% Pure Full Cream Long Life Milk',
      'devondale full cream long life milk 6 pack 1.2l',
      0.2,
    ],
  ])('%s is %s', (left, right, quantity) =>
    expect(same(at(left, 5, quantity), at(right, 5))).toBe(true),
  );

  test.each([
    ['A2 Milk Full Cream Uht Milk', 'a2 full cream milk 1l', 1, 'only one is "uht"'],
    ['White Wings Self Raising Flour', 'coles self raising flour 500g', 0.5, 'cole'],
    ['Kikkoman Soy Sauce', 'kikkoman soy sauce 1l', 0.25, 'different contents'],
  ])('%s is not %s', (left, right, quantity, because) => {
    const answer = compareProducts(at(left, 5, quantity), at(right, 5));
    expect(answer.same).toBe(false);
    expect(answer.because.join()).toContain(because);
  });
});

const word = fc.oneof(
  fc.constantFrom(
    'sony',
    'milk',
    '1L',
    '256GB',
    'WH-1000XM5',
    'black',
    'Men’s',
    '6 x 375mL',
    '15.6"',
    '"@en',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
const anyProduct = fc.record({
  name: text,
  brand: fc.option(text),
  model: fc.option(text),
  description: fc.option(text),
  price: fc.option(fc.double()),
  quantity: fc.option(fc.double()),
  gtin: fc.option(fc.string({ maxLength: 15 })),
});

test('compares symmetrically, with a confidence from 0.5 to 1', () => {
  fc.assert(
    fc.property(anyProduct, anyProduct, (left, right) => {
      const answer = compareProducts(left, right);
      const swapped = compareProducts(right, left);
      expect(swapped.same).toBe(answer.same);
      expect(swapped.confidence).toBe(answer.confidence);
      expect(answer.confidence >= 0.5 && answer.confidence <= 1).toBe(true);
      expect(answer.because.length).toBeGreaterThan(0);
    }),
    { numRuns: 400 },
  );
});

test('limits long names to the maximum length', () => {
  const long = 'wh1000xm5 black 256gb '.repeat(5_000);
  const compared = (text: string) =>
    compareProducts(named(text, { description: text }), named(`x${text}`, { description: text }));
  expect(compared(long)).toEqual(compared(long.slice(0, 2_000)));
});

describe('spellings of different shops', () => {
  test.each([
    ['a range of sizes', 'Havaianas Top Black 41/42', 'Havaianas Unisex Top - Black - Size 41/42'],
    ['a Roman numeral', 'Marshall Emberton II Black', 'Marshall Emberton 2 Black'],
    ['whole inches', 'Apple MacBook Air M3 13-inch 256GB', 'Apple 13.6" MacBook Air M3 256GB'],
    ['a split word', 'Listerine Coolmint Mouthwash 1L', 'Listerine Cool Mint Antibacterial 1L'],
    [
      'an age',
      'Heinz Baby Custard Vanilla 6mths+ 120g',
      'Heinz Vanilla Baby Custard 6+ Months 120g',
    ],
    [
      'the total of a pack',
      'Greenies Dental Dog Treats Regular 340g 12 Pack',
      'Greenies Dental Dog Treats Regular 340g',
    ],
    [
      'a bottle that is no baby’s',
      'Heineken Lager Bottles 330mL x 6 Pack',
      'Heineken Beer 6 x 330ml',
    ],
    [
      'a claim',
      'Telfast 180mg 60 Tablets',
      'Telfast Hayfever Allergy Relief 180mg Tablets 60 Pack',
    ],
    ['whose size it is', 'Coles Free Range Eggs 12 Pack 700g', 'Coles Free Range Eggs 700g 12pk'],
    [
      'an abbreviation',
      'Cobram Estate Robust EVOO 750ml',
      'Cobram Estate Robust Extra Virgin Olive Oil 750mL',
    ],
    ['which side comes first', 'Hugo Floor Rug 150x200cm', 'Hugo Floor Rug 200 x 150 cm'],
    ['the unit of the sides', 'Hugo Floor Rug 150 x 200 cm', 'Hugo Floor Rug 1.5m x 2m'],
    ['a short unit', 'Coleman Gold Tent 4 Person', 'Coleman 4P Gold Tent'],
    [
      'a word that only describes',
      'Armor All Protectant Original 500mL',
      'Armor All Original Protectant Spray 500ml',
    ],
    ['a platform', 'DualSense Controller White PS5', 'PlayStation 5 DualSense Controller White'],
    [
      'a unit',
      'Natures Own Glucosamine 1500 180 Tabs',
      "Nature's Own Glucosamine 1500mg 180 Tablets",
    ],
    [
      'how a set is counted',
      'Anko Glass Storage Containers 4 Piece',
      'Anko Glass Storage Containers - Set of 4',
    ],
    [
      'a code with dots',
      'Magnifica S Automatic Coffee Machine ECAM22110B',
      'Magnifica S Fully Automatic Coffee Machine Black ECAM22.110.B',
    ],
    ['a length in another unit', 'Metabo 125mm Angle Grinder Skin', 'Metabo 5" Angle Grinder Skin'],
    ['from which weight on', 'Revolution Cats Over 5kg 3 Pack', 'Revolution Cat 5kg+ 3 Pack'],
    ['a kit of pieces', 'Kincrome 98 Piece Tool Kit', 'Kincrome Tool Set 98pc'],
    ['a jigsaw', 'Clementoni Lighthouse Puzzle 500 Piece', 'Clementoni Lighthouse 500pc Jigsaw'],
    [
      'a scent',
      'Earth Choice Original Dish Liquid Aloe 500ml',
      'Earth Choice Dish Liquid Aloe Scent 500mL',
    ],
    ['a wash without soap', 'Hamilton Gentle Wash 500mL', 'Hamilton Gentle Wash Soap Free 500ml'],
    [
      'a version',
      'LaCie Rugged Portable Hard Drive 4TB',
      'LaCie Rugged 4TB External Hard Drive USB 3.0',
    ],
    ['a resolution', 'Razer Kiyo X Full HD Webcam', 'Razer Kiyo X 1080p Webcam'],
    [
      'a lens and its aperture',
      'Nikon Z50 Camera with 16-50mm Lens Kit',
      'Nikon Z50 Camera + 16-50mm f/3.5-6.3 Lens',
    ],
    ['a unit in full', 'Melitta Ground Coffee 1kg', 'Melitta Ground Coffee 1 Kilogram'],
    ['a grape', 'Tahbilk Cabernet 750ml', 'Tahbilk Cabernet Sauvignon 750ml'],
    ['still water', 'Evian Spring Water 12x500ml', 'Evian Still Spring Water 12 x 500mL'],
    [
      'a colour and a feature in other places',
      'Krups Arabica Fully Automatic Coffee Machine EA811840',
      'Krups Arabica Coffee Machine - Black EA811840',
    ],
    ['a colour', 'Nanoleaf White & Colour Bulb E27', 'Nanoleaf White & Color Bulb E27'],
    [
      'the strength of a spirit',
      'Four Pillars Bloody Shiraz Gin 700ml',
      'Four Pillars Bloody Shiraz Gin 37.8% 700mL',
    ],
  ])('%s: %s is %s', (_what, left, right) => {
    expect(same(named(left, { price: 20 }), named(right, { price: 20 }))).toBe(true);
  });

  test.each([
    [
      'a generation beside a platform',
      'Milwaukee M18 FUEL 13mm Drill Skin M18FPD2-0',
      'Milwaukee M18 FUEL 13mm Drill Bare Tool M18FPD3-0',
    ],
    ['a model of one series', 'Sony WF-C700N Earbuds White', 'Sony WF-C500 Earbuds White'],
    ['a year', 'Samsung The Frame 55" TV [2024]', 'Samsung The Frame 55" TV [2023]'],
    [
      'another maker’s part',
      'Brother TN-2450 High Yield Toner',
      'Compatible TN2450 Toner for Brother',
    ],
    [
      'what a title counts',
      'The 13-Storey Treehouse by Andy Griffiths',
      'The 26-Storey Treehouse by Andy Griffiths',
    ],
    [
      'a stage without its name',
      'NAN Pro 2 Follow-On Formula 800g',
      'NAN Pro Stage 1 Formula 800g',
    ],
    [
      'a tool with its battery',
      'Ryobi 18V 165mm Circular Saw Skin R18CS-0',
      'Ryobi 18V 165mm Circular Saw 4.0Ah Kit',
    ],
    [
      'what a grill burns',
      'Weber Baby Q Q1200 LPG BBQ Black',
      'Weber Baby Q Q1200 Natural Gas BBQ Black',
    ],
    [
      'an edition for families',
      'Cards Against Humanity Australian Edition',
      'Cards Against Humanity Family Edition',
    ],
    ['a workbook', 'Atomic Habits by James Clear', 'Atomic Habits Workbook by James Clear'],
    [
      'a word for a neutral one',
      'Cetaphil Gentle Skin Cleanser 1L',
      'Cetaphil Gentle Foaming Cleanser 1L',
    ],
    [
      'a title for a neutral word',
      'Super Mario Odyssey - Nintendo Switch',
      'Super Mario Party - Nintendo Switch',
    ],
    ['a claim for another', 'Swisse Bone Support 60 Tablets', 'Swisse Allergy Support 60 Tablets'],
    [
      'an edition',
      'Fairy Platinum Dishwasher Tablets 52pk',
      'Fairy Platinum Plus Dishwasher Tablets 52pk',
    ],
    [
      'larger rolls',
      'Quilton 3 Ply Toilet Tissue 24 Pack',
      'Quilton King Size 3 Ply Toilet Tissue 24 Pack',
    ],
    ['another recipe', 'Bio-Oil Skincare Oil 125mL', 'Bio-Oil Natural Skincare Oil 125mL'],
    [
      'a mix for one kind',
      'Lindor Milk Chocolate Balls 333g',
      'Lindor Assorted Chocolate Balls 333g',
    ],
    [
      'a model of one standard',
      'TP-Link Archer AX55 AX3000 Wi-Fi 6 Router',
      'TP-Link Archer AX53 AX3000 Wi-Fi 6 Router',
    ],
    ['more ink', 'Canon PG-645XL Black Ink Cartridge', 'Canon PG-645 Black Ink Cartridge'],
    ['more ink', 'Canon PG-645 Black XL Ink Cartridge', 'Canon PG-645 Ink Cartridge - Black'],
    [
      'the ending of a number',
      'Westinghouse WBE4500SC-R 460L Fridge',
      'Westinghouse WBE4500SC-L 460L Fridge',
    ],
    ['a letter of a number', 'Hisense 65" Q6NAU 4K TV', 'Hisense 65" U6NAU 4K TV'],
    [
      'a shade',
      'Apple iPhone 16 Pro 256GB Desert Titanium',
      'Apple iPhone 16 Pro 256GB Natural Titanium',
    ],
    ['the size of each', 'Somersby Apple Cider 4 x 330mL', 'Somersby Apple Cider 4 x 1320ml'],
    ['the drink for its pot', 'Bodum Assam Tea', 'Bodum Assam Teapot'],
    ['who does for what is done', 'Wagner Paint Set', 'Wagner Painter Set'],
    ['bottles for cans', 'Hahn Light Bottles 375mL 24 Pack', 'Hahn Light Cans 375mL 24 Pack'],
    ['a claim of toothpaste', 'Oral-B 123 Toothpaste 100g', 'Oral-B 123 Whitening Toothpaste 100g'],
    ['what it trims', 'Ryobi 18V One+ Hedge Trimmer', 'Ryobi 18V One+ Line Trimmer'],
    [
      'another grade of oil',
      'Valvoline SynPower 5W-40 A3/B4 Oil 5L',
      'Valvoline SynPower 5W30 A3/B4 Oil 5L',
    ],
    [
      'another graphics card with the same memory',
      'Gigabyte Windforce RTX 5070 Ti OC 16GB GDDR7',
      'Gigabyte Windforce RTX 5070 OC 16GB GDDR7',
    ],
    [
      'lit memory',
      'Kingston Fury Beast 32GB (2x16GB) DDR5 5600MHz',
      'Kingston Fury Beast RGB 32GB (2x16GB) DDR5 5600MHz',
    ],
    ['another rug', 'Hugo Floor Rug 150x200cm', 'Hugo Floor Rug 150x230cm'],
    [
      'a named variety for the original',
      'Glen 20 Spray Original 300g',
      'Glen 20 Spray Country Scent 300g',
    ],
    ['a colour of food', 'Sunrice Medium Grain Rice 5kg', 'Sunrice Rice Medium Grain Brown 5kg'],
    [
      'an ingredient',
      'Continental Cup A Soup Creamy Chicken 2 Pack',
      'Continental Cup a Soup Chicken Noodle 2 pack',
    ],
    [
      'remanufactured goods',
      'Xerox 108R00657 Maintenance Kit',
      'Xerox Remanufactured 108R00657 Maintenance Kit',
    ],
    [
      'the size of a ball',
      'Spalding TF-150 Basketball Size 7',
      'Spalding TF-150 Basketball Size 6',
    ],
    ['the size of jeans', "Levi's 501 Jeans Black W32 L32", "Levi's 511 Jeans Black W32 L32"],
  ])('but not %s: %s is not %s', (_what, left, right) => {
    expect(same(named(left, { price: 20 }), named(right, { price: 20 }))).toBe(false);
  });
});
