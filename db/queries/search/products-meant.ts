import type { EntityManager } from '@mikro-orm/postgresql';
import { categoryOfWords } from '#domain/category.ts';
import { type FittingProduct, keepsTo } from '#domain/search/arrange-products.ts';
import { headOf } from '#domain/search/name-head.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { type Understood, understandQuery } from '#domain/search/understand-query.ts';
import { correctWords } from './correct-words.ts';
import { findProducts } from './find-products.ts';

/** What a query was taken to mean, and the products that fit. */
export interface Meant {
  understood: Understood;
  /** The query with its misspelt words corrected; null where it was taken as it stands. */
  correctedTo: string | null;
  /** At most 1,000, the best first. */
  products: FittingProduct[];
}

/**
 * The products that a query means. All its words must fit, as they stand or in other words for the same; where no product has
 * them, misspelt words are corrected, then half of the words must fit, and one of them say what the product is.
 */
export async function productsMeant(em: EntityManager, query: string): Promise<Meant> {
  let understood = understandQuery(query);
  let correctedTo: string | null = null;
  let products = await productsFitting(em, understood);
  if (products.length === 0) {
    const words = queryWords(query);
    const corrected = (await correctWords(em, words)).join(' ');
    if (corrected !== words.join(' ')) {
      understood = understandQuery(corrected);
      products = await productsFitting(em, understood);
      if (products[0]) correctedTo = corrected;
    }
  }
  for (const groups of products[0] ? [] : relaxedGroups(understood)) {
    const heads = understood.groups.flat().flatMap((words) => headOf(words) ?? []);
    products = await productsFitting(em, { ...understood, groups, heads }, true);
    if (products[0]) break;
  }
  return { understood, correctedTo, products };
}

/** Products that fit with an offer within the limits that the query states. */
async function productsFitting(em: EntityManager, understood: Understood, isRelaxed = false) {
  const category = categoryOfQuery(understood);
  const products = await findProducts(em, understood, { category, isRelaxed });
  return products.filter(({ offers }) => offers.some((offer) => keepsTo(understood, offer)));
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

/** Groups of a query without one of them, then without two, down to half. */
function* relaxedGroups({ groups }: Understood): Generator<string[][]> {
  for (let dropped = 1; dropped <= groups.length / 2; dropped += 1)
    yield* choose(groups, groups.length - dropped);
}

/** All ways to choose `count` of the items. */
function choose<Item>(items: readonly Item[], count: number): Item[][] {
  if (count <= 0) return [[]];
  return items.flatMap((item, place) =>
    choose(items.slice(place + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
