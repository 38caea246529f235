import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { USUAL_PRICES } from '../products/recommendations.ts';
import { FOUND_OFFER_COLUMNS, FOUND_OFFER_TABLES, type FoundOffer } from '../search/search.ts';
import { BUYABLE } from '../sql/offer-conditions.ts';

/** An offer that is really cheaper than it used to be. */
export interface PriceDrop extends FoundOffer {
  /** The product's own name: the address of its page is made of it. */
  productName: string;
  retailerSlug: string;
  /** Shops that have the product now. */
  shops: number;
  /** What the same offer cost on average in the last 12 weeks, by how long each price held. */
  usualCents: Cents;
  /** When the price of now began. */
  sinceAt: Date;
}

/** Whose drops are wanted; all that is left out counts for all. A null category means products without one. */
export interface DropFilter {
  category?: string | null;
  retailerId?: string;
}

/**
 * Genuine drops: at least a twentieth below what the same offer cost on average in the last 12 weeks, and no dearer
 * than elsewhere by more than a twentieth; one offer a product, the largest drop first. A shop's own "was" counts for
 * nothing. Reads the price points of all candidates: seconds at 200,000 offers, so remember the answer.
 */
export async function priceDrops(
  em: EntityManager,
  filter: DropFilter,
  limit: number,
): Promise<PriceDrop[]> {
  const { narrow, params } = narrowed(filter);
  return em.execute<PriceDrop[]>(
    `with buyable as (
       select o.id, o.product_id, o.retailer_id, o.price_cents, min(o.price_cents) over (partition by o.product_id) as cheapest
       from product p join offer o on o.product_id = p.id
         join retailer r on r.id = o.retailer_id and r.status = 'enabled' where ${BUYABLE} and ${narrow.product}),
     candidates as materialized (
       select id, product_id, price_cents from buyable where price_cents <= cheapest * 1.05 and ${narrow.offer}),
     usual_price as (${USUAL_PRICES}),
     deals as (
       select distinct on (c.product_id) c.id, h.usual, 1 - c.price_cents / h.usual as fall
       from usual_price h join candidates c on c.id = h.offer_id where c.price_cents <= h.usual * 0.95
       order by c.product_id, c.price_cents),
     best as materialized (select * from deals order by fall desc limit ?)
     select ${FOUND_OFFER_COLUMNS}, p.name as "productName", r.slug as "retailerSlug",
       round(b.usual)::int as "usualCents", o.price_changed_at as "sinceAt",
       (select count(distinct other.retailer_id)::int from offer other
         join retailer seller on seller.id = other.retailer_id and seller.status = 'enabled'
         where other.product_id = p.id and ${BUYABLE.replaceAll('o.', 'other.')}) as shops
     from ${FOUND_OFFER_TABLES} join best b on b.id = o.id order by b.fall desc, o.id`,
    [...params, limit],
  );
}

function narrowed({ category, retailerId }: DropFilter) {
  // Other shops' offers of the same products count as well: a drop here may still be dear.
  const ofRetailer = 'p.id in (select product_id from offer where retailer_id = ?)';
  const ofCategory = category === null ? 'p.category is null' : 'p.category = ?';
  const product = [
    ...(category === undefined ? [] : [ofCategory]),
    ...(retailerId === undefined ? [] : [ofRetailer]),
  ];
  return {
    narrow: {
      product: product.join(' and ') || 'true',
      offer: retailerId === undefined ? 'true' : 'retailer_id = ?',
    },
    params: [
      ...(typeof category === 'string' ? [category] : []),
      ...(retailerId === undefined ? [] : [retailerId, retailerId]),
    ],
  };
}
