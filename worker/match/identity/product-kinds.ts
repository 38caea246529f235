/*
 * What kind of thing a title says it is. Shops put the kind into a title or leave it out, so it is no part of a key; two
 * titles that state different kinds are never the same product. Data.
 */

const KINDS: Record<string, string> = {
  phone: 'smartphone|mobile phone|mobile|phone|handset',
  laptop: 'gaming laptop|laptop|notebook',
  tablet: 'tablet',
  'e-reader': 'e-reader|ereader',
  tv: 'smart tv|television|tv',
  watch: 'smart watch|smartwatch|gps watch|watch',
  tracker: 'fitness tracker|activity tracker',
  headphones: 'headphones|headphone',
  speaker: 'portable speaker|smart speaker|bluetooth speaker|party speaker|speaker',
  soundbar: 'soundbar|sound bar',
  subwoofer: 'subwoofer',
  camera: 'action camera|digital camera|instant camera|camera',
  lens: 'camera lens',
  console: 'handheld console|gaming console|console',
  controller: 'wireless controller|controller',
  game: 'video game|game',
  monitor: 'gaming monitor|monitor',
  printer: 'inkjet printer|laser printer|tank printer|printer',
  cartridge: 'ink cartridge|toner cartridge|ink|toner',
  ssd: 'ssd',
  drive: 'portable hard drive|hard drive|drive',
  'flash drive': 'flash drive|usb drive',
  'memory card': 'memory card',
  'coffee machine':
    'automatic coffee machine|pump coffee machine|manual coffee machine|espresso machine|coffee machine|coffee maker|capsule machine',
  kettle: 'kettle',
  toaster: 'toaster',
  mixer: 'stand mixer|mixer',
  blender: 'stick blender|hand blender|blender',
  processor: 'food processor',
  'air fryer': 'air fryer',
  cooker: 'multi cooker|rice cooker|pressure cooker|slow cooker',
  oven: 'pizza oven|oven',
  microwave: 'microwave oven|microwave',
  cooktop: 'cooktop',
  dishwasher: 'dishwasher',
  fridge: 'refrigerator|fridge freezer|fridge',
  freezer: 'freezer',
  washer: 'washing machine|front load washer|top load washer|washer',
  dryer: 'heat pump dryer|dryer',
  vacuum: 'stick vacuum|robot vacuum|vacuum cleaner|handheld vacuum|vacuum',
  'floor cleaner': 'hard floor cleaner|floor cleaner',
  iron: 'steam iron|iron',
  fan: 'tower fan|pedestal fan|fan',
  heater: 'heater',
  'air conditioner': 'air conditioner|split system',
  purifier: 'air purifier|purifier',
  shoes: 'trail running shoes|running shoes|running shoe|shoes|sneakers|trainers|runners',
  barbecue: 'gas barbecue|barbecue|bbq',
  mower: 'lawn mower|mower',
  milk: 'milk',
  yoghurt: 'yoghurt|yogurt',
  cheese: 'cheese',
  butter: 'butter',
  margarine: 'margarine',
  paint: 'interior paint|exterior paint|paint',
  compressor: 'air compressor|compressor',
  kit: 'combo kit',
  'power bank': 'power bank',
  mouse: 'gaming mouse|wireless mouse|mouse',
  keyboard: 'gaming keyboard|keyboard',
  headset: 'vr headset|gaming headset|headset',
  tumbler: 'tumbler',
  juicer: 'cold press juicer|juicer',
  mattress: 'mattress',
  towel: 'towel set',
  'building set': 'building set',
  playset: 'playset',
  'card game': 'card game',
  'board game': 'board game',
  book: 'picture book|novel|travel guide|cookbook|book',
  foundation: 'foundation',
  'protein powder': 'protein powder',
  oil: 'decking oil',
  varnish: 'floor varnish',
  lubricant: 'lubricant',
  'dog food': 'dog food',
  'cat food': 'cat food',
  'soft drink': 'soft drink',
  beer: 'beer',
  cider: 'cider',
  wine: 'wine',
  spirit: 'vodka|gin|whisky|whiskey|rum',
  cereal: 'breakfast cereal|cereal',
  biscuits: 'biscuits|biscuit',
  crackers: 'crackers|cracker',
  chips: 'potato chips|chips',
  snack: 'cheese snack|snack',
  nuts: 'nuts',
  chocolate: 'chocolate block|block chocolate|chocolate',
  sauce: 'sauce',
  formula: 'milk formula|toddler milk|formula',
  softener: 'fabric softener',
  detergent: 'laundry detergent|laundry liquid|laundry powder|detergent',
  'stain remover': 'stain remover',
  cleaner: 'surface cleaner|cream cleaner|bathroom cleaner|cleaner',
  cookware: 'cookware set|cookware',
  frypan: 'frypan|frying pan',
};

const kindByName = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) =>
    names.split('|').map((name) => [name, kind] as const),
  ),
);
const NAMES = [...kindByName.keys()].sort((a, b) => b.length - a.length).join('|');
const KIND = new RegExp(`(?<![a-z\\d-])(?:${NAMES})s?(?![a-z\\d-])`, 'g');

/** The kinds that a title in small letters names, and the title without them. */
export function takeKinds(title: string): { kinds: Set<string>; rest: string } {
  const kinds = new Set<string>();
  const rest = title.replace(KIND, (name) => {
    kinds.add(kindByName.get(name) ?? kindByName.get(name.replace(/s$/, '')) ?? name);
    return ' ';
  });
  return { kinds, rest };
}
