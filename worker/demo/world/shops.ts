import { DEMO_RETAILERS, type DemoRetailer } from '#db/seed/demo-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { seedOf } from './seeded.ts';

/** How a shop states its data on product pages; each style needs its own reader. */
export const PAGE_STYLES = [
  'json-ld',
  'product-group',
  'microdata',
  'rdfa',
  'opengraph',
  'next-data',
  'json-api',
  'css-only',
  'script',
] as const;
export type PageStyle = (typeof PAGE_STYLES)[number];

/** weekly: specials from Wednesday; campaign: sales of one to two weeks; lively: also deals of a few hours. */
export type Rhythm = 'weekly' | 'campaign' | 'steady' | 'lively';
/** The usual ending of its prices: 4.50 · 1,299.00 · 49.95 · 12.89. */
export type Ending = 'grocery' | 'round' | 'ninety-five' | 'eighty-nine';
/** honest: "was" was charged; inflated: sometimes never; raised: put up before the sale; always: never off special; silent: no "was". */
export type Honesty = 'honest' | 'inflated' | 'raised' | 'always' | 'silent';

/** A demo shop: its row of the retailer table and how it behaves. */
export interface DemoShop extends DemoRetailer {
  seed: number;
  pageStyle: PageStyle;
  titleStyle: number;
  /** Its prices against the usual: 0.95 is 5 % cheaper. */
  level: number;
  rhythm: Rhythm;
  ending: Ending;
  honesty: Honesty;
  traits: ReadonlySet<string>;
  /** Share of a department's or category's lines that it sells, 0–1. */
  range: ReadonlyMap<string, number>;
}

/*
 * slug | page style | title style | price level | rhythm, ending, honesty | traits | range
 * Traits: members (a members' price), sellers (other sellers' offers on its pages), instalments, multibuy,
 * open-box (a cheaper returned item on the page), split (dollars and cents in separate elements), crawl-delay,
 * refuses-clearance (robots.txt closes /clearance).
 */
