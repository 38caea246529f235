import { expect, test } from 'vitest';
import { canonicalName } from './canonical-name.ts';

const named = (brand: string | null, ...names: string[]) =>
  canonicalName(names.map((name) => ({ name, brand })));

test.each([
  ['Breville Crispy Crust Pizza Pizza Oven', 'Breville Crispy Crust Pizza Oven'],
  ['Chobani Greek Yogurt Yoghurt 907 g', 'Chobani Greek Yogurt 907g'],
  ['nutella hazelnut spread 400 g', 'Nutella Hazelnut Spread 400g'],
  ['Fruit & Nut Muesli | 1kg', 'Fruit & Nut Muesli 1kg'],
  [
    'SAMSUNG 55" QN90D QLED 4K TV - QA55QN90DAWXXY - FREE DELIVERY!',
    'Samsung 55" QN90D QLED 4K TV',
  ],
  ['Solo 12x375ml', 'Solo 12 x 375mL'],
  ['Koala SE Mattress King (KSEKI)', 'Koala SE Mattress King'],
  ['Apple MWWST AirPods Max Starlight', 'Apple AirPods Max Starlight'],
  [
    'Apple MWWMI AirPods Max USB-C Headphones, Midnight',
    'Apple AirPods Max USB-C Headphones Midnight',
  ],
  ['Asus ROG STRIX Gaming Laptop', 'Asus ROG Strix Gaming Laptop'],
  ['Samsung S90D 4K TV - OLED', 'Samsung S90D 4K TV OLED'],
  ['MANNING VALLEY Eggs Large', 'Manning Valley Eggs Large'],
  ['Drontal Dogs to 10kg Tablets - 4 Pack', 'Drontal Dogs to 10kg Tablets 4 pack'],
  ['Instax SQ40 Instant Camera - SQ40', 'Instax SQ40 Instant Camera'],
  ['Insta360 X4 Action Camera - X4', 'Insta360 X4 Action Camera'],
  ['Dell Inspiron 14" i7/16 GB/1 TB', 'Dell Inspiron 14" i7/16GB/1TB'],
  ['Scanpan Impact 5 piece Cookware Set', 'Scanpan Impact 5 Piece Cookware Set'],
  ['Staedtler Triplus Fineliner Fineliners 10 pack', 'Staedtler Triplus Fineliner 10 pack'],
  ['Nikon Z fc with 16-50 mm Lens', 'Nikon Z fc with 16-50mm Lens'],
  ['Dell 32" WQHD', 'Dell 32" WQHD'],
  ['Optifast VLCD Shake Coffee 12 x 53g', 'Optifast VLCD Shake Coffee 12 x 53g'],
  ['Anker Prime 67W USB-C Charger', 'Anker Prime 67W USB-C Charger'],
])('tidies a single title: %s', (title, name) => {
  expect(named(null, title)).toBe(name);
});

test.each([
  ['PENFOLDS KOONUNGA HILL SHIRAZ 750ML', 'Penfolds Koonunga Hill Shiraz 750mL'],
  ['NINJA FOODI MAX DUAL ZONE AIR FRYER', 'Ninja Foodi Max Dual Zone Air Fryer'],
  ['TCL 4K UHD QLED SMART TV WITH HDMI', 'TCL 4K UHD QLED Smart TV with HDMI'],
  ['dell oled monitor', 'Dell OLED Monitor'],
  ['ARNOTTS SHAPES BBQ 175G', 'Arnotts Shapes BBQ 175g'],
  ['UGREEN USB-C HUB', 'Ugreen USB-C Hub'],
  ['SanDisk Ultra microSD 128G', 'SanDisk Ultra microSD 128G'],
  ['AMD RYZEN 5 CPU', 'AMD Ryzen 5 CPU'],
  ['Garnier BB 5 in 1 Cream', 'Garnier BB 5 in 1 Cream'],
  ['Smiths Chips BB 12/25', 'Smiths Chips'],
  ['Netgear 5G Router', 'Netgear 5G Router'],
  ['Netgear 10G Switch', 'Netgear 10G Switch'],
  ['KIT KAT BAR 45G', 'Kit Kat Bar 45g'],
  ['Fish Oil Odourless 300 TABLETS', 'Fish Oil Odourless 300 Tablets'],
  ['Fish Oil 1000MG', 'Fish Oil 1000mg'],
  ['Pepsi Max Cans 375mL x 24 Pack', 'Pepsi Max Cans 24 x 375mL'],
  ['Absolut Vodka 700ml (Case of 6)', 'Absolut Vodka 700mL 6 pack'],
  ['Armor All Wash & Wax - 1.25 Litre', 'Armor All Wash & Wax 1.25L'],
  ['Glad Wrap 30 m', 'Glad Wrap 30m'],
  ['Levis Jeans Size 8 M', 'Levis Jeans Size 8 M'],
  ['Victa 18 Inch Lawn Mower', 'Victa 18" Lawn Mower'],
  ['Apple MacBook Air 13-inch M3', 'Apple MacBook Air 13" M3'],
  ['Cygnett 20,000mAh Power Bank, Black', 'Cygnett 20,000mAh Power Bank Black'],
  ['Ordinary Niacinamide 10% + Zinc 1%', 'Ordinary Niacinamide 10% + Zinc 1%'],
  ['Not Giving a F*ck Novel*', 'Not Giving a F*ck Novel'],
  ['NEW Smiths Chips Salt 170g', 'Smiths Chips Salt 170g'],
  ['Smiths Chips Salt (NEW) 170g', 'Smiths Chips Salt 170g'],
  ['NEW BALANCE 574 Shoes', 'NEW Balance 574 Shoes'],
  ['Don Leg Ham 100g - $3.50', 'Don Leg Ham 100g'],
  ['Smiths Crinkle Cut 170g | 2 for $6', 'Smiths Crinkle Cut 170g'],
  ['Coles Gift Card - $50', 'Coles Gift Card $50'],
  ['Leggos Sauce 500g (Best Before 03/26)', 'Leggos Sauce 500g'],
  ['Nurofen Children 200ml (Limit of ONE per Order)', 'Nurofen Children 200mL'],
  ['Hendricks Gin 700ml | Free Delivery Over $100', 'Hendricks Gin 700mL'],
  ['Asus ROG Laptop 16GB [^Refurbished]', 'Asus ROG Laptop 16GB Refurbished'],
])('writes words and amounts in their usual form, without conditions: %s', (title, name) => {
  expect(named(null, title)).toBe(name);
});

