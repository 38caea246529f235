import type { EntityManager } from '@mikro-orm/postgresql';
import { categoryOf } from '#domain/category.ts';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import type { UnitPrice } from '#domain/offers/page-reading.ts';
import type { EarlierPack } from '#domain/pack/shrinkflation.ts';
import { queryWords } from '#domain/text/search-words.ts';
import type { PriceSource } from '../../entities/offer.ts';
import type { ScoredBy } from '../../entities/score.ts';
import { PICTURE_HASH, PICTURE_TABLES } from '../offers/pictures.ts';
import { AVAILABILITY, LISTED_OFFERS } from '../sql/offer-conditions.ts';
import { prepared } from '../sql/prepared.ts';
import { correctWords } from './correct-words.ts';
import { bestFits, fittingProducts, mostFits, whatIsMeant } from './fits.ts';
import { refreshSearchTiers } from './tiers.ts';

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
  source: PriceSource;
  lastSeenAt: Date;
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
  scoredBy: ScoredBy | null;
}

/** The columns of FoundOffer, from offer o, product p, retailer r and score s. */
export const FOUND_OFFER_COLUMNS = `o.id as "offerId", o.product_id as "productId", o.name, p.description,
  coalesce(p.category, o.category) as category, coalesce(o.brand, p.brand) as brand,
  coalesce(o.image_url, p.image_url) as "imageUrl", ${PICTURE_HASH}, o.url, o.seller, o.price_cents as "priceCents",
  o.original_price_cents as "originalPriceCents", o.unit_price as "unitPrice", o.earlier_pack as "earlierPack", ${AVAILABILITY} as availability,
  o.rating_average as "ratingAverage", o.rating_count as "ratingCount", o.source, o.last_seen_at as "lastSeenAt",
  r.name as "retailerName", r.category as "retailerCategory", r.region as "retailerRegion",
  r.website as "retailerWebsite", r.trust_score10 as "trustScore10", s.overall, s.price as "priceScore",
  s.quality as "qualityScore", s.value as "valueScore", s.popularity as "popularityScore", s.reason, s.highlights, s.by as "scoredBy"`;

/** Where FoundOffer's columns come from: the listed offers of retailers that are enabled. */
export const FOUND_OFFER_TABLES = `${LISTED_OFFERS}
  join product p on p.id = o.product_id left join score s on s.offer_id = o.id ${PICTURE_TABLES}`;

const SELECT_HITS = `select ${FOUND_OFFER_COLUMNS} from hits join ${FOUND_OFFER_TABLES} on hits.id = o.id
  order by hits.place`;

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

function offersMatchingAll(
  em: EntityManager,
  words: string[],
  limit: number,
): Promise<FoundOffer[]> {
  const text = `${bestFits(limit)} ${SELECT_HITS}`;
  const values = [allOf(words), categoryOf(null, words.join(' ')), ...whatIsMeant(words)];
  return prepared<FoundOffer>(em, `offers-matching-all-${limit}`, text, values);
}

/** Of a long query these words count when half of them must fit: 70 ways to choose four of eight. */
const MAX_HALVED_WORDS = 8;

/** Offers that at least half of the words fit, those that most words fit first. */
function offersMatchingHalf(
  em: EntityManager,
  allWords: string[],
  limit: number,
): Promise<FoundOffer[]> {
  const words = allWords.slice(0, MAX_HALVED_WORDS);
  const halves = choose(words, Math.ceil(words.length / 2));
  const tsquery = halves.map((half) => `(${allOf(half)})`).join(' | ');
  const text = `${mostFits(limit)} ${SELECT_HITS}`;
  const values = [tsquery, JSON.stringify(words), categoryOf(null, allWords.join(' '))];
  return prepared<FoundOffer>(em, `offers-matching-half-${limit}`, text, values);
}

/** The tsquery that all of these words fit; each is a word as queryWords gives it. */
export function allOf(words: string[]): string {
  return words.map((word) => `'${word}'`).join(' & ');
}

/** All ways to choose `count` of the words. */
function choose(words: string[], count: number): string[][] {
  if (count === 0) return [[]];
  return words.flatMap((word, place) =>
    choose(words.slice(place + 1), count - 1).map((rest) => [word, ...rest]),
  );
}

/** Product names that begin as the shopper types; the more popular first, then the most offered. */
export async function suggestProducts(
  em: EntityManager,
  query: string,
  limit: number,
): Promise<string[]> {
  const words = queryWords(query);
  const last = words.at(-1);
  if (!last) return [];
  const tsquery = words.map((word) => (word === last ? `'${word}':*` : `'${word}'`)).join(' & ');
  const name = `suggest-products-${limit}`;
  const rows = await prepared<{ name: string }>(em, name, fittingProducts(limit), [tsquery]);
  return [...new Set(rows.map((row) => row.name))];
}

/**
 * Brings tiers and vocabulary up to date with all offers: two passes over them, some seconds a million each, and more
 * the first time. The vocabulary leaves out words with digits, which are never corrected.
 */
export async function refreshSearchWords(em: EntityManager): Promise<void> {
  await refreshSearchTiers(em);
  await em.execute(
    `with words as (
       select word, count(*) as offers from offer, unnest(string_to_array(search_text, ' ')) word
       group by word having word ~ '^[[:alpha:]]{2,40}$'),
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