const ROWS = `
gumnut-grocer | next-data | 5 | 1.00 | weekly grocery honest | multibuy | grocery:.95 nappies:.8 dog-food:.5 cat-food:.6 personal-care:.6 medicines:.35 coffee-machines:.08
paddock-lane | json-ld | 6 | 1.01 | weekly grocery honest | members | grocery:.92 nappies:.7 dog-food:.5 cat-food:.5 personal-care:.6 medicines:.3
quokka-savers | css-only | 4 | 0.93 | steady eighty-nine silent | | grocery:.5 nappies:.3 cat-food:.3 wine:.3
bushel-and-bay | json-api | 7 | 1.04 | weekly grocery honest | | grocery:.75 nappies:.4 cat-food:.4
saltbush-pantry | microdata | 2 | 1.09 | weekly grocery honest | refuses-clearance | grocery:.7 nappies:.4 dog-food:.4
wombat-wholefoods | product-group | 3 | 1.06 | campaign ninety-five honest | | cereals:.7 pantry:.6 coffee-and-tea:.7 vitamins:.7 milk-dairy:.5 snacks:.4 skincare:.3
woolshed-warehouse | json-ld | 1 | 0.91 | steady eighty-nine silent | members | grocery:.4 nappies:.5 pets:.4 appliances:.25 kitchen:.3 tvs:.4 laptops:.2 liquor:.3
currawong-market | json-ld | 1 | 0.98 | lively ninety-five inflated | sellers instalments | electronics:.8 kitchen:.8 appliances:.5 hardware:.5 sport:.6 toys:.7 pets:.4 books:.5 office:.4 home:.6 pharmacy:.35 baby:.4
wattlebird-bazaar | json-api | 3 | 0.95 | lively eighty-nine inflated | | electronics:.5 kitchen:.5 toys:.5 sport:.4 home:.4 hardware:.4 books:.3
farthing-and-rowe | product-group | 2 | 1.04 | campaign round honest | instalments | kitchen:.7 home:.7 smart-watches:.6 headphones:.5 running-shoes:.4 toys:.4 skincare:.5 cookware:.8 appliances:.2
lorikeet-lane | opengraph | 0 | 1.05 | campaign ninety-five raised | | kitchen:.5 home:.6 running-shoes:.35 toys:.35 skincare:.4 smart-watches:.35
pademelon | next-data | 2 | 0.95 | steady round honest | | electronics:.35 kitchen:.6 toys:.7 home:.5 books:.35 baby:.5 sport:.3 office:.35 appliances:.2 pets:.25 running-shoes:.3 milk-dairy:.25
galah-bargains | css-only | 6 | 0.92 | campaign eighty-nine inflated | split | cleaning:.6 snacks:.5 pharmacy:.3 toys:.35 pets:.25 drinks:.4 office:.3 kitchen:.2 laundry:.5
nifty-numbat | microdata | 4 | 0.93 | steady eighty-nine silent | | cleaning:.5 snacks:.4 office:.3 toys:.25 pet-care:.4 laundry:.4
bluegum-digital | json-ld | 2 | 1.00 | campaign round honest | instalments open-box | electronics:.9 kitchen:.75 appliances:.7 running-shoes:.12 milk-dairy:.08
voltaroo | next-data | 1 | 0.98 | lively round honest | | electronics:.8 kitchen:.45 appliances:.4
bandicoot-electronics | rdfa | 3 | 1.01 | campaign round raised | | tvs:.9 headphones:.8 speakers:.8 cameras:.7 consoles:.7 tablets:.5 smart-watches:.5 coffee-machines:.2
circuit-cove | script | 1 | 0.96 | lively ninety-five inflated | | phones:.5 laptops:.5 headphones:.5 smart-watches:.5 tablets:.5 storage-and-power:.6
ringtail-mobile | product-group | 0 | 1.00 | campaign round honest | instalments | phones:.95 smart-watches:.8 headphones:.5 tablets:.5 storage-and-power:.4
echidna-computing | microdata | 1 | 0.99 | campaign round honest | | laptops:.9 gaming-laptops:.95 monitors:.9 storage-and-power:.9 printers:.6 tablets:.4 consoles:.4
pixel-possum | json-api | 2 | 0.97 | lively round honest | | gaming-laptops:.8 laptops:.5 monitors:.8 consoles:.9 headphones:.4 storage-and-power:.6
lyrebird-audio | rdfa | 2 | 1.02 | campaign round honest | | headphones:.95 speakers:.95 tvs:.8
ironbark-appliances | microdata | 2 | 1.01 | campaign round honest | instalments | kitchen:.85 appliances:.95 tvs:.4
hearth-and-hinterland | opengraph | 1 | 1.02 | campaign round raised | | appliances:.8 kitchen:.6 tvs:.5 laptops:.2
kettle-and-coast | product-group | 3 | 1.03 | campaign ninety-five honest | | kitchen:.8 cookware:.95 home:.3
crema-cove | json-ld | 0 | 1.01 | campaign round honest | | coffee-machines:.95 coffee-and-tea:.5
stringybark-hardware | next-data | 4 | 0.99 | steady round silent | | hardware:.95 garden:.9 cooling-and-heating:.4 cleaning:.2 storage-and-power:.1
goanna-tools | json-ld | 1 | 0.98 | campaign round honest | | hand-tools:.8 power-tools:.95
redgum-trade | css-only | 3 | 1.00 | steady ninety-five silent | | power-tools:.7 hand-tools:.7 paint:.6
boronia-pharmacy | json-ld | 3 | 1.02 | campaign ninety-five honest | members | pharmacy:.9 nappies:.6
eucalypt-chemist | next-data | 2 | 0.90 | campaign eighty-nine always | | pharmacy:.92 nappies:.7
wattle-well | opengraph | 4 | 1.05 | steady ninety-five honest | | pharmacy:.7 nappies:.4
lilly-pilly-beauty | product-group | 0 | 1.00 | campaign round honest | multibuy | skincare:.95 personal-care:.8
spinifex-sports | microdata | 0 | 1.00 | campaign ninety-five honest | members | sport:.85 smart-watches:.6
stride-harbour | product-group | 2 | 1.01 | campaign round honest | | running-shoes:.95 smart-watches:.4
brumby-outdoors | rdfa | 0 | 1.00 | campaign ninety-five raised | | camping:.95 fitness:.4 smart-watches:.3 running-shoes:.25
tidal-athletic | script | 3 | 0.97 | lively ninety-five inflated | | running-shoes:.6 fitness:.6
banksia-books | json-ld | 8 | 1.00 | campaign ninety-five honest | | books:.95 games:.5
dog-eared-drover | microdata | 8 | 0.95 | lively eighty-nine silent | | books:.85
inkwell-ibis | opengraph | 8 | 1.04 | steady ninety-five honest | | books:.7 games:.3
kelpie-and-co | json-ld | 0 | 1.00 | campaign ninety-five honest | members | pets:.95
bilby-pets | next-data | 1 | 0.96 | campaign eighty-nine silent | | pets:.85
paw-paddock | rdfa | 2 | 1.03 | campaign ninety-five raised | | pets:.7
magpie-cellars | json-api | 0 | 1.00 | weekly ninety-five honest | members | liquor:.95
corkwood-liquor | json-ld | 6 | 0.99 | weekly ninety-five honest | multibuy | liquor:.8
cellar-cockatoo | css-only | 2 | 1.04 | campaign ninety-five honest | | liquor:.65
puggle-toys | json-ld | 2 | 1.01 | campaign ninety-five honest | | toys:.9 lego:.95 baby:.2
tumbling-tawny | opengraph | 3 | 0.99 | campaign ninety-five inflated | | toys:.7
little-swag-baby | microdata | 2 | 1.02 | campaign ninety-five honest | | baby:.95 toys:.15
paperbark-office | next-data | 1 | 1.00 | steady round honest | | office:.95 printers:.95 laptops:.5 monitors:.5 tablets:.4 storage-and-power:.6 coffee-and-tea:.2 cleaning:.15
verandah-home | json-ld | 0 | 1.00 | campaign ninety-five inflated | instalments | home:.9 cookware:.7 kitchen:.5 vacuums:.4
hinterland-linen | css-only | 0 | 1.03 | campaign ninety-five always | | home:.8
corrugation-auto | microdata | 1 | 0.99 | campaign round silent | crawl-delay | power-tools:.4 hand-tools:.5 camping:.5 storage-and-power:.2
lamington-larder | json-ld | 4 | 1.08 | steady ninety-five honest | crawl-delay | coffee-and-tea:.8 snacks:.5 pantry:.4 coffee-machines:.15
`;

function readRow(row: string): DemoShop {
  const [slug, pageStyle, titleStyle, level, manners = '', traits = '', ranges = ''] = row
    .split('|')
    .map((part) => part.trim());
  const retailer = DEMO_RETAILERS.find((candidate) => candidate.slug === slug);
  if (!retailer)
    throw new OperatorError(`demo shop ${slug} has no row in db/seed/demo-retailers.ts`);
  const [rhythm, ending, honesty] = manners.split(' ');
  const range = ranges.split(' ').map((part): [string, number] => {
    const [name = '', share] = part.split(':');
    return [name, Number(share)];
  });
  return {
    ...retailer,
    seed: seedOf(retailer.slug),
    pageStyle: pageStyle as PageStyle,
    titleStyle: Number(titleStyle),
    level: Number(level),
    rhythm: rhythm as Rhythm,
    ending: ending as Ending,
    honesty: honesty as Honesty,
    traits: new Set(traits.split(' ').filter(Boolean)),
    range: new Map(range),
  };
}

/** The demo shops with their behaviour; throws OperatorError when a row matches no retailer. */
export const DEMO_SHOPS: readonly DemoShop[] = ROWS.trim().split('\n').map(readRow);
