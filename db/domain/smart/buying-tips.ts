/*
 * What to look at before buying, by our own categories (category.ts). Lasting advice: no prices, no models, no dates.
 */

const TIPS: Readonly<Record<string, readonly string[]>> = {
  Phones: [
    'Check that it is Australian stock: an imported phone may miss local network bands and warranty service.',
    'Ask how many years of system and security updates are left; it decides how long the phone stays safe to use.',
    'Compare buying outright with a SIM-only plan against the total cost of a contract over its whole term.',
    'Buy storage for the years ahead: few phones take a memory card, and the next size up later means a new phone.',
  ],
  Speakers: [
    'Check how it connects: Bluetooth follows your phone, Wi-Fi speakers keep playing when you walk away, and not all do both.',
    'A soundbar needs the right socket on your television (HDMI with ARC or eARC); look before you order.',
    'Smart speakers differ in which assistant and which music services they work with.',
    'A portable one should state its battery life and its dust and water rating (IP67 survives the pool).',
  ],
  'Bedding & Bath': [
    'Measure the mattress, its depth too: Australian queen and king sizes differ from those of other countries.',
    'Thread count above 400 says little; what it is made of (cotton, linen, bamboo) decides how it feels.',
    "Quilts are rated by warmth or weight: choose by your bedroom's temperature in winter, not by price.",
    'Manchester is on special several times a year: compare with its price over the last months.',
  ],
  Cookware: [
    'Check that it suits your cooktop: induction needs a magnetic base.',
    'Sets look cheap per piece: count the pieces that you would use.',
    'Non-stick wears out within years, stainless steel and cast iron last: weigh the price against that.',
    'Look at the longest oven temperature stated for handles and lids.',
  ],
  Garden: [
    'With cordless tools you choose a battery system: count what its batteries and charger cost, and which tools you will add.',
    'For a mower, the cutting width and the size of your lawn decide; a wider one needs storage too.',
    'Gas barbecues may be sold without bottle and regulator: add them before you compare.',
    'Most garden tools are cheapest at the end of summer.',
  ],
  Stationery: [
    'Compare by the sheet, the pen or the page, not by the pack: multipacks are not always cheaper.',
    'Prices fall sharply in January before school starts.',
    'Check the paper weight (80 gsm and more) for double-sided printing.',
    'For a chair or a desk of your own, ask for the length of the warranty on moving parts.',
  ],
  Camping: [
    'Tents state how many people lie side by side: one place more leaves room for bags.',
    'Compare packed size and weight if you carry it, and the standing height if you do not.',
    'Look for the hydrostatic head of fly and floor: 1,500 mm and more keeps steady rain out.',
    "A sleeping bag's comfort temperature matters, not its limit.",
  ],
  'Smart Watches': [
    'Make sure that it works with your phone: some watches pair with one brand of phone only.',
    'Battery life varies from a day to weeks. Think about whether you want to track sleep, which leaves less time to charge.',
    'A model with its own mobile connection also needs a plan; without one, the cheaper version does the same.',
    'Check the case size on your wrist and whether bands are standard or of the brand only.',
  ],
  Headphones: [
    'Fit decides more than the data sheet: check that they can be returned if they are uncomfortable.',
    'Noise cancelling helps on trains and planes; at home or in the gym you may not need to pay for it.',
    'Ask whether the battery and ear pads can be replaced, which doubles the life of a good pair.',
    'Earbuds opened for hygiene reasons are often excluded from change-of-mind returns.',
  ],
  'Gaming Laptops': [
    'The graphics chip and the power it is allowed to draw matter more for games than the processor.',
    'Look for memory and storage that can be upgraded; both are cheaper to add later than to buy built in.',
    'A fast screen only helps when the graphics chip can fill it: match the two.',
    'Read reviews for fan noise and heat, which no specification tells.',
  ],
  Laptops: [
    'Sixteen gigabytes of memory is the sensible minimum for a laptop you want to keep for years.',
    'Check that memory and storage are not soldered if you may want more later.',
    'Look at the ports: charging through USB-C and a second screen save you adapters.',
    'Students and teachers often get a discount directly from the maker; compare it with the shops.',
  ],
  Tablets: [
    'Add the pen and the keyboard before you compare: they can cost as much again as the tablet.',
    'Check how many years of updates are left, as older tablets lose apps before they break.',
    'Buy the larger storage only if you keep films or photos on it; streaming needs little.',
    'For reading alone, an e-reader is lighter, kinder to the eyes and far cheaper.',
  ],
  TVs: [
    'Measure the room: for a sharp picture, sit between one and two screen widths away.',
    'Compare the Energy Rating label; a large television can cost more to run than the difference in price.',
    'Last year’s model is often nearly the same for much less when the new range arrives.',
    'Ask what delivery, wall mounting and taking the old set away cost.',
  ],
  Cameras: [
    'You buy into a lens system: look at which lenses exist and what they cost before the body.',
    'Compare kits with the body alone; a kit lens adds little to the price and is fine to start with.',
    'Check for an Australian warranty, as grey imports are serviced by the seller only.',
    'Budget for a second battery and a fast memory card.',
  ],
  Gaming: [
    'Add the price of the games and the online subscription: the console is the smaller part over its life.',
    'A console without a disc drive cannot play used games, which often cost half.',
    'Bundles are good value only if you want the game in them.',
    'Check how much storage is left after the system, and whether it can be extended with a standard drive.',
  ],
  Computers: [
    'Check that the parts fit what you own: sockets, cables and connectors differ even within one brand.',
    'For monitors, resolution and panel type matter more than brand; check for dead-pixel cover.',
    'For printers, compare the cost of ink a page: the cheapest printer is often the dearest to run.',
    'Look at the length of the warranty and whether it is repaired on site.',
  ],
  'Coffee Machines': [
    'Decide first on the kind: capsules are quick, manual machines need a grinder and some practice.',
    'A good grinder changes the cup more than a dearer machine does.',
    'Add the running cost: capsules cost several times as much a cup as beans.',
    'Ask how it is descaled and cleaned, and whether seals and spare parts can be bought.',
  ],
  'Kitchen Appliances': [
    'Measure your bench and the height under your cupboards before you choose a size.',
    'Look for parts that can go into the dishwasher, and for spare jugs, baskets or blades.',
    'Wattage alone says little: compare what it does with what you cook.',
    'Small appliances are often reduced at the end of the financial year and in November.',
  ],
  'Home Appliances': [
    'Compare the Energy Rating and Water Rating labels: over ten years they outweigh a lower price.',
    'Measure the space, the doors on the way to it and the room it needs for air.',
    'Ask what delivery, installation and removal of the old appliance cost.',
    'The consumer guarantees last a reasonable time by themselves; an extended warranty often adds nothing.',
  ],
  'Running Shoes': [
    'Fit comes first: leave a thumb’s width before the toes and try them in the afternoon, when feet are larger.',
    'Choose for the ground you run on; road and trail soles are made for different work.',
    'Last season’s colour is the same shoe for less.',
    'Check that worn-once shoes can be returned; many running shops allow it.',
  ],
  Shoes: [
    'Sizes differ between brands and countries: compare the length in centimetres.',
    'Leather that can be resoled costs more once and less over the years.',
    'Check who pays for the return before you order two sizes.',
    'Seasonal styles are reduced most in January and July.',
  ],
  'Pet Food': [
    'Compare the price per kilogram; larger bags are not always cheaper.',
    'Choose complete food for the age and size of your pet, and change over a week.',
    'Subscriptions save on many shops’ prices and can usually be stopped at any time.',
    'Check the best-before date of reduced bags against how fast you use them.',
  ],
  Baby: [
    'For car seats, prams and cots, look for the mandatory Australian standard on the label.',
    'Compare nappies by the price of each, not of the pack, in the size you will need next.',
    'Never buy a used car restraint whose history you do not know.',
    'Keep the box until you are sure of the size; opened hygiene goods are rarely taken back.',
  ],
  Books: [
    'Check the edition and the format before you compare prices.',
    'Delivery can cost more than the difference in price: order several together.',
    'Your library may lend the e-book or audiobook free of charge.',
    'For school and university, confirm the required edition first.',
  ],
  Liquor: [
    'Compare the price per litre or per standard drink; cartons and casks differ in size.',
    'Mixed dozens are often cheaper than single bottles.',
    'Ask whether the shop matches another’s special; some large chains do.',
    'You must be 18 or over to buy alcohol, and someone must be home to receive it.',
  ],
  Tools: [
    'Batteries fit one system only: choose the system first, then buy tools without battery.',
    'Brushless motors cost more and last longer under steady work.',
    'For a tool you need once, compare the price of hiring it.',
    'Register the tool after buying; many makers extend the warranty if you do.',
  ],
  Toys: [
    'Check the age on the box: for children under three it is about small parts, not difficulty.',
    'Make sure that compartments of button batteries are secured by a screw.',
    'Toys are reduced most in the mid-year sales; presents bought then need not be paid for in December.',
    'Compare sets by what is in them: names of similar sets differ by a word.',
  ],
  Pharmacy: [
    'Compare the active ingredient and its strength; own brands contain the same for less.',
    'Compare the price of a tablet or dose, since pack sizes vary.',
    'Read the label, and ask a pharmacist before you combine medicines.',
    'For sunscreen, the rating and the expiry date matter, not the price.',
  ],
  Beauty: [
    'Compare the price per 100 millilitres; travel sizes and gift sets hide it.',
    'Check the date after opening that is printed on the pack before you stock up.',
    'Buy from the brand’s authorised sellers, as copies are common on marketplaces.',
    'Test a small size first if your skin is sensitive.',
  ],
  Cleaning: [
    'Compare the price per wash, sheet or litre: packs change size more often than price.',
    'These goods keep: buy at half price and store them.',
    'Concentrates are cheaper to use only if you measure them.',
    'For dishwashers and washing machines, check that the form suits your machine.',
  ],
  Groceries: [
    'Compare unit prices, per 100 grams or per litre, rather than shelf prices.',
    'Many branded groceries come up at half price every few weeks; stock up then on what keeps.',
    'Look at the pack size: a price that stays while the pack shrinks is a price rise.',
    'Shops’ own brands often give much the same for much less; try one before you stock up.',
  ],
  Sport: [
    'Try it before you buy the better version: hire or second-hand tells whether you will use it.',
    'Check weight and size limits of bikes, benches and tents against the people who will use them.',
    'Helmets must carry the Australian standard mark and be replaced after a knock.',
    'Camping and snow gear is cheapest just after its season.',
  ],
  Clothing: [
    'Compare the shop’s size chart in centimetres with something that fits you.',
    'Look at the fabric and care label: a garment that needs dry cleaning costs more every month.',
    'Check who pays for returns before you order several sizes.',
    'End-of-season sales come in January and July.',
  ],
  Furniture: [
    'Measure the place, the doorways and the stairs, and mark the outline on the floor.',
    'Ask for the delivery and assembly price before you compare; large items can cost much to deliver.',
    'Secure tall furniture to the wall; a kit should be in the box.',
    'Trial periods of mattresses differ: read who pays for the pick-up.',
  ],
};

const GENERAL: readonly string[] = [
  'Compare the total with delivery, not only the price.',
  'Look at the price history before you believe a "was" price.',
  'Check the returns policy: shops need not take goods back for a change of mind.',
  'Australian Consumer Law gives you a repair, replacement or refund for a major fault, whatever the warranty says.',
];

/** Three or more tips for one of our categories; general ones for any other. */
export function buyingTipsFor(category: string): string[] {
  return [...(TIPS[category] ?? GENERAL)];
}
