import type { EntityManager } from '@mikro-orm/postgresql';
import type { Availability } from '#domain/availability.ts';
import type { Cents } from '#domain/money.ts';
import type { UnitPrice } from '#domain/page-reading.ts';
import { queryWords } from '#domain/search-words.ts';
import type { EarlierPack } from '#domain/shrinkflation.ts';
import { correctWords } from './correct-words.ts';
import { AVAILABILITY, LISTED_OFFERS } from './offer-conditions.ts';
import { PICTURE_HASH, PICTURE_TABLES } from './pictures.ts';
import { prepared } from './prepared.ts';
import { LAST_TIER, refreshSearchTiers } from './search-tiers.ts';

/** An offer as a search finds it, with its shop and its scores (0–100, null before it is scored). */
export interface FoundOffer {
  offerId: string;
  productId: string;
  name: string;
  description: string | null;
  category: string | null;
  brand: string | null;
  imageUrl: string | null;
  pictureHash: string | null;
  url: string;
  seller: string;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  unitPrice: UnitPrice | null;
  earlierPack: EarlierPack | null;
  availability: Availability;
  ratingAverage: number | null;
  ratingCount: number | null;
  source: 'live' | 'demo' | 'feed' | 'estimate';
  lastSeenAt: string;
  retailerName: string;
  retailerCategory: string;
  retailerRegion: string;
  retailerWebsite: string;
  trustScore10: number;
  overall: number | null;
  priceScore: number | null;
  qualityScore: number | null;
  valueScore: number | null;
  popularityScore: number | null;
  reason: string | null;
  highlights: string[] | null;
}

/** The columns of FoundOffer, from offer o, product p, retailer r and score s. */
export const FOUND_OFFER_COLUMNS = `o.id as "offerId", o.product_id as "productId", o.name, p.description,
  coalesce(p.category, o.category) as category, coalesce(o.brand, p.brand) as brand,
  coalesce(o.image_url, p.image_url) as "imageUrl", ${PICTURE_HASH}, o.url, o.seller, o.price_cents as "priceCents",
  o.original_price_cents as "originalPriceCents", o.unit_price as "unitPrice", o.earlier_pack as "earlierPack", ${AVAILABILITY} as availability,
  o.rating_average as "ratingAverage", o.rating_count as "ratingCount", o.source, o.last_seen_at as "lastSeenAt",
  r.name as "retailerName", r.category as "retailerCategory", r.region as "retailerRegion",
  r.website as "retailerWebsite", r.trust_score10 as "trustScore10", s.overall, s.price as "priceScore",
  s.quality as "qualityScore", s.value as "valueScore", s.popularity as "popularityScore", s.reason, s.highlights`;

/** Where FoundOffer's columns come from: the listed offers of retailers that are enabled. */
export const FOUND_OFFER_TABLES = `${LISTED_OFFERS}
  join product p on p.id = o.product_id left join score s on s.offer_id = o.id ${PICTURE_TABLES}`;

const SEARCH_VECTOR = `to_tsvector('english', o.search_text)`;

/**
 * Offers whose words fit the query, best first. All words must fit; where no offer does, misspelt words are
 * corrected, then half of the words must fit. Empty when the query holds no word.
 */
export async function searchOffers(
  em: EntityManager,
  query: string,
  limit: number,
): Promise<FoundOffer[]> {
  const words = queryWords(query);
  if (words.length === 0) return [];
  const exact = await offersMatchingAll(em, words, limit);
  if (exact.length > 0) return exact;
  const corrected = await correctWords(em, words);
  if (corrected.join() !== words.join()) {
    const found = await offersMatchingAll(em, corrected, limit);
    if (found.length > 0) return found;
  }
  return corrected.length > 1 ? offersMatchingHalf(em, corrected, limit) : [];
}

/** The best of a tier's offers that all words of $1 fit, at most $2 of them; nothing unless `wanted`. */
const rankedWithin = (tier: number, wanted: string) => `
  select o.id, ts_rank(to_tsvector('english', o.name), to_tsquery('english', $1), 1) as rank,
    (select overall from score where offer_id = o.id) as overall
  from ${LISTED_OFFERS}
  where ${SEARCH_VECTOR} @@ to_tsquery('english', $1)
    and ${tier === LAST_TIER ? 'true' : `o.search_tier <= ${tier}`} and ${wanted}
  order by rank desc, overall desc nulls last, o.id limit $2`;

/** SQL: a tier was looked at and did not fill the page. */
const isThin = (tier: number) => `(select count(*) from tier${tier}) < $2`;

/**
 * The most popular offers first, and only where they do not fill the page those of the next tier: Postgres asks
 * `isThin` once and leaves a tier that is not wanted alone. Ranks first and joins only what is answered: names,
 * pictures and scores of all that fits cost ten times as much.
 */
