import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** A made-up product for shop software that brings too few of its own. */
export interface Good {
  name: string;
  brand: string;
  /** From the outermost category to the product's own. */
  categories: string[];
  /** Dollars. */
  price: number;
  was: number | null;
  stock: number;
  /** What a shopper chooses; empty for a product of one kind. */
  sizes: string[];
  text: string;
  /** For addresses and files' names. */
  slug: string;
}

/** Category > own category: name | brand | price | former price | stock | sizes. */
const LINES = `
Kitchen > Kettles: Tallow 1.7L Stainless Steel Kettle | Tallow | 89.95 | | 12 |
Kitchen > Kettles: Tallow Gooseneck Kettle 900ml Matt Black | Tallow | 149 | 179 | 4 |
Kitchen > Kettles: Orrin Glass Kettle with Tea Infuser | Orrin | 64.50 | | 0 |
Kitchen > Kettles: Orrin Travel Kettle 500ml | Orrin | 39 | | 31 |
Kitchen > Toasters: Tallow 2 Slice Toaster Cream | Tallow | 79.95 | 99.95 | 9 |
Kitchen > Toasters: Tallow 4 Slice Toaster Cream | Tallow | 119.95 | | 7 |
Kitchen > Toasters: Orrin Long Slot Toaster | Orrin | 69 | | 0 |
Kitchen > Knives: Meridan Chef's Knife 20cm | Meridan | 129 | | 14 |
Kitchen > Knives: Meridan Bread Knife 24cm | Meridan | 109 | | 11 |
Kitchen > Knives: Meridan Paring Knife 9cm | Meridan | 49 | 59 | 25 |
Kitchen > Knives: Meridan 7 Piece Knife Block Set | Meridan | 499 | 650 | 3 |
Kitchen > Cookware: Hearthly Cast Iron Skillet | Hearthly | 59.95 | | 18 | 20cm, 26cm, 30cm
Kitchen > Cookware: Hearthly Enamelled Dutch Oven 5.5L | Hearthly | 249 | | 6 |
Kitchen > Cookware: Hearthly Saucepan with Lid | Hearthly | 74.95 | | 16 | 16cm, 18cm, 20cm
Kitchen > Cookware: Hearthly Roasting Tray with Rack | Hearthly | 84.95 | 104.95 | 0 |
Bedroom > Quilts: Lull Bamboo Quilt All Seasons | Lull | 189 | 229 | 10 | Single, Double, Queen, King
Bedroom > Quilts: Lull Wool Quilt 350gsm | Lull | 259 | | 8 | Single, Queen, King
Bedroom > Quilts: Drift & Co Microfibre Quilt | Drift & Co | 79 | | 22 | Single, Queen
Bedroom > Sheets: Lull Linen Sheet Set Oatmeal | Lull | 279 | | 5 | Double, Queen, King
Bedroom > Sheets: Lull Linen Sheet Set Sage | Lull | 279 | | 4 | Double, Queen, King
Bedroom > Sheets: Drift & Co 400 Thread Count Sheet Set White | Drift & Co | 99 | 139 | 30 | Single, Double, Queen
Bedroom > Sheets: Drift & Co Flannelette Sheet Set Check | Drift & Co | 69.95 | | 0 |
Bedroom > Pillows: Lull Memory Foam Pillow | Lull | 89 | | 19 |
Bedroom > Pillows: Lull Latex Pillow High Profile | Lull | 119 | | 13 |
Bedroom > Pillows: Drift & Co Feather & Down Pillow | Drift & Co | 59 | 75 | 17 |
Bedroom > Pillows: Drift & Co Euro Pillow 65 x 65cm | Drift & Co | 34.95 | | 40 |
Garden > Hand Tools: Furrow Secateurs Bypass 8" | Furrow | 44.95 | | 33 |
Garden > Hand Tools: Furrow Hand Trowel Ash Handle | Furrow | 24.95 | | 50 |
Garden > Hand Tools: Furrow Garden Fork 4 Tine | Furrow | 69.95 | 79.95 | 15 |
Garden > Hand Tools: Furrow Long Handle Shovel | Furrow | 64.95 | | 12 |
Garden > Hand Tools: Furrow Pruning Saw 300mm | Furrow | 39.95 | | 0 |
Garden > Watering: Rill 20m Fitted Hose 12mm | Rill | 54.90 | | 21 |
Garden > Watering: Rill Brass Nozzle | Rill | 19.90 | | 60 |
Garden > Watering: Rill Oscillating Sprinkler | Rill | 32.90 | 39.90 | 16 |
Garden > Watering: Rill Galvanised Watering Can 9L | Rill | 49.90 | | 8 |
Garden > Pots: Clayworth Terracotta Pot | Clayworth | 14.95 | | 70 | 15cm, 20cm, 30cm
Garden > Pots: Clayworth Glazed Pot Ocean Blue 35cm | Clayworth | 59.95 | | 9 |
Garden > Pots: Clayworth Egg Planter Concrete 50cm | Clayworth | 139 | 169 | 2 |
Garden > Pots: Clayworth Saucer 30cm | Clayworth | 9.95 | | 45 |
Outdoor > Tents: Wander Swift 2 Person Hiking Tent | Wander | 329 | 399 | 7 |
Outdoor > Tents: Wander Family 6 Person Tent | Wander | 549 | | 3 |
Outdoor > Tents: Wander Pop Up Beach Shelter | Wander | 99 | | 0 |
Outdoor > Sleeping Bags: Wander Down 400 Sleeping Bag -5°C | Wander | 279 | | 11 | Regular, Long
Outdoor > Sleeping Bags: Wander Kids Sleeping Bag | Wander | 59 | 69 | 14 |
Outdoor > Sleeping Bags: Wander Silk Liner | Wander | 89 | | 20 |
Outdoor > Lighting: Beacon Headlamp 350 Lumens | Beacon | 49.99 | | 38 |
Outdoor > Lighting: Beacon Rechargeable Lantern | Beacon | 79.99 | 99.99 | 26 |
Outdoor > Lighting: Beacon String Lights 10m Solar | Beacon | 39.99 | | 0 |
Outdoor > Coolers: Frosk Hard Cooler 45L | Frosk | 299 | | 5 |
Outdoor > Coolers: Frosk Soft Cooler Bag 24 Can | Frosk | 119 | 149 | 10 |
Outdoor > Coolers: Frosk Insulated Bottle | Frosk | 39.95 | | 55 | 500ml, 750ml, 1L
Pets > Dogs: Paddock Dog Bed Round | Paddock | 69.95 | 89.95 | 13 | Small, Medium, Large
Pets > Dogs: Paddock Adjustable Harness | Paddock | 44.95 | | 24 | S, M, L
Pets > Dogs: Paddock Grain Free Kangaroo & Pumpkin 12kg | Paddock | 109.95 | | 18 |
Pets > Dogs: Paddock Rope Toy Large | Paddock | 17.95 | | 36 |
Pets > Cats: Whisk Cat Scratching Post 90cm | Whisk | 64.95 | | 6 |
Pets > Cats: Whisk Clumping Litter 15L | Whisk | 21.95 | 25.95 | 80 |
Pets > Cats: Whisk Salmon Dry Food 3kg | Whisk | 34.95 | | 27 |
Pets > Cats: Whisk Water Fountain 2L | Whisk | 59.95 | | 0 |
Gifts: Orrin Gift Card Holder Tin | Orrin | 12.95 | | 42 |
Gifts: Clayworth Mug Pair Speckled | Clayworth | 38 | 48 | 15 |
Gifts: Hearthly Recipe Book Slow Sundays | Hearthly | 45 | | 28 |
`;