test.each([
  ['ghd', 'ghd Platinum+ Hair Straightener White', 'ghd Platinum+ Hair Straightener White'],
  ['OMO', 'omo ultimate capsules 28 pack', 'OMO Ultimate Capsules 28 pack'],
  ["De'Longhi", "Nespresso by De'Longhi Vertuo Pop", "De'Longhi Nespresso Vertuo Pop"],
])('states the brand as its titles do: %s', (brand, title, name) => {
  expect(named(brand, title)).toBe(name);
});

test.each([
  ['Apple', 'Apple MacBook Air M3 Laptop MRXV3X/A', 'Apple MacBook Air M3 Laptop'],
  ['Speedo', 'Speedo 8007288 Endurance Medalist Swimsuit', 'Speedo Endurance Medalist Swimsuit'],
  ['TCL', 'TCL 55P755 55" P755 Google TV', 'TCL 55" P755 Google TV'],
  ['Ryobi', 'Ryobi ONE+ Drill Driver Kit R18DD3-120G', 'Ryobi ONE+ Drill Driver Kit'],
])('drops the codes of %s', (brand, title, name) => {
  expect(named(brand, title)).toBe(name);
});

test('drops codes when the name identifies the model without them', () => {
  expect(named('Sunbeam', 'Sunbeam Rise Up Kettle - Black KEM1007BL')).toBe(
    'Sunbeam Rise Up Kettle Black',
  );
  expect(named(null, 'Brother MFC-L2880DW - MFCL2880DW')).toBe('Brother MFC-L2880DW');
  expect(named('HP', 'HP 3YM57AA Black')).toBe('HP 3YM57AA Black');
  expect(named('Canon', 'Canon Pixma TS3560 - TS3560')).toBe('Canon Pixma TS3560');
  expect(named(null, 'Mattel Pictionary (DKD49)')).toBe('Mattel Pictionary DKD49');
  const fan = 'Goldair 40cm Pedestal Fan';
  expect(named('Goldair', `${fan} - Black GCPFBL`)).toBe(`${fan} Black`);
  expect(named('Goldair', `Goldair GCPFBL 40cm Pedestal Fan, Black`, `${fan} Black (GCPFBL)`)).toBe(
    `${fan} Black`,
  );
  const ink = [
    'Canon PG-645 Ink Cartridge - Black PG645BL',
    'Canon PG-645 - Black',
    'Canon PG-645 Black Ink Cartridge',
  ];
  expect(named('Canon', ...ink)).toBe('Canon PG-645 Ink Cartridge Black');
  expect(named('Weber', 'Weber GENE325 Genesis E-325')).toBe('Weber Genesis E-325');
  expect(named('Dyson', 'Dyson V11 Stick Vacuum - 419650-01')).toBe('Dyson V11 Stick Vacuum');
  const oil = ['WD-40 61103 Multi-Use Lubricant 300g', 'WD-40 Multi-Use Lubricant 300g (61103)'];
  expect(named('WD-40', ...oil)).toBe('WD-40 Multi-Use Lubricant 300g');
  expect(named('Anker', 'Anker Slim Power Bank PowerCore 10000')).toContain('PowerCore 10000');
  expect(named('LEGO', 'LEGO City Police Station (60316)')).toBe('LEGO City Police Station 60316');
  const sony = ['Sony WH-1000XM5 Headphones', 'Sony Headphones (WH-1000XM5)', 'Sony Headphones'];
  expect(named('Sony', ...sony)).toContain('WH-1000XM5');
});

