import { type Cents, cents, formatAud } from '#domain/money.ts';
import { productPath, variantPath } from './addresses.ts';
import type { Listing, Shelf } from './listing.ts';
import { type ShelfUnitPrice, shelfUnitPrice } from './pack-size.ts';
import { priceAt, type ShelfPrice } from './price-clock.ts';
import { chance } from './seeded.ts';
import { sellerOffers } from './sellers.ts';
import { titleOf } from './titles.ts';

/** The time of a page, and the price factor of the `x10` break. */
export interface Moment {
  at: Date;
  priceFactor: number;
}

const RELATED = 4;
const UNRATED_SHARE = 0.12;

function ratingOf({ product, seed }: Listing) {
  if (chance(seed, 171) < UNRATED_SHARE) return null;
  const quality = 3.5 + chance(product.familySeed, 172) * 1.4;
  const value = Math.min(5, quality + (chance(seed, 173) - 0.5) * 0.4);
  const count = Math.floor(
    3 + 900 * chance(product.familySeed, 174) ** 3 * (0.3 + chance(seed, 175)),
  );
  return { value: Math.round(value * 10) / 10, count };
}

function priceOf({ shop, product }: Listing, { at, priceFactor }: Moment): ShelfPrice {
  const price = priceAt(shop, product, at);
  if (priceFactor === 1) return price;
  const times = (amount: Cents) => cents(amount * priceFactor);
  return {
    ...price,
    priceCents: times(price.priceCents),
    wasCents: price.wasCents && times(price.wasCents),
    memberPriceCents: price.memberPriceCents && times(price.memberPriceCents),
  };
}

/** A product as shown in lists and on its page. */
export function cardView(shelf: Shelf, listing: Listing, moment: Moment) {
  const price = priceOf(listing, moment);
  return {
    listing,
    title: titleOf(listing, price.packSize),
    /** Path with the variant, without the place's base. */
    path: variantPath(shelf, listing),
    picturePath: `/media/${listing.product.id}.webp`,
    price,
    unitPrice: price.packSize ? shelfUnitPrice(price.priceCents, price.packSize) : null,
    rating: ratingOf(listing),
  };
}

export type CardView = ReturnType<typeof cardView>;

function describe(title: string, { product }: Listing): string {
  const facts = Object.entries(product.facts).map(
    ([name, value]) => `${name.toLowerCase()} ${value}`,
  );
  const tail = facts.length > 0 ? ` Key facts: ${facts.join(', ')}.` : '';
  return `${title}: ${product.noun.toLowerCase()} by ${product.brand}.${tail}`;
}

function multiBuyOf({ shop, seed }: Listing, price: ShelfPrice) {
  if (!shop.traits.has('multibuy') || chance(seed, 176) > 0.2 || price.wasCents !== null)
    return null;
  return { quantity: 2, totalCents: Math.round((price.priceCents * 1.7) / 50) * 50 };
}

function siblingsOf(shelf: Shelf, listing: Listing): readonly Listing[] {
  return shelf.byFamily.get(listing.product.family) ?? [listing];
}

function relatedOf(shelf: Shelf, listing: Listing): Listing[] {
  const neighbours = shelf.byCategory.get(listing.product.category.slug) ?? [];
  const start = neighbours.indexOf(listing);
  const others: Listing[] = [];
  for (let step = 1; step < neighbours.length && others.length < RELATED; step += 1) {
    const other = neighbours[(start + step * 7) % neighbours.length];
    const isNew =
      other && other.product.family !== listing.product.family && !others.includes(other);
    if (isNew) others.push(other);
  }
  return others;
}

export function productView(shelf: Shelf, listing: Listing, moment: Moment) {
  const { shop, product, seed } = listing;
  const card = cardView(shelf, listing, moment);
  const { priceCents } = card.price;
  const showsGtin = chance(shop.seed, 177) < 0.75;
  return {
    ...card,
    shelf,
    pagePath: productPath(shelf, listing),
    /** Whether the shop states barcodes. */
    showsGtin,
    gtin: showsGtin ? product.gtin : null,
    mpn: product.mpn,
    description: describe(card.title, listing),
    facts: product.facts,
    /** The variants of the line in this shop, itself included. */
    siblings: siblingsOf(shelf, listing).map((sibling) => cardView(shelf, sibling, moment)),
    related: relatedOf(shelf, listing).map((other) => cardView(shelf, other, moment)),
    sellers: sellerOffers(listing, moment.at),
    instalmentCents:
      shop.traits.has('instalments') && priceCents >= 4000 ? Math.ceil(priceCents / 4) : null,
    multiBuy: multiBuyOf(listing, card.price),
    openBoxCents:
      shop.traits.has('open-box') && chance(seed, 178) < 0.25
        ? Math.round(priceCents * 0.82)
        : null,
  };
}

export type ProductView = ReturnType<typeof productView>;

const AVAILABILITY_WORDS: Record<string, string> = {
  in_stock: 'In stock',
  limited: 'Limited stock',
  out_of_stock: 'Out of stock',
  pre_order: 'Pre-order now',
};

/** 'In stock', 'Limited stock' …: the text of a page. */
export function availabilityText({ availability }: ShelfPrice): string {
  return AVAILABILITY_WORDS[availability] ?? 'Ask in store';
}

/** '$2.40 per 100g', '$1.25 each'. */
export function unitPriceText({ priceCents, quantity, unit }: ShelfUnitPrice): string {
  const price = `$${(priceCents / 100).toFixed(2)}`;
  return unit === 'each' ? `${price} each` : `${price} per ${quantity}${unit}`;
}

/** '$1,299.00'. */
export function priceText(amountCents: number): string {
  return formatAud(cents(amountCents));
}
