import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import type { UnitPrice } from '#domain/offers/page-reading.ts';
import type { EarlierPack } from '#domain/pack/shrinkflation.ts';
import type { MatchMethod, PriceSource } from '../../entities/offer.ts';
import { pgArray } from '../sql/pg-array.ts';
import { IS_BACK } from './invalidate-scores.ts';

/** What identifies an offer within its retailer. */
export interface OfferIdentity {
  url: string;
  variant: string;
  seller: string;
  zone: string;
}

/** What is known of an offer before it is read again. */
export interface KnownOffer extends OfferIdentity {
  id: string;
  productId: string;
  priceCents: Cents;
  suspectPriceCents: Cents | null;
}

/** An offer ready to be written: guarded, matched, in cents. */
export interface OfferToStore extends OfferIdentity {
  productId: string;
  matchMethod: MatchMethod;
  matchConfidence: number;
  matchBecause: string[];
  name: string;
  brand: string | null;
  category: string | null;
  gtin: string | null;
  sku: string | null;
  imageUrl: string | null;
  searchText: string;
  source: PriceSource;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  memberPriceCents: Cents | null;
  deliveryCents: Cents | null;
  multiBuy: { quantity: number; totalCents: Cents } | null;
  unitPrice: UnitPrice | null;
  availability: Availability;
  ratingAverage: number | null;
  ratingCount: number | null;
  extraction: string;
}

/** An offer after it was written, with what it cost before (null when it is new). */
export interface StoredOffer {
  id: string;
  productId: string;
  oldPriceCents: Cents | null;
  priceCents: Cents;
  changed: boolean;
  /** It had not been seen for so long that its stock was unknown. */
  isBack: boolean;
}

const IDENTITY_COLUMNS = 'url text, variant text, seller text, zone text';

/** Many identities as rows x, from the values of identityArrays. */
export const IDENTITIES =
  'unnest(?::text[], ?::text[], ?::text[], ?::text[]) as x(url, variant, seller, zone)';

/** What IDENTITIES is filled with. */
export function identityArrays(identities: readonly OfferIdentity[]): string[] {
  return [
    pgArray(identities.map(({ url }) => url)),
    pgArray(identities.map(({ variant }) => variant)),
    pgArray(identities.map(({ seller }) => seller)),
    pgArray(identities.map(({ zone }) => zone)),
  ];
}

/** The columns of KnownOffer. */
export const KNOWN_COLUMNS = `o.id, o.url, o.variant, o.seller, o.zone, o.product_id as "productId",
  o.price_cents as "priceCents", o.suspect_price_cents as "suspectPriceCents"`;

/**
 * The offers already known under these identities, locked until the transaction ends: against writers, not against the
 * shopper who saves one meanwhile.
 */
export async function lockKnownOffers(
  em: EntityManager,
  retailerId: string,
  identities: OfferIdentity[],
): Promise<KnownOffer[]> {
  return em.execute<KnownOffer[]>(
    `select ${KNOWN_COLUMNS} from ${IDENTITIES} join offer o
       on (o.url, o.variant, o.seller, o.zone) = (x.url, x.variant, x.seller, x.zone) and o.retailer_id = ?
     order by o.id for no key update of o`,
    [...identityArrays(identities), retailerId],
  );
}

/** Nothing says that the pack is another one. */
const SAME_FIGURES = `(o.name = excluded.name
  or regexp_replace(o.name, '[^0-9]', '', 'g') = regexp_replace(excluded.name, '[^0-9]', '', 'g'))`;

/**
 * Writes the offers of one page in one statement. The product of a known offer stays what it is. Updates touch
 * no indexed column (heap-only). Where the figures in a name change, what it was before is kept: the pack may have shrunk. An offer belongs to the product page at its own address, else to the page that showed it first.
 * `observedAt` becomes last seen, and the time of change where the price moved; neither goes back, whatever a clock says.
 */
