/*
 * Our own categories, so that shops' differing words ("Coffee & Tea > Espresso") group alike: what things of each are called, as
 * patterns between semicolons. What stands last names the thing: a "Smartphone Inverter Microwave" cooks.
 */
import { foldSpaces } from './text/fold-spaces.ts';

const WORDS: Readonly<Record<string, string>> = {
  Phones: String.raw`
    smart ?phones?; mobile phones?; mobiles?; feature phones?; iphones?; galaxy (?:s|a|z)\s?(?:\d\w*|fold\d?|flip\d?);
    pixel \d\w*`,
  'Smart Watches': `
    smart ?watch(?:es)?; apple watch; galaxy watch; gps watch(?:es)?; fitness trackers?; smart bands?; wearables?;
    fitbit; garmin`,
  Headphones: String.raw`
    headphones?; earbuds?; earphones?; headsets?; airpods(?: \w+)?`,
  Speakers: `
    (?:smart |portable |bluetooth |wireless |party |bookshelf )?speakers?; sound ?bars?; subwoofers?; homepods?;
    turntables?`,
  'Gaming Laptops': `
    gaming (?:laptops?|notebooks?)`,
  Laptops: `
    laptops?; notebook computers?; macbooks?; chromebooks?; ultrabooks?`,
  Tablets: `
    tablets?; ipads?; e-?readers?; kindle; stylus(?:es)?; apple pencil`,
  TVs: `
    tvs?; televisions?; oled; qled; tv streamers?`,
  Cameras: `
    (?:action |security |dash ?)?cam(?:era)?s?; dslr; mirrorless; gopro; drones?; (?:camera )?lens(?:es)?`,
  Gaming: `
    (?:handheld |gaming )?consoles?; playstation; xbox; nintendo; controllers?; video games?;
    (?:ps[45]|xbox|switch) games?; vr headsets?; gaming headsets?; ps[45]; video game`,
  Computers: String.raw`
    desktops?; monitors?; printers?; keyboards?; webcams?; ssd; routers?; wi-?fi; mesh systems?; computers?;
    computing; memory cards?; micro ?sd\w*; sdxc; hard drives?; flash drives?; power ?banks?; surge protectors?;
    power ?boards?; usb hubs?; ink cartridges?; toners?; mice; mouse; (?:gaming|wireless) mouse; scanners?; chargers?;
    (?:wireless|usb-c|car) chargers?; cables?; projectors?; docking stations?; ink (?:bottles?|tanks?); power
    adapters?; graphics cards?`,
  'Coffee Machines': `
    coffee (?:machines?|makers?|plungers?|presses); espresso (?:machines?|makers?); (?:nespresso|capsule|pod)
    machines?`,
  'Kitchen Appliances': `
    (?:stick |hand |stand )?blenders?; (?:electric )?kettles?; toasters?; air ?fryers?; (?:stand |hand |food
    )?mixers?; microwaves?; microwave ovens?; food processors?; (?:rice|slow|multi|pressure) ?cookers?;
    (?:benchtop|pizza) ovens?; (?:cold press )?juicers?; (?:ice cream|sparkling water|frozen
    drink|bread|pasta|soup) (?:makers?|machines?); sandwich press(?:es)?; kitchen appliances?; breadmakers?;
    grills?`,
  'Home Appliances': `
    (?:robot |stick |handheld )?vacuums?(?: cleaners?)?; (?:hard floor|carpet|window) cleaners?; steam mops?;
    fridges?; refrigerators?; freezers?; washing machines?; washers?; dryers?; clothing care closets?;
    dishwashers?; dishdrawers?; (?:built-in |wall |multi-function )?ovens?; cooktops?; rangehoods?; air
    conditioners?; split systems?; (?:air )?purifiers?; dehumidifiers?; humidifiers?; (?:panel |fan |oil column
    )?heaters?; electric blankets?; (?:pedestal |tower |ceiling |desk )?fans?; air circulators?; (?:steam
    )?irons?; home appliances?; appliances?; (?:garment|clothes) steamers?`,
  Cookware: `
    (?:fry|frying|sauce|saute|griddle|roasting) ?pans?; frypans?; saucepans?; woks?; skillets?; casseroles?; dutch
    ovens?; stock ?pots?; pots? and pans; cookware(?: sets?)?; bakeware; baking trays?;
    (?:cooks?|chefs?|santoku|paring|bread|utility) kni(?:fe|ves); knife (?:blocks?|sets?); (?:food )?storage
    (?:sets?|containers?); cutlery(?: sets?)?; dinner ?sets?; mugs?; tumblers?; cocottes?; (?:baking|casserole)
    dish(?:es)?; reusable (?:bottles?|cups?); water jugs?; lunch ?box(?:es)?`,
  'Running Shoes': `
    running shoes?; runners; trainers`,
  Shoes: `
    (?:football |hiking |work )?boots?; shoes?; sneakers?; sandals?; footwear; thongs; slippers?`,
  'Pet Food': `
    (?:dry |wet )?(?:dog|cat|puppy|kitten|pet)(?:
    (?:food|treats?|litter|beds?|toys?|collars?|leads?|care|supplies))?; pets; (?:flea|worm|tick)(?: (?:and|&)
    (?:flea|worm|tick))? treatments?; worming tablets?; all ?wormer; cat litter; dog harness(?:es)?; flea
    collars?; dog shampoo; dog (?:wash|coats?|crates?)`,
  Baby: String.raw`
    napp(?:y|ies)(?: pants| cream)?; baby; baby (?:monitors?|wipes?|food|gyms?|bottles?|formula|cream); infant;
    toddler; (?:infant |toddler |baby )?formula; prams?; strollers?; car seats?; booster seats?; capsules? car
    seats?; high ?chairs?; swaddles?; breast pumps?; cots?; bassinets?; sleeping bags? \d\.\d tog; maternity pads;
    baby sleeping bags?`,
  Books: `
    (?:children'?s |picture |cook)?books?; paperbacks?; hardcovers?; hardbacks?; novels?; fiction; non-?fiction;
    memoirs?; biograph(?:y|ies); autobiograph(?:y|ies)`,
  Liquor: `
    beers?; ales?; stout; wines?; whisk(?:e)?y; scotch(?: whisky)?; bourbon; vodka; gin; rum; tequila; brandy;
    cognac; (?:coffee |cream )?liqueurs?; champagne; prosecco; sparkling wine; shiraz; sauvignon(?: blanc)?; pinot
    (?:noir|grigio|gris); chardonnay; merlot; riesling; ros[eé]; moscato; lager; cider; seltzer; liquor; spirits;
    premix`,
  Tools: String.raw`
    drills?; drill drivers?; (?:mitre |circular |jig|chain)?saws?; hammers?; tools?; tool
    ?(?:kits?|sets?|box(?:es)?|storage); sanders?; grinders?; impact drivers?; hardware; spanners?; spanner sets?;
    wrench(?:es)?; pliers; cutters?; screwdrivers?; screwdriver sets?; socket sets?; tape measures?; spirit
    levels?; cabinets?; (?:power tool )?combo kits?; \d+v (?:\w+ )?(?:\d\.\dah )?batter(?:y|ies); pressure
    washers?; (?:interior|exterior|ceiling|spray|wall|fence) paint; paint; primers?; varnish; clamps?; ladders?;
    lubricants?; glue; adhesives?; fillers?; (?:decking|timber|linseed) oil; roller kits?; nails; screws;
    sealants?; \w+ \d\.\dah battery`,
  Garden: `
    (?:lawn |battery )?mowers?; (?:line |hedge )?trimmers?; chainsaws?; leaf blowers?; blowers?; brush ?cutters?;
    garden(?:ing)?; (?:garden )?hoses?; sprinklers?; secateurs; pruners?; potting mix; fertilisers?; (?:gas
    |charcoal )?(?:barbe[cq]ues?|bbqs?); smokers?; outdoor furniture; wheelbarrows?; shovels?; plants?; seeds;
    loppers?; weed ?(?:killers?|sprays?); lawn food; grass seed; pellet grills?; (?:cordless |garden )blowers?`,
  Toys: `
    toys?; lego; (?:building |play)sets?; dolls?; figures?; family figures?; plush(?:es)?; soft toys?; teddy;
    puzzles?; jigsaws?; jigsaw puzzles?; (?:board|card|party) games?; nerf; barbie; hot wheels; play ?dough;
    playsets?; kids (?:cameras?|tablets?|walkie talkies?); virtual pets?; slime; trading cards?; modelling dough;
    magnetic tiles; colouring sets?; (?:toddler|kick) scooters?; train sets?; remote control cars?; baby dolls?;
    craft kits?`,
  Pharmacy: String.raw`
    vitamins?; multivitamins?; minerals; paracetamol; ibuprofen; pain relief;
    (?:hayfever|allergy|antihistamine|cold (?:and|&) flu|paracetamol|ibuprofen|vitamin\w*)
    (?:tablets|capsules|relief); capsules; caplets; tablets \d+ ?mg; \d+ ?mg tablets; (?:throat
    )?lozenges; nasal sprays?; cough (?:syrup|liquid); antiseptic(?: liquid| cream)?; bandages?; band-?aids?;
    thermometers?; blood pressure monitors?; effervescent; electrolytes?; fish oil; magnesium; probiotics?;
    protein powder; pharmacy; health; supplements?; first aid; muscle gel; emulgel; antacids?; (?:cold|flu|cold
    (?:and|&) flu)(?: day (?:and|&) night)? (?:tablets|cold tablets); condoms?; laxatives?; fibre; creatine; eye
    drops?; bandaids?; ointments?`,
  Beauty: String.raw`
    shampoo; conditioner; moisturis\w+; cleansers?; serums?; sunscreen; face masks?; skin ?care; beauty;
    deodorant; anti-?perspirant; toothpaste; (?:electric )?toothbrush(?:es)?; mouthwash; body wash; hand wash;
    soap; razors?; shavers?; shaving (?:cream|gel); hair ?(?:dryers?|straighteners?|spray|colour|oil); perfume;
    eau de \w+; fragrances?; lipsticks?; mascara; foundation; make-?up; cosmetics?; body lotion; lotion; rosehip
    oil; personal care; hand cream; face cream; brush heads?; hair stylers?; balms?; face oil; (?:pressed |setting
    )?powder; nail polish; exfoliating toner; (?:sanitary|maxi|wings|panty) (?:pads|liners); tampons; (?:beard|body|hair|nose) trimmers?;
    oneblade`,
  Cleaning: String.raw`
    cleaning; (?:surface |bathroom |glass |oven |toilet |floor |multi-?purpose )?cleaners?; laundry; laundry
    (?:detergents?|liquid|powder|capsules); detergents?; detergent capsules; (?:fabric )?softeners?; stain
    removers?; bleach; disinfectants?(?: wipes)?; dishwash(?:er|ing)? (?:tablets?|capsules?|liquid|powder); rinse
    aid; toilet (?:paper|tissue); tissues; facial tissues; paper towels?; air fresheners?; garbage bags?; bin
    liners?; sponges?; cling wrap; wrap \d+ ?m; alfoil; insect sprays?; wipes; bin bags; scourers?; scrubbers?;
    gloves`,
  Groceries: String.raw`
    milk; bread; cheese; butter; margarine; yogh?urt; eggs; cream; ice cream; coffee; coffee
    (?:beans|capsules|pods); tea; tea bags; cereals?; oats; muesli(?: bars)?; granola; tuna; salmon; sardines;
    soup; beans; tomatoes; rice; microwave (?:\w+ )?rice; pasta; noodles; sauce; olive oil;
    (?:vegetable|canola|coconut) oil; honey; spread; jam; peanut butter; vegemite; flour; sugar; salt; spices?;
    stock; vinegar; mayonnaise; ketchup; biscuits?; crackers?; cookies; chocolate; lollies; chips; popcorn; nuts;
    juice; (?:soft |energy |sports )?drinks?; ginger beer; (?:tonic|soda|mineral|sparkling|spring) water(?:
    mixers?)?; (?:drink|cocktail) mixers?; cordial; kombucha; cola; lemonade; water; fruit; apples; bananas;
    vegetables?; chicken; beef; lamb; pork; bacon; ham; sausages; seafood; fish(?: fingers)?; pizzas?; pies;
    (?:frozen )?meals?; muffins; wraps; tortillas; carrots; potato(?:es)?; onions?; garlic; pumpkins?; cauliflower; broccoli; spinach; lettuce; mushrooms; cucumbers?; capsicums?; corn; peas; celery; zucchini; avocados?; strawberries; blueberries; raspberries; mango(?:es)?; mandarins; oranges; lemons; passionfruit; watermelon; plums; pears; peaches; grapes?; pineapples?; kiwifruit; porridge; curry; rolls; bagels; croissants; grocer\w+; pantry; dairy; bakery;
    frozen; snacks?; beverages?; confectionery; crumpets?; pikelets?; passata; legumes; chick ?peas; lentils;
    canned meat; spam; desserts?; cheesecakes?; tomato paste; pesto; taco kits?; pancake (?:mix|shake); mints;
    gum; (?:coffee|espresso|nespresso compatible) capsules; (?:\w+ )?coffee capsules`,
  Camping: String.raw`
    (?:\d-?person |instant (?:up )?)?tents?; swags?; sleeping (?:bags?|mats?); camping; camp(?:ing)?
    (?:chairs?|tables?|stoves?|gear); portable (?:fridges?|stoves?); burner stoves?; dry bags?; lanterns?; head
    ?torch(?:es)?; torch(?:es)?; eskys?; cool(?:er)? ?box(?:es)?; coolers?; hiking; backpacks?; satellite
    communicators?; (?:insulated |water |drink )bottles?; gazebos?; awnings?; day ?packs?; camp pots?; cool boxes`,
  Sport: `
    sports?; fitness; gym; (?:mountain |road |exercise |kids )?bikes?; bicycles?; bike computers?; yoga; yoga
    mats?; (?:tennis |golf |soccer |rugby |basket|foot|net)?balls?; rackets?; racquets?; dumb ?bells?; kettle
    ?bells?; barbells?; weight plates?; treadmills?; rowing machines?; massage guns?; boxing gloves?;
    skateboards?; golf clubs?; cricket bats?; swim(?:ming)? goggles?; punching bags?; swim(?:suits?|wear);
    goggles; (?:air |mini deluxe )?scooters?; exercise equipment`,
  Clothing: `
    clothing; (?:t-?)?shirts?; jackets?; jumpers?; jeans; pants; shorts; leggings; dress(?:es)?; skirts?; socks;
    underwear; bras?; hoodies?; caps; beanies?; pyjamas`,
  'Bedding & Bath': `
    bedding; (?:fitted )?sheets?; sheet sets?; quilts?; quilt covers?; quilt cover sets?; doonas?; duvets?;
    pillows?; pillow ?cases?; blankets?; (?:bath |hand |beach )?towels?; towel sets?; bath ?mats?; (?:mattress
    )?(?:protectors?|toppers?); throws?; candles?; clotheslines?`,
  Furniture: `
    furniture; (?:standing |office )?desks?; (?:office |gaming |dining )?chairs?; tables?; sofas?; couch(?:es)?;
    lounges?; beds?; bed frames?; mattress(?:es)?; bookcases?; bookshel(?:f|ves); wardrobes?; drawers; stools?;
    shel(?:f|ves|ving); bins?; office chairs?; standing desks?`,
  Stationery: String.raw`
    stationery; (?:ballpoint |gel |erasable )?pens?; pencils?; fineliners?; markers?; highlighters?; (?:ruled
    |dotted |\d+ page )?notebooks?; exercise books?; display books?; diar(?:y|ies); copy paper; a4 paper;
    \d+gsm(?: copy)? paper; sticky notes; tape dispensers?; staplers?; envelopes?; glue sticks?; scissors;
    calculators?; office supplies; binders?; folders?; laminat\w+; whiteboards?; shredders?;
    (?:aaa?|9v|lithium|alkaline) batteries; (?:super tips )?\d+ markers`,
};

