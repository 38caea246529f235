import { type Product, readCatalogue } from '#worker/demo/world/read-catalogue.ts';
import { pick, reseed } from '#worker/demo/world/seeded.ts';
import type { Goods } from '#worker/match/product-text.ts';

/** A catalogue name and the name of its neighbour on the shelf: another size, pack, storage, colour or flavour. */
export interface NearMiss {
  change: string;
  left: Goods;
  right: Goods;
}

const COLOURS = 'Black White Red Blue Green Silver Pink Grey Purple Gold'.split(' ');
const FLAVOURS =
  'Vanilla,Strawberry,Chocolate,Lemon,Lime,Raspberry,Chicken,Beef,Barbecue,Salt & Vinegar,Honey,Garlic,Mint,Coconut,Caramel'.split(
    ',',
  );
const STORAGES = ['64GB', '128GB', '256GB', '512GB', '2TB'];

/** Generates `count` near-misses; the same seed gives the same list. */
export function nearMisses(seed: number, count: number): NearMiss[] {
  const products = readCatalogue();
  const found: NearMiss[] = [];
  for (let nth = 0; found.length < count; nth += 1) {
    const product = pick(products, reseed(seed, nth), 1);
    const changed = pick(
      [size, pack, storage, colour, flavour],
      reseed(seed, nth),
      2,
    )(product, reseed(seed, nth, 3));
    if (changed) found.push(changed);
  }
  return found;
}

type Change = (product: Product, seed: number) => NearMiss | null;

const packText = ({ count, amount, unit }: NonNullable<Product['pack']>) => {
  if (unit === 'each') return `${count} pack`;
  return count > 1 ? `${count} x ${amount}${unit}` : `${amount}${unit}`;
};

function nameOf({ brand, line, noun, options, pack: size }: Product): string {
  return [brand, line, noun, ...Object.values(options), size ? packText(size) : '']
    .filter(Boolean)
    .join(' ');
}

/** Half of the pairs state brands, as product pages do; half have names only, as lists do. */
function pairOf(change: string, product: Product, other: Product, seed: number): NearMiss {
  const brand = seed % 2 === 0 ? product.brand : null;
  const price = product.usualCents / 100;
  return {
    change,
    left: { name: nameOf(product), brand, price },
    right: { name: nameOf(other).toLowerCase(), brand, price },
  };
}

const size: Change = (product, seed) => {
  const { pack: own } = product;
  if (!own || own.unit === 'each') return null;
  const amount = Math.round(own.amount * pick([0.5, 0.75, 1.25, 1.5, 2, 4], seed, 1) * 1000) / 1000;
  return pairOf('size', product, { ...product, pack: { ...own, amount } }, seed);
};

const pack: Change = (product, seed) => {
  const { pack: own } = product;
  if (!own) return null;
  const count = own.count * pick([2, 3, 4, 6], seed, 1);
  return pairOf('pack', product, { ...product, pack: { ...own, count } }, seed);
};

const storage: Change = (product, seed) => option(product, 'storage', STORAGES, seed);
const colour: Change = (product, seed) => option(product, 'colour', COLOURS, seed);
const flavour: Change = (product, seed) => option(product, 'flavour', FLAVOURS, seed);

function option(
  product: Product,
  axis: string,
  values: readonly string[],
  seed: number,
): NearMiss | null {
  const own = product.options[axis];
  const other = pick(values, seed, 1);
  // 'Grey' may abbreviate 'Space Grey'.
  if (!own || own.toLowerCase().includes(other.toLowerCase())) return null;
  return pairOf(
    axis,
    product,
    { ...product, options: { ...product.options, [axis]: other } },
    seed,
  );
}
