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
  ['Kleenex Aloe Vera Facial Tissues 95 Pack', 'Sorbent Facial Tissues Aloe Vera 95 Pack'],
  ['Kettle Sea Salt & Vinegar Chips 165g', "Smith's Crinkle Cut Salt & Vinegar Chips 170g"],
  [
    'Pine O Cleen Disinfectant Wipes Lemon Lime 110 Pack',
    'Pine O Cleen Disinfectant Lemon Lime 1.25L',
  ],
  ['Hydralyte Effervescent Tablets Orange 20 Pack', 'Hydralyte Electrolyte Solution Orange 1L'],
  ['Uncle Tobys Quick Oats Sachets 12 Pack', 'Uncle Tobys Quick Oats 1kg'],
  ["Helga's Mixed Grain Wraps 8 Pack", "Helga's Mixed Grain Loaf 850g"],
  ['Mattel UNO Card Game', 'Mattel Games UNO Flip! Card Game'],
  [
    "Whittaker's Chocolate Creamy Hazella Milk Chocolate Block 250g",
    "Whittaker's Block Chocolate Creamy Milk Block 250g",
  ],
  ['Dove Women Deodorant Original 250ml', 'Dove Women Deodorant 48h Fresh 250ml'],
  ['Comfort Fabric Softener Pure 900ml', 'Comfort Fabric Softener Morning Fresh 900ml'],
  ['Fortune Everyday Jasmine Rice 10kg', 'Fortune Fragrant Jasmine Rice 10kg'],
  ['Sunrice Jasmine Rice 1kg', 'Sunrice Premium Jasmine Rice 1kg'],
  ['Annalisa Tomatoes Diced 400g', 'Annalisa Finely Chopped Tomatoes 400g'],
  ['Nurofen 24 Tablets', 'Nurofen Rapid 24 Tablets'],
  ['Panadol Tablets 24 Pack', 'Panadol Caplets 24 Pack'],
  ['BONDS Mens Guyfront Trunk 3-Pack Large Black', "Bonds Men's Guyfront Trunk 3 Pack Black M"],
  ['Spalding TF-150 Basketball Size 6', 'Spalding TF150 Basketball 7'],
  [
    'Pedigree Dentastix Dental Dog Treats Large Dog 7 Pack',
    'Pedigree DentaStix Small Dental Dog Treats Daily Oral Care Chews 7 pack',
  ],
  [
    'Sunbeam Sleep Perfect Antibacterial Queen Bed Electric Blanket',
    'Sunbeam Sleep Perfect Quilted Electric Blanket King',
  ],
  [
    'Pauls Kids Bluey Vanilla Custard Pouch 70g',
    'pauls kids bluey vanilla flavoured yoghurt pouch 70g',
  ],
  [
    'Lurpak Spreadable Slightly Salted Butter 400g',
    'Lurpak Spreadable Lighter Slightly Salted 400g',
  ],
  ['Dune: Part Two (4K Ultra HD + Blu-ray)', 'Dune: Part Two Blu-ray'],
  ['San Remo Instant Spaghetti 500g', 'San Remo Spaghetti 500g'],
  ['Scotts Lawn Builder Lawn Food All Purpose 4 kg', 'Scotts Lawn Builder Buffalo 4kg'],
  [
    'Colgate Total Active Prevention Deep Clean Toothpaste 200g',
    'Colgate Total Active Prevention Active Fresh Toothpaste 200g',
  ],
  [
    'Garmin Forerunner 265 Sports Watch Black/Powder Gray',
    'Garmin Forerunner 265S Black/Powder Grey',
  ],
  ["Ajax Spray n' Wipe Multipurpose Lemon 500mL", "Ajax Spray n' Wipe Kitchen Lemon 500mL"],
  ['Uncle Tobys Muesli Bars Choc Chip 6 Pack', 'Uncle Tobys Muesli Bars Chewy Choc Chip 6 Pack'],
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
  ['Karcher K3 Power Control Pressure Washer', 'Kärcher K 3 Power Control High Pressure Cleaner'],
  [
    'Peters Drumstick Minis Ice Cream Vanilla 6 Pack',
    'Peters Drumstick Minis Classic Vanilla Cones 6 Pack 490ml',
  ],
  [
    'Coca-Cola Caffeine Free Zero Sugar Soft Drink Bottle 1.25L',
    'Coca-Cola Zero Sugar Zero Caffeine Soft Drink Bottle 1.25L',
  ],
  ['Western Star Salted Butter Block 500g', 'Western Star Dairy Butter 500g'],
  ['Nescafe Gold Intense Soluble Instant Coffee 200g', 'Nescafe Gold Intense Coffee 200g'],
  ['Cold Power Plus Odour Fighter Laundry Liquid 2L', 'Cold Power Laundry Liquid Odour Fighter 2L'],
  ["Bosisto's Power Plus Laundry Liquid 2L", "Bosisto's Power + Laundry Liquid 2L"],
  [
    'Palmolive Naturals Intensive Moisture Shampoo 700ml',
    'Palmolive Naturals Moisture Intense Shampoo 700ml',
  ],
  ['Dyson V8 Absolute Cordless Stick Vacuum', 'Dyson V8 Absolute Handstick Vacuum Cleaner'],
  [
    'Tontine Luxe Goose Feather & Down Pillow Standard',
    'Tontine Luxe Goose Feather and Down Pillow',
  ],
  [
    'Gillette Fusion5 Razor Blades Refill 8 Pack',
    'Gillette Fusion 5 Replacement Shaving Cartridges 8pk',
  ],
  [
    'Sharpie Fine Point Permanent Markers Black 12 Pack',
    'Sharpie Permanent Marker Fine Black Box 12',
  ],
  [
    'Dolmio Extra Bolognese Pasta Sauce Tomato Onion & Roast Garlic 500g',
    'Dolmio Extra Pasta Sauce Tomato Onion & Roast Garlic 500g',
  ],
  [
    "Leggo's Bolognese Pasta Sauce with Chunky Tomato, Garlic & Herbs 500g",
    'Leggos Chunky Tomato Garlic & Herbs Pasta Sauce 500g',
  ],
  [
    'A2 Platinum Premium Toddler Milk Drink Stage 3 900g',
    'a2 platinum toddler stage 3 milk drink 900g',
  ],
  [
    'Aptamil Gold+ 3 Toddler Milk Drink 900g',
    'Aptamil Gold Plus Stage 3 Toddler Nutritional Supplement 900g',
  ],
  [
    'Milo Malt Chocolate Drinking Powder Hot or Cold 1kg',
    'Milo Chocolate Malt Powder Hot or Cold Drink 1kg',
  ],
  ['McCain Peas 1kg', 'McCain Garden Peas 1kg'],
  ['Monopoly Classic Board Game', 'Hasbro Gaming Monopoly Classic Edition Family Board Game'],
  [
    "Four'N Twenty Traditional Meat Pies 4 Pack 700g",
    'Four N Twenty Meat Pies Traditional Beef 4 Pack',
  ],
  ['Canon EF 50mm f/1.8 STM Lens', 'Canon EF50MM F/1.8 STM Prime Lens'],
  ["Vili's Beef Pie 160g", 'Vilis Beef Pie 160g'],
  ["Yumi's Classic Hommus Dip 200g", 'Yumis Hommus Dip Classic 200g'],
  ['Colgate Savacol Mint Mouth Rinse 300ml', 'Colgate Savacol Mouthwash Mint 300ml'],
  ['Curasept Mouth Rinse 200ml', 'Curasept Mouthwash 200ml'],
  ['SPC Fruit Salad in Juice 825g', 'SPC Aussie Made Fruit Salad in Juice 825g'],
  ['Bulla Cottage Cheese 500g', 'Bulla Aussie Made Cottage Cheese 500g'],
])('matches %s with %s', (left, right) => {
  expect(same(priced(left), priced(right, 12.8))).toBe(true);
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