/** The longest first: "baby monitor" before "baby". */
const patternOf = (words: string): RegExp => {
  const longestFirst = foldSpaces(words)
    .trim()
    .split('; ')
    .sort((a, b) => b.length - a.length);
  return new RegExp(`(?:${longestFirst.join('|')})(?![\\p{L}\\d])`, 'iuy');
};
const RULES = Object.entries(WORDS).map(
  ([category, words]) => [category, patternOf(words)] as const,
);

/** The names of all our categories. */
export const CATEGORIES: readonly string[] = Object.keys(WORDS);

/** What follows describes the thing, or names others: its colour, what it is for, what comes with it. */
const TAIL = /\s[-–—|]\s|[,(|]|\s(?:with|for|by|from|w\/)\s/i;

/** Whatever it is made of, and whatever it does. */
const FOR_PETS =
  /\b(?:dog|cat|puppy|kitten|pet)s? (?:food|treats?|litter|toys?|shampoo|collars?|leads?|beds?|chews?)\b/i;

/** Our category for a shop's own category words and the offer's name; null when nothing fits. */
export function categoryOf(shopCategory: string | null, name: string): string | null {
  // The last breadcrumb says most: 'Home > Appliances > Coffee Machines'.
  const crumbs = (shopCategory ?? '')
    .split(/\s*[>/|›»]\s*/)
    .reverse()
    .flatMap((crumb) => crumb.split(/\s*(?:&|,|\band\b)\s*/i));
  if (FOR_PETS.test(name)) return 'Pet Food';
  const [head = ''] = name.split(TAIL, 1);
  for (const text of [...crumbs, head, name]) {
    const category = lastNamed(text);
    if (category) return category;
  }
  return null;
}

/** The category whose word stands last in a text; of words that end together the longest. */
function lastNamed(text: string): string | null {
  let found: { category: string; end: number; length: number } | null = null;
  for (const { index: start } of text.matchAll(WORD)) {
    for (const [category, pattern] of RULES) {
      pattern.lastIndex = start;
      const length = pattern.exec(text)?.[0].length ?? 0;
      const end = start + length;
      const isLater = !found || end > found.end || (end === found.end && length > found.length);
      if (length > 0 && isLater) found = { category, end, length };
    }
  }
  return found?.category ?? null;
}

const WORD = /[\p{L}\d]+/gu;
