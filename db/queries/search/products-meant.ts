import type { EntityManager } from '@mikro-orm/postgresql';
import { categoryOfWords } from '#domain/category.ts';
import { type FittingProduct, keepsTo } from '#domain/search/arrange-products.ts';
import { looserQueries, nearestQueries } from '#domain/search/looser-query.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { type Understood, understandQuery } from '#domain/search/understand-query.ts';
import { tables } from '../sql/tables.ts';
import { correctWords } from './correct-words.ts';
import { findProducts, type OffersRead } from './find-products.ts';

/** What a query was taken to mean, and the products that fit. */
export interface Meant {
  understood: Understood;
  /** The query with its misspelt words corrected; null where it was taken as it stands. */
  correctedTo: string | null;
  /** At most 1,000, the best first. */
  products: FittingProduct[];
  /** Where no product fits: a query near this one that finds something, and a sentence that offers it. */
  nearest: { query: string; label: string } | null;
}

/**
 * The products that a query means. All its words must fit, as they stand or in other words for the same; where no product has
 * them, misspelt words are corrected, then describing words are left out. What costs more than the query allows does not fit.
 */
export async function productsMeant(
  em: EntityManager,
  query: string,
  read: OffersRead = { order: 'relevance', isRated: false },
): Promise<Meant> {
  let understood = understandQuery(query);
  let correctedTo: string | null = null;
  let fitting = await productsFitting(em, understood, read);
  if (fitting.length === 0) {
    const words = queryWords(query);
    const corrected = (await correctWords(em, words)).join(' ');
    if (corrected !== words.join(' ')) {
      understood = understandQuery(corrected);
      fitting = await productsFitting(em, understood, read);
      if (fitting[0]) correctedTo = corrected;
    }
  }
  if (fitting.length === 0) {
    const known = await wordsKnown(em, queryWords(query));
    for (const looser of looserQueries(understood, known)) {
      fitting = await productsFitting(em, looser, read, looser.isOnlyTheThing);
      if (fitting[0]) break;
    }
  }
  const products = fitting.filter(({ offers }) =>
    offers.some((offer) => keepsTo(understood, offer)),
  );
  const nearest = products[0] ? null : await nearestOf(em, query, understood, read);
  return { understood, correctedTo, products, nearest };
}

/** Looks are limited: a shopper waits. */
const MOST_NEAR = 5;

async function nearestOf(
  em: EntityManager,
  query: string,
  understood: Understood,
  read: OffersRead,
) {
  for (const near of nearestQueries(understood).slice(0, MOST_NEAR)) {
    const meant = understandQuery(near);
    const products = await productsFitting(em, meant, read);
    if (products.some(({ offers }) => offers.some((offer) => keepsTo(meant, offer))))
      return { query: near, label: `Nothing for “${query.trim()}”. “${near}” instead?` };
  }
  return null;
}

function productsFitting(
  em: EntityManager,
  understood: Understood,
  read: OffersRead,
  isOnlyTheThing = false,
) {
  return findProducts(em, understood, {
    ...read,
    category: categoryOfQuery(understood),
    isOnlyTheThing,
  });
}

/** Which words are brands of what shops sell, and which no offer holds. */
async function wordsKnown(em: EntityManager, words: string[]) {
  const brands = await tables(em)
    .selectFrom('shelf')
    .select('trail')
    .where('retailer', 'is', null)
    .where('trail', 'in', [...words, ''])
    .execute();
  const said = await tables(em)
    .selectFrom('search_word')
    .select('word')
    .where('word', 'in', [...words, ''])
    .where('offers', '>', 0)
    .execute();
  const unsaid = new Set(words).difference(new Set(said.map(({ word }) => word)));
  return { brands: new Set(brands.map(({ trail }) => trail)), unsaid };
}

/** Our category that a query names, in its own words or in others for the same. */
function categoryOfQuery({ groups }: Understood): string | null {
  const typed = groups.map(([words]) => words).join(' ');
  for (const words of [typed, ...(groups.at(-1) ?? [])]) {
    const category = categoryOfWords(words);
    if (category) return category;
  }
  return null;
}
