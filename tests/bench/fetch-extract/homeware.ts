import { checkDigit } from '#domain/products/gtin.ts';
import { chance, pick, reseed } from '#worker/demo/world/seeded.ts';

/** A thing that the bench's shop sells. Prices are decimal texts in Australian dollars. */
export interface Homeware {
  name: string;
  brand: string;
  sku: string;
  /** 13 digits with a valid check digit. */
  gtin: string;
  price: string;
  /** Above `price`; null for three in four. */
  was: string | null;
  isInStock: boolean;
  stars: string;
  reviews: number;
  path: string;
  image: string;
}

const BRANDS = ['Harrow & Pine', 'Corella', 'Blue Gum Works', 'Tarn', 'Ostler', 'Quandong'];
const KINDS = ['Kettle', 'Toaster', 'Dutch Oven', 'Stand Mixer', 'Desk Lamp', 'Drill Driver'];
const TRAITS = ['1.7 L', '4 Slice', '26 cm', '5 Speed', 'Matte Black', '18 V'];

/** The product of a seed. */
export function homeware(seed: number, number: number): Homeware {
  const brand = pick(BRANDS, seed, 10);
  const sku = `HW${100_000 + number}`;
  const name = `${brand} ${pick(KINDS, seed, 11)} ${pick(TRAITS, seed, 12)} ${sku}`;
  const cents = 995 + Math.floor(chance(seed, 13) * 900) * 100;
  const isReduced = chance(seed, 14) < 0.25;
  const digits = `9312${String(reseed(seed, 15) % 100_000_000).padStart(8, '0')}`;
  return {
    name: name.replaceAll('&', 'and'),
    brand: brand.replaceAll('&', 'and'),
    sku,
    gtin: digits + checkDigit(digits),
    price: (cents / 100).toFixed(2),
    was: isReduced ? ((cents + 2_000) / 100).toFixed(2) : null,
    isInStock: chance(seed, 16) < 0.9,
    stars: (3 + Math.round(chance(seed, 17) * 20) / 10).toFixed(1),
    reviews: 1 + Math.floor(chance(seed, 18) * 400),
    path: `/product/${sku.toLowerCase()}`,
    image: `https://images.wattlebird.example.com.au/${sku}/main.jpg`,
  };
}
