/*
 * Our own categories, so that shops' differing words ("Coffee & Tea > Espresso") group alike.
 * First rule whose pattern fits wins: the shop's own category words are asked first, then the name.
 */
const RULES: readonly (readonly [category: string, pattern: RegExp])[] = [
  [
    'Phones',
    /\b(smart ?phones?|mobile phones?|mobiles?|iphones?|galaxy (?:s|a|z)\s?\d\w*|pixel \d\w*)\b/i,
  ],
  [
    'Smart Watches',
    /\b(smart ?watch(?:es)?|apple watch|galaxy watch|fitness trackers?|wearables?|fitbit|garmin)\b/i,
  ],
  ['Headphones', /\b(headphones?|earbuds?|earphones?|headsets?|airpods)\b/i],
  ['Gaming Laptops', /\bgaming (?:laptops?|notebooks?)\b/i],
  ['Laptops', /\b(laptops?|notebooks?|macbooks?|chromebooks?|ultrabooks?)\b/i],
  ['Tablets', /\b(tablets?|ipads?|e-?readers?|kindle)\b(?!.*\b(?:dishwash|vitamin|mg)\b)/i],
  ['TVs', /\b(tvs?|televisions?|oled|qled)\b/i],
  ['Cameras', /\b(cameras?|dslr|mirrorless|gopro)\b/i],
  ['Gaming', /\b(consoles?|playstation|xbox|nintendo|controllers?|video games?)\b/i],
  [
    'Computers',
    /\b(desktops?|monitors?|printers?|keyboards?|ssd|routers?|computers?|computing)\b/i,
  ],
  [
    'Coffee Machines',
    /\b(coffee (?:machines?|makers?)|espresso (?:machines?|makers?)|nespresso machine)\b/i,
  ],
  [
    'Kitchen Appliances',
    /\b(blenders?|kettles?|toasters?|air ?fryers?|mixers?|microwaves?|food processors?|rice cookers?|kitchen appliances?|slow cookers?)\b/i,
  ],
  [
    'Home Appliances',
    /\b(vacuums?|fridges?|refrigerators?|washing machines?|washers?|dryers?|dishwashers?(?! tab)|air conditioners?|heaters?|fans?|irons?|home appliances?|appliances?)\b/i,
  ],
  ['Running Shoes', /\b(running shoes?|runners|trainers)\b/i],
  ['Shoes', /\b(shoes?|sneakers?|boots?|sandals?|footwear)\b/i],
  ['Pet Food', /\b(dog|cat|puppy|kitten|pets?)\b/i],
  ['Baby', /\b(nappies|nappy|baby|infant|toddler)\b/i],
  ['Books', /\b(books?|paperback|hardcover|novels?|fiction)\b/i],
  [
    'Liquor',
    /\b(beers?|wines?|whisk(?:e)?y|vodka|gin|rum|shiraz|sauvignon|lager|cider|liquor|spirits)\b/i,
  ],
  [
    'Tools',
    /\b(drills?|saws?|hammers?|tools?|sanders?|grinders?|impact drivers?|hardware|spanners?)\b/i,
  ],
  ['Toys', /\b(toys?|lego|dolls?|puzzles?|board games?|nerf|barbie|hot wheels)\b/i],
  [
    'Pharmacy',
    /\b(vitamins?|tablets|capsules|paracetamol|ibuprofen|sunscreen|pharmacy|health|supplements?)\b/i,
  ],
  [
    'Beauty',
    /\b(shampoo|conditioner|moisturis\w+|skin ?care|beauty|deodorant|toothpaste|cosmetics?)\b/i,
  ],
  [
    'Cleaning',
    /\b(cleaning|cleaners?|laundry|detergents?|dishwash\w*|toilet paper|tissues|paper towels?)\b/i,
  ],
  [
    'Groceries',
    /\b(milk|bread|cheese|butter|eggs|coffee|tea|cereals?|tuna|rice|pasta|sauce|biscuits?|chocolate|chips|juice|soft drinks?|water|fruit|vegetables?|grocer\w+|pantry|dairy|bakery|frozen|snacks?|drinks?|beverages?)\b/i,
  ],
  ['Sport', /\b(sports?|fitness|gym|bikes?|camping|yoga|balls?|rackets?)\b/i],
  ['Clothing', /\b(clothing|shirts?|jackets?|jeans|dress(?:es)?|socks|hoodies?)\b/i],
  ['Furniture', /\b(furniture|desks?|chairs?|tables?|sofas?|beds?|mattress(?:es)?)\b/i],
];

/** The names of all our categories. */
export const CATEGORIES: readonly string[] = RULES.map(([category]) => category);

/** Our category for a shop's own category words and the offer's name; null when nothing fits. */
export function categoryOf(shopCategory: string | null, name: string): string | null {
  // The last breadcrumb says most: 'Home > Appliances > Coffee Machines'.
  const crumbs = (shopCategory ?? '')
    .split(/\s*(?:>|\/|\||›|»)\s*/)
    .filter(Boolean)
    .reverse();
  for (const text of [...crumbs, name]) {
    const rule = RULES.find(([, pattern]) => pattern.test(text));
    if (rule) return rule[0];
  }
  return null;
}
