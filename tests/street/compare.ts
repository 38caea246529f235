import { load } from 'cheerio';
import { type Availability, IN_STOCK } from '#domain/offers/availability.ts';
import type { StoredOffer } from './crawl.ts';
import type { SoldProduct } from './system.ts';

/** How many of a shop's products are stored, and how many of those have each value right. */
export interface Comparison {
  sold: number;
  offers: number;
  products: number;
  found: number;
  twice: number;
  strangers: number;
  prices: number;
  former: number;
  stock: number;
  pictures: number;
  ofPictures: number;
  /** One line for each difference. */
  differences: string[];
}

/** Shops keep names as HTML; a tag parts words. */
const plain = (name: string) =>
  load(name.replaceAll('<', ' <'))
    .text()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const sameAmount = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one - other) < 0.006);

/** Compares a shop's stored offers with its own products. A name that the shop uses for several products is matched by price. */
export function compare(all: readonly SoldProduct[], offers: readonly StoredOffer[]): Comparison {
  // Goods that are free or state no price are no offers.
  const sold = all.filter(({ price }) => price !== null && price > 0);
  const left = new Set(offers);
  const differences: string[] = [];
  const counts = { found: 0, prices: 0, former: 0, stock: 0, pictures: 0 };
  const known = new Set<string>();
  for (const product of sold) {
    known.add(plain(product.name));
    const named = [...left].filter(({ name }) => plain(name) === plain(product.name));
    const offer = named.find(({ price }) => sameAmount(price, product.price)) ?? named[0];
    if (!offer) {
      differences.push(`${product.name}: not found`);
      continue;
    }
    left.delete(offer);
    counts.found += 1;
    const check = (
      what: 'prices' | 'former' | 'stock' | 'pictures',
      isRight: boolean,
      text: string,
    ) => {
      if (isRight) counts[what] += 1;
      else differences.push(`${product.name}: ${text} (${offer.url})`);
    };
    const { price, was, availability, picture } = offer;
    const isInStock = IN_STOCK.includes(availability as Availability);
    check('prices', sameAmount(price, product.price), `price ${price}, sold at ${product.price}`);
    check('former', sameAmount(was, product.was), `was ${was}, of the shop ${product.was}`);
    check(
      'stock',
      availability !== 'unknown' && isInStock === product.stock > 0,
      `${availability}, ${product.stock} in stock`,
    );
    if (product.picture !== null)
      check(
        'pictures',
        !picture.startsWith('-') && picture.includes(product.picture),
        `picture ${picture}, not ${product.picture}`,
      );
  }
  const rest = [...left];
  const twice = rest.filter(({ name }) => known.has(plain(name)));
  const strangers = rest.filter(({ name }) => !known.has(plain(name)));
  differences.push(...twice.map(({ name, url }) => `${name}: twice (${url})`));
  differences.push(...strangers.map(({ name, url }) => `${name}: no product of the shop (${url})`));
  return {
    sold: sold.length,
    offers: offers.length,
    products: new Set(offers.map(({ productId }) => productId)).size,
    twice: twice.length,
    strangers: strangers.length,
    ofPictures: sold.filter(({ picture }) => picture !== null).length,
    ...counts,
    differences,
  };
}