/** Some sixty made-up products in nested categories: some reduced, some sold out, some in sizes. */
export const GOODS: readonly Good[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [, path = '', rest = ''] = /^([^:]+): (.*)$/.exec(line) ?? [];
    const [name = '', brand = '', price, was, stock, sizes = ''] = rest
      .split('|')
      .map((part) => part.trim());
    return {
      name,
      brand,
      categories: path.split(' > '),
      price: Number(price),
      was: was ? Number(was) : null,
      stock: Number(stock),
      sizes: sizes.split(', ').filter(Boolean),
      text: `${name} by ${brand}. Chosen by our buyers for everyday use and backed by a 12 month warranty. Clean with a damp cloth.`,
      slug: slugOf(name),
    };
  });

/** The words of a name, joined for an address. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Writes a picture `<slug>.jpg` of each product into a folder. */
export async function drawGoods(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [nth, { slug }] of GOODS.entries()) {
    const fill = `hsl(${(nth * 47) % 360} 60% 45%)`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900" fill="white"/>
      <rect x="${100 + nth}" y="120" width="${700 - 3 * nth}" height="660" rx="${nth * 5}" fill="${fill}"/></svg>`;
    await sharp(Buffer.from(svg))
      .jpeg()
      .toFile(join(folder, `${slug}.jpg`));
  }
}