const MATCHING_ALL = `
  with tier0 as materialized (${rankedWithin(0, 'true')}),
  tier1 as materialized (${rankedWithin(1, isThin(0))}),
  tier2 as materialized (${rankedWithin(2, `${isThin(0)} and ${isThin(1)}`)}),
  tier3 as materialized (${rankedWithin(3, `${isThin(0)} and ${isThin(1)} and ${isThin(2)}`)}),
  hits as materialized (
    select * from tier0 where not ${isThin(0)} union all
    select * from tier1 where ${isThin(0)} and not ${isThin(1)} union all
    select * from tier2 where ${isThin(0)} and ${isThin(1)} and not ${isThin(2)} union all
    select * from tier3)
  select ${FOUND_OFFER_COLUMNS} from hits join ${FOUND_OFFER_TABLES} on hits.id = o.id
  order by hits.rank desc, hits.overall desc nulls last, o.id`;

async function offersMatchingAll(
  em: EntityManager,
  words: string[],
  limit: number,
): Promise<FoundOffer[]> {
  return prepared<FoundOffer>(em, 'offers-matching-all', MATCHING_ALL, [allOf(words), limit]);
}

/** Of a long query these words count when half of them must fit: 70 ways to choose four of eight. */
const MAX_HALVED_WORDS = 8;
/** Offers ranked when half of the words must fit; common words fit a large part of all. */
const MAX_RANKED = 500;

/** Offers that at least half of the words fit, those that most words fit first. */
async function offersMatchingHalf(
  em: EntityManager,
  allWords: string[],
  limit: number,
): Promise<FoundOffer[]> {
  const words = allWords.slice(0, MAX_HALVED_WORDS);
  const halves = choose(words, Math.ceil(words.length / 2));
  const tsquery = halves.map((half) => `(${allOf(half)})`).join(' | ');
  return em.execute<FoundOffer[]>(
    `with hits as materialized (
       select o.id, ${SEARCH_VECTOR} as vector
       from ${LISTED_OFFERS}
       where ${SEARCH_VECTOR} @@ to_tsquery('english', ?) limit ${MAX_RANKED}),
     ranked as materialized (
       select id, (select count(*) from jsonb_array_elements_text(?::jsonb) word
         where vector @@ plainto_tsquery('english', word)) as words from hits),
     best as materialized (
       select h.id, h.words from ranked h left join score s on s.offer_id = h.id
       order by h.words desc, s.overall desc nulls last, h.id limit ?)
     select ${FOUND_OFFER_COLUMNS} from ${FOUND_OFFER_TABLES} join best h on h.id = o.id
     order by h.words desc, s.overall desc nulls last, o.id`,
    [tsquery, JSON.stringify(words), limit],
  );
}

function allOf(words: string[]): string {
  return words.map((word) => `'${word}'`).join(' & ');
}

/** All ways to choose `count` of the words. */
function choose(words: string[], count: number): string[][] {
  if (count === 0) return [[]];
  return words.flatMap((word, place) =>
    choose(words.slice(place + 1), count - 1).map((rest) => [word, ...rest]),
  );
}

const SUGGESTED = `
  with hits as materialized (
    select o.product_id as id, count(*) as offers from ${LISTED_OFFERS}
    where ${SEARCH_VECTOR} @@ to_tsquery('english', $1) group by o.product_id)
  select p.name from hits join product p on p.id = hits.id
  order by hits.offers desc, length(p.name), p.name limit $2`;

/** Product names that begin as the shopper types; the most offered first. */
export async function suggestProducts(
  em: EntityManager,
  query: string,
  limit: number,
): Promise<string[]> {
  const words = queryWords(query);
  const last = words.at(-1);
  if (!last) return [];
  const tsquery = words.map((word) => (word === last ? `'${word}':*` : `'${word}'`)).join(' & ');
  const values = [tsquery, limit];
  const rows = await prepared<{ name: string }>(em, 'suggest-products', SUGGESTED, values);
  return [...new Set(rows.map((row) => row.name))];
}

/** Brings vocabulary and tiers up to date with all offers. Costs some passes over them: a few seconds a million each. */
export async function refreshSearchWords(em: EntityManager): Promise<void> {
  await refreshSearchTiers(em);
  await em.execute(
    `with words as (
       select word, ndoc as offers from ts_stat($$select to_tsvector('simple', search_text) from offer$$)
       where word ~ '^[[:alnum:]]{2,40}$'),
     gone as (delete from search_word s where not exists (select 1 from words w where w.word = s.word))
     insert into search_word (word, offers) select word, offers from words
     on conflict (word) do update set offers = excluded.offers where search_word.offers <> excluded.offers`,
  );
}

/** How many offers there are: exact, one index scan. */
export async function countOffers(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ offers: number }[]>('select count(*)::int as offers from offer');
  return row?.offers ?? 0;
}