export async function upsertOffers(
  em: EntityManager,
  retailerId: string,
  page: { id: string; url: string; fence: number; isProductPage: boolean } | null,
  observedAt: Date,
  offers: OfferToStore[],
): Promise<StoredOffer[]> {
  if (offers.length === 0) return [];
  return em.execute<StoredOffer[]>(
    `insert into offer as o (retailer_id, page_id, fence, url, variant, seller, zone, product_id, match_method,
       match_confidence, match_because, name, brand, category, gtin, sku, image_url, search_text, source, price_cents,
       original_price_cents, member_price_cents, delivery_cents, multi_buy, unit_price, availability, rating_average,
       rating_count, extraction, price_changed_at, last_seen_at, first_seen_at)
     select ?, ?, ?, url, variant, seller, zone, "productId", "matchMethod", "matchConfidence", "matchBecause", name,
       brand, category, gtin, sku, "imageUrl", "searchText", source, "priceCents", "originalPriceCents",
       "memberPriceCents", "deliveryCents", nullif("multiBuy", 'null'), nullif("unitPrice", 'null'), availability,
       "ratingAverage", "ratingCount", extraction, ?, ?, ?
     from jsonb_to_recordset(?::jsonb) as x(${IDENTITY_COLUMNS}, "productId" uuid, "matchMethod" text,
       "matchConfidence" real, "matchBecause" jsonb, name text, brand text, category text, gtin text, sku text,
       "imageUrl" text, "searchText" text, source text, "priceCents" int, "originalPriceCents" int,
       "memberPriceCents" int, "deliveryCents" int, "multiBuy" jsonb, "unitPrice" jsonb, availability text,
       "ratingAverage" real, "ratingCount" int, extraction text)
     on conflict (retailer_id, url, variant, seller, zone) do update set
       page_id = case when ? and excluded.url = ? then excluded.page_id else coalesce(o.page_id, excluded.page_id) end,
       earlier_pack = case when ${SAME_FIGURES} then o.earlier_pack
         else jsonb_build_object('name', o.name, 'priceCents', o.price_cents, 'seenAt', o.last_seen_at) end,
       name = excluded.name, category = coalesce(excluded.category, o.category), image_url = coalesce(excluded.image_url, o.image_url), source = excluded.source,
       search_text = case when o.name = excluded.name then o.search_text else excluded.search_text end,
       price_cents = excluded.price_cents, original_price_cents = excluded.original_price_cents,
       member_price_cents = excluded.member_price_cents, delivery_cents = coalesce(excluded.delivery_cents, o.delivery_cents),
       multi_buy = excluded.multi_buy, unit_price = coalesce(excluded.unit_price, case when o.price_cents = excluded.price_cents and ${SAME_FIGURES} then o.unit_price end),
       availability = case when excluded.availability = 'unknown' then o.availability else excluded.availability end,
       rating_average = coalesce(excluded.rating_average, o.rating_average),
       rating_count = coalesce(excluded.rating_count, o.rating_count), extraction = excluded.extraction,
       fence = excluded.fence, suspect_price_cents = null,
       price_changed_at = case when o.price_cents = excluded.price_cents then o.price_changed_at
         else greatest(o.price_changed_at, excluded.price_changed_at) end,
       last_seen_at = greatest(o.last_seen_at, excluded.last_seen_at)
     returning new.id, new.product_id as "productId", old.price_cents as "oldPriceCents", new.price_cents as "priceCents",
       (old.id is null or old.price_cents <> new.price_cents
         or old.original_price_cents is distinct from new.original_price_cents
         or old.availability <> new.availability) as changed, coalesce(${IS_BACK}, false) as "isBack"`,
    [
      retailerId,
      page?.id ?? null,
      page?.fence ?? 0,
      observedAt,
      observedAt,
      observedAt,
      JSON.stringify(offers),
      page?.isProductPage ?? false,
      page?.url ?? '',
    ],
  );
}

/** Remembers a price that a second fetch must confirm; the offer keeps the price it had. */
export async function suspectPrice(
  em: EntityManager,
  offerId: string,
  priceCents: Cents,
): Promise<void> {
  await em.execute('update offer set suspect_price_cents = ? where id = ?', [priceCents, offerId]);
}

/** The labels under which offers with these addresses are known; none where the address alone identifies them. */
export async function knownVariantLabels(
  em: EntityManager,
  retailerId: string,
  urls: string[],
): Promise<{ url: string; variant: string }[]> {
  return em.execute<{ url: string; variant: string }[]>(
    `select url, variant from offer where retailer_id = ? and variant <> ''
       and url = any(?::text[])`,
    [retailerId, pgArray(urls)],
  );
}

/** An offer whose past was not replayed yet. */
export interface OfferWithoutPast {
  id: string;
  url: string;
  seller: string;
  firstSeenAt: Date;
}

/** Offers of a retailer whose past was not replayed yet. */
export async function offersWithoutPast(
  em: EntityManager,
  retailerId: string,
  limit: number,
): Promise<OfferWithoutPast[]> {
  return em.execute<OfferWithoutPast[]>(
    `select id, url, seller, first_seen_at as "firstSeenAt" from offer
     where retailer_id = ? and replayed_at is null limit ?`,
    [retailerId, limit],
  );
}

/** Keeps what offers were called before their packs shrank; what was seen to change stays. */
export async function keepEarlierPacks(
  em: EntityManager,
  packs: { offerId: string; earlierPack: EarlierPack }[],
): Promise<void> {
  if (packs.length === 0) return;
  await em.execute(
    `update offer o set earlier_pack = x."earlierPack"
     from jsonb_to_recordset(?::jsonb) as x("offerId" uuid, "earlierPack" jsonb)
     where o.id = x."offerId" and o.earlier_pack is null`,
    [JSON.stringify(packs)],
  );
}

/** Notes that the past of these offers is written. */
export async function markReplayed(em: EntityManager, offerIds: string[]): Promise<void> {
  await em.execute(`update offer set replayed_at = now() where id = any(?::uuid[])`, [
    pgArray(offerIds),
  ]);
}
