/*
 * What a shop says again of its offers: most say what is known already. Those are only noted as seen, by one statement
 * that compares them itself and writes one column; nothing of them is read, locked or judged before.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { pgArray } from '../sql/pg-array.ts';
import { prepared } from '../sql/prepared.ts';
import { INVALIDATE_BACK, IS_BACK } from './invalidate-scores.ts';
import {
  IDENTITIES,
  identityArrays,
  KNOWN_COLUMNS,
  type KnownOffer,
  type OfferIdentity,
  type OfferToStore,
} from './offers.ts';

/** The part of an offer that reading it again may change, and its identity. */
export type OfferContent = OfferIdentity &
  Pick<
    OfferToStore,
    | 'name'
    | 'imageUrl'
    | 'source'
    | 'priceCents'
    | 'originalPriceCents'
    | 'memberPriceCents'
    | 'deliveryCents'
    | 'multiBuy'
    | 'unitPrice'
    | 'availability'
    | 'ratingAverage'
    | 'ratingCount'
    | 'extraction'
  >;

interface Column {
  /** In the table, with its type. */
  name: string;
  type: string;
  of(offer: OfferContent): string | number | null;
  /** True of the row o where storing the reading x would leave the column as it is: as upsertOffers says. */
  same: string;
}

const equal = (name: string) => `o.${name} = x.${name}`;
const equalOrNone = (name: string) => `o.${name} is not distinct from x.${name}`;
/** What is not said leaves what is known. */
const equalOrSilent = (name: string) => `(x.${name} is null or o.${name} = x.${name})`;
const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

const COLUMNS: readonly Column[] = [
  column('url', 'text', ({ url }) => url, equal),
  column('variant', 'text', ({ variant }) => variant, equal),
  column('seller', 'text', ({ seller }) => seller, equal),
  column('zone', 'text', ({ zone }) => zone, equal),
  column('name', 'text', ({ name }) => name, equal),
  column('image_url', 'text', ({ imageUrl }) => imageUrl, equalOrSilent),
  column('source', 'text', ({ source }) => source, equal),
  column('price_cents', 'int', ({ priceCents }) => priceCents, equal),
  column('original_price_cents', 'int', (offer) => offer.originalPriceCents, equalOrNone),
  column('member_price_cents', 'int', (offer) => offer.memberPriceCents, equalOrNone),
  column('delivery_cents', 'int', ({ deliveryCents }) => deliveryCents, equalOrSilent),
  column('multi_buy', 'jsonb', ({ multiBuy }) => json(multiBuy), equalOrNone),
  column('unit_price', 'jsonb', ({ unitPrice }) => json(unitPrice), equalOrSilent),
  column(
    'availability',
    'text',
    ({ availability }) => (availability === 'unknown' ? null : availability),
    equalOrSilent,
  ),
  column('rating_average', 'real', ({ ratingAverage }) => ratingAverage, equalOrSilent),
  column('rating_count', 'int', ({ ratingCount }) => ratingCount, equalOrSilent),
  column('extraction', 'text', ({ extraction }) => extraction, equal),
];

const TOUCH = `with touched as (update offer o set last_seen_at = greatest(o.last_seen_at, $1::timestamptz)
  from unnest(${COLUMNS.map(({ type }, nth) => `$${nth + 3}::${type}[]`).join(', ')})
    with ordinality as x(${COLUMNS.map(({ name }) => name).join(', ')}, nth)
  where o.retailer_id = $2 and o.suspect_price_cents is null and o.fence = 0
    and ${COLUMNS.map(({ same }) => same).join(' and ')}
  returning x.nth::int - 1 as nth, o.id, ${IS_BACK} as is_back),
  ${INVALIDATE_BACK}
  select nth, id from touched`;

/**
 * Notes offers, read without a page, as seen where storing them would change nothing else, and invalidates the scores of those
 * that are back. Returns place in the list →
 * id of the offer, for those. To be called outside any transaction, which would hold what others wait for.
 */
export async function touchSameOffers(
  em: EntityManager,
  retailerId: string,
  offers: readonly OfferContent[],
  observedAt: Date,
): Promise<Map<number, string>> {
  const arrays = COLUMNS.map((each) => pgArray(offers.map(each.of)));
  const values = [observedAt, retailerId, ...arrays];
  const rows = await prepared<{ nth: number; id: string }>(em, 'touch-same-offers', TOUCH, values);
  return new Map(rows.map(({ nth, id }) => [nth, id]));
}

/** The offers already known under these identities, as they stand; lockKnownOffers to decide upon them. */
export async function findKnownOffers(
  em: EntityManager,
  retailerId: string,
  identities: readonly OfferIdentity[],
): Promise<KnownOffer[]> {
  return em.execute<KnownOffer[]>(
    `select ${KNOWN_COLUMNS} from ${IDENTITIES} join offer o
       on (o.url, o.variant, o.seller, o.zone) = (x.url, x.variant, x.seller, x.zone) and o.retailer_id = ?`,
    [...identityArrays(identities), retailerId],
  );
}

function column(
  name: string,
  type: string,
  of: Column['of'],
  same: (name: string) => string,
): Column {
  return { name, type, of, same: same(name) };
}
