import type { EntityManager } from '@mikro-orm/postgresql';
import { type InferResult, type Kysely, type RawBuilder, sql } from 'kysely';
import { categoryOf } from '#domain/category.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { queryWords } from '#domain/text/search-words.ts';
import { Offer } from '../../entities/offer.ts';
import { AVAILABILITY, listedOffers } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { correctWords } from './correct-words.ts';
import { bestFits, fittingNames, type Hit, type Meaning, meaningOf, mostFits } from './fits.ts';
import { refreshSearchTiers } from './tiers.ts';

/**
 * Listed offers o as searches and pages show them, with product p, retailer r and scores s (0–100, null before they are computed).
 * Each column is named, so that rows need no renaming.
 */
export function foundOffers(db: Kysely<Tables>) {
  return listedOffers(db)
    .innerJoin('product as p', 'p.id', 'o.product')
    .leftJoin('score as s', 's.offer', 'o.id')
    .leftJoin('picture_source as own', 'own.url', 'o.imageUrl')
    .leftJoin('picture_source as general', 'general.url', 'p.imageUrl')
    .select(['o.id as offerId', 'o.product as productId'])
    .select(['o.name', 'o.url', 'o.seller', 'o.source'])
    .select(['o.priceCents as priceCents', 'o.originalPriceCents as originalPriceCents'])
    .select(['o.unitPrice as unitPrice', 'o.earlierPack as earlierPack'])
    .select(['o.ratingAverage as ratingAverage', 'o.ratingCount as ratingCount'])
    .select(sql.raw<Availability>(AVAILABILITY).as('availability'))
    .select('o.lastSeenAt as lastSeenAt')
    .select(({ fn }) => [
      'p.description',
      fn.coalesce('p.category', 'o.category').as('category'),
      fn.coalesce('o.brand', 'p.brand').as('brand'),
      fn.coalesce('o.imageUrl', 'p.imageUrl').as('imageUrl'),
      fn.coalesce('own.hash', 'general.hash').as('pictureHash'),
    ])
    .select(['r.name as retailerName', 'r.category as retailerCategory'])
    .select(['r.region as retailerRegion', 'r.website as retailerWebsite'])
    .select(['r.trustScore10 as trustScore10', 's.overall', 's.reason', 's.highlights'])
    .select(['s.by as scoredBy', 's.price as priceScore', 's.quality as qualityScore'])
    .select(['s.value as valueScore', 's.popularity as popularityScore']);
}

/** An offer as a search finds it. */
export type FoundOffer = InferResult<ReturnType<typeof foundOffers>>[number];

/** Offers that fit the query, best first: all words must fit, else all corrected ones, else half. Empty for a query without words. */
export async function searchOffers(em: EntityManager, query: string, limit: number) {
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

const bestFitting = preparedQuery(
  'offers-matching-all',
  (db, value: Named<Meaning>, limit: number) => offersOf(db, value.text(bestFits(limit))),
);

function offersMatchingAll(em: EntityManager, words: string[], limit: number) {
  const category = categoryOf(null, words.join(' '));
  return bestFitting(em, { words: allOf(words), category, ...meaningOf(words) }, limit);
}

/** Of a long query these words count when half of them must fit: 70 ways to choose four of eight. */
const MAX_HALVED_WORDS = 8;

type Halved = Pick<Meaning, 'words' | 'category'> & { single: string };

const mostFitting = preparedQuery(
  'offers-matching-half',
  (db, value: Named<Halved>, limit: number) => offersOf(db, value.text(mostFits(limit))),
);

/** Offers that at least half of the words fit, those that most words fit first. */
function offersMatchingHalf(em: EntityManager, allWords: string[], limit: number) {
  const words = allWords.slice(0, MAX_HALVED_WORDS);
  const halves = choose(words, Math.ceil(words.length / 2));
  const values = {
    words: halves.map((half) => `(${allOf(half)})`).join(' | '),
    single: JSON.stringify(words),
    category: categoryOf(null, allWords.join(' ')),
  };
  return mostFitting(em, values, limit);
}

function offersOf(db: Kysely<Tables>, hits: RawBuilder<Hit>) {
  return foundOffers(db)
    .innerJoin(sql<Hit>`(${hits})`.as('hits'), 'hits.id', 'o.id')
    .orderBy('hits.place');
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

const namesFitting = preparedQuery(
  'suggest-products',
  (_db, value: Named<{ words: string }>, limit: number) =>
    value.text<{ name: string }>(fittingNames(limit)),
);

/** Product names that begin as the shopper types; the more popular first, then the most offered. */
export async function suggestProducts(em: EntityManager, query: string, limit: number) {
  const words = queryWords(query);
  const last = words.at(-1);
  if (!last) return [];
  const begun = words.map((word) => (word === last ? `'${word}':*` : `'${word}'`));
  const rows = await namesFitting(em, { words: begun.join(' & ') }, limit);
  return [...new Set(rows.map((row) => row.name))];
}

/** Brings tiers and vocabulary up to date: two passes over all offers, some seconds a million. Words with digits are never corrected. */
export async function refreshSearchWords(em: EntityManager): Promise<void> {
  await refreshSearchTiers(em);
  await sql`
    with words as (
      select word, count(*) as offers from offer, unnest(string_to_array(search_text, ' ')) word
      group by word having word ~ '^[[:alpha:]]{2,40}$'),
    gone as (delete from search_word s where not exists (select 1 from words w where w.word = s.word))
    insert into search_word (word, offers) select word, offers from words
    on conflict (word) do update set offers = excluded.offers where search_word.offers <> excluded.offers`.execute(
    tables(em),
  );
}

/** How many offers there are: exact, one index scan. */
export async function countOffers(em: EntityManager): Promise<number> {
  return em.count(Offer);
}