test('keeps an amount that one shop leaves out', () => {
  const vitamin = ['Ostelin Vitamin D 1000IU Capsules', 'Ostelin Vitamin D Capsules'];
  expect(named('Ostelin', ...vitamin)).toBe('Ostelin Vitamin D 1000IU Capsules');
  const sheets = ['Sheridan 1200TC Cotton Sheet Set', 'Sheridan Cotton Sheet Set'];
  expect(named('Sheridan', ...sheets)).toBe('Sheridan 1200TC Cotton Sheet Set');
});

test('says what the product is although most shops leave it out', () => {
  const speakers = [
    'Bose SoundLink Max - Black 883848BL',
    'Bose 883848BL SoundLink Max, Black',
    'Bose SoundLink Max - Black',
    'Bose SoundLink Max Portable Speaker - Black 883848BL',
  ];
  expect(named('Bose', ...speakers)).toBe('Bose SoundLink Max Portable Speaker Black');
  const laptops = ['Acer Swift 14" Silver Laptop', 'Acer Swift 14" Laptop Silver'];
  expect(named('Acer', ...laptops)).toBe('Acer Swift 14" Laptop Silver');
});

test('keeps what most shops write, in their case, brand first and size last', () => {
  expect(
    named(
      'Philips',
      'PHILIPS Airfryer XXL Air Fryer 7.2L',
      'Philips HD9285 7.2 L Airfryer XXL, Hot Deal',
      'philips airfryer xxl air fryer 7.2l',
      'Airfryer XXL Air Fryer 7.2L Philips',
    ),
  ).toBe('Philips Airfryer XXL Air Fryer 7.2L');
  expect(named('Tim Winton', 'Juice (Paperback) by Tim Winton')).toBe('Tim Winton Juice Paperback');
});

test.each([
  ['Joseph Joseph', 'Joseph Joseph Totem Max Bin', 'Joseph Joseph Totem Max Bin'],
  ['Five:am', 'FIVE:AM Organic Yoghurt 700g', 'Five:am Organic Yoghurt 700g'],
  ['Shaw + Smith', 'SHAW + SMITH Sauvignon Blanc 750ml', 'Shaw + Smith Sauvignon Blanc 750mL'],
  ['Exploding Kittens', 'Exploding Kittens Exploding Kittens Game', 'Exploding Kittens Game'],
])('states the brand once: %s', (brand, title, name) => {
  expect(named(brand, title)).toBe(name);
});

test('merges words that a size separated, but keeps paired amounts', () => {
  expect(named('Russell Hobbs', 'Russell Hobbs SatisFry Air 5L Air Fryer')).toBe(
    'Russell Hobbs SatisFry Air Fryer 5L',
  );
  expect(named(null, 'Gardena Classic 20m Hose - 20m')).toBe('Gardena Classic 20m Hose');
  expect(named(null, 'Oztrail Gazebo 3m x 3m')).toBe('Oztrail Gazebo 3m x 3m');
});

test('keeps the repeat of a word that most shops write', () => {
  const tissues = [
    'Kleenex Complete Clean Toilet Tissue Toilet Paper 12 pack',
    'Kleenex Complete Clean Toilet Tissue 12 pack',
    'kleenex complete clean toilet tissue 12 pack',
  ];
  expect(named('Kleenex', ...tissues)).toBe('Kleenex Complete Clean Toilet Tissue 12 pack');
  const sheep = [
    'Mem Fox Green Sheep Picture Book - Board Book',
    'Green Sheep (Board Book) by Mem Fox',
    'Mem Fox Green Sheep Board Book',
  ];
  expect(named('Mem Fox', ...sheep)).toBe('Mem Fox Green Sheep Board Book');
  const fridges = ['LG Side by Side Fridge', 'LG Side by Side 655L', 'LG Fridge Side by Side'];
  expect(named('LG', ...fridges)).toContain('Side by Side');
});

test('keeps initials and the small words of a title', () => {
  const tolkien = 'J.R.R. Tolkien The Fellowship of the Ring Novel';
  expect(named('J.R.R. Tolkien', tolkien, tolkien.toUpperCase())).toBe(tolkien);
});

test('keeps small words in lower case when most shops do', () => {
  const mini = [
    'Apple iPad mini 8.3" Tablet',
    'Apple iPad mini 8.3" Tablet',
    'APPLE IPAD MINI 8.3"',
  ];
  expect(named('Apple', ...mini)).toBe('Apple iPad mini 8.3" Tablet');
});

test('never empties a name', () => {
  expect(named(null, '!!!')).toBe('!!!');
  expect(named('Acme', 'AB1234')).toBe('Acme AB1234');
  expect(() => canonicalName([])).toThrow(RangeError);
});
