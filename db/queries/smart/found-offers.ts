/* What Smart Search reads of the catalogue: the offers for what a question names, with specifications and the year of their products. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { buyVerdict, scoreBeside, yearStanding } from '#domain/prices/buy-verdict.ts';
import { lastLow } from '#domain/prices/last-low.ts';
import { rhythmText } from '#domain/prices/rhythm-text.ts';
import type { ProductFilters } from '#domain/search/filter-products.ts';
import { queryWords, searchWords } from '#domain/search/search-words.ts';
import { isKnownNoun, nounOf } from '#domain/smart/question.ts';
import type { Found, SmartOffer } from '#domain/smart/recommendation.ts';
import { Product } from '../../entities/product.ts';
import { productYears, rhythmOfYear } from '../products/product-history.ts';
import { type RankedOffer, type SearchResult, searchOffers } from '../search/search.ts';

/** What a search found, with the verdict on each offer. */
interface FoundOffers extends Found<RankedOffer & SmartOffer> {
  /** A query that has results, where this has none. */
  nearest: string | null;
}

interface Limits {
  minCents: Cents | null;
  maxCents: Cents | null;
  /** Words that names must not have. */
  excluded: readonly string[];
  /** This many matching products end the search for wider things. */
  enough: number;
}

const NOT = ' but not ';

/**
 * Searches for the first of `things` that `enough` products match, else the first that any product matches, else the first that finds
 * similar goods, else the nearest goods that the search names. Without goods within the limits of price, answers what there is beyond them. Throws a RangeError without things.
 */
export async function findOffers(
  em: EntityManager,
  things: readonly string[],
  { minCents, maxCents, excluded, enough }: Limits,
  depth: { products: number; offers: number },
): Promise<FoundOffers> {
  const filters = { minCents: minCents ?? undefined, maxCents: maxCents ?? undefined };
  const tried: { found: SearchResult; thing: string }[] = [];
  for (const thing of things) {
    const found = await searchWithin(em, [thing, ...excluded].join(NOT), depth, filters);
    tried.push({ found: soundOf(found, thing, tried.length === 0), thing });
    if (matchesOf(found) >= enough) break;
  }
  const hasFound = (least: number) => tried.find(({ found }) => matchesOf(found) >= least);
  const best = hasFound(enough) ?? hasFound(1);
  const chosen = best ?? tried.find(({ found }) => found.offers[0]) ?? tried[0];
  if (!chosen) throw new RangeError('a question names a thing');
  const { nearest, correctedTo, ...found } = chosen.found;
  const [answered = chosen.thing] = correctedTo?.split(NOT) ?? [];
  // "Uno" is a game to us, and may be the name of a machine.
  const isNamed = ({ brand, productName }: RankedOffer) => {
    const own = searchWords(`${brand ?? ''} ${productName}`);
    return queryWords(chosen.thing).every((word) => own.includes(word));
  };
  const lacksWords = queryWords(answered).length < queryWords(chosen.thing).length;
  const offers = found.offers.filter(({ isSimilar }) => !best || !isSimilar);
  return {
    ...(await judged(em, offers[0] ? offers : (nearest?.offers ?? []))),
    thing: best ? answered : chosen.thing,
    asked: things[0] ?? chosen.thing,
    isLoose: lacksWords || !(best || offers.some(isNamed)),
    nearest: nearest?.query ?? null,
  };
}

/** Searches within limits of price, where nothing is within them without. */
async function searchWithin(
  em: EntityManager,
  query: string,
  depth: { products: number; offers: number },
  filters: ProductFilters,
): Promise<SearchResult> {
  const within = await searchOffers(em, query, depth, { filters });
  return within.total > 0 ? within : searchOffers(em, query, depth);
}

/**
 * What a search found, if it is still about the known noun of the thing or, of the first thing, matches: lip balm is no answer to "plane ticket to
 * bali", nor are birds to "bird repellent".
 */
function soundOf(found: SearchResult, thing: string, isFirst: boolean): SearchResult {
  const noun = nounOf(thing);
  const answered = queryWords(found.correctedTo ?? '').join(' ');
  const isAboutIt = found.correctedTo === null || (isKnownNoun(noun) && answered.includes(noun));
  return isAboutIt || (isFirst && matchesOf(found) > 0) ? found : { ...found, ...NOTHING };
}
const NOTHING = { offers: [], total: 0, similar: 0, nearest: null };

const matchesOf = ({ total, similar }: SearchResult): number => total - similar;

/** Offers with verdicts as pages show them, and the specifications by product id. */
async function judged(em: EntityManager, found: readonly RankedOffer[]) {
  const id = { $in: [...new Set(found.map(({ productId }) => productId))] };
  const fields = ['specifications'] as const;
  const [products, years] = await Promise.all([
    em.find(Product, { id }, { fields, disableIdentityMap: true }),
    productYears(em, id.$in, Date.now()),
  ]);
  const offers = found.map((offer): RankedOffer & SmartOffer => {
    const year = years.get(offer.productId);
    const figures = year?.figures ?? null;
    const standing = yearStanding(figures, offer.priceCents);
    const rhythm = year && figures && rhythmOfYear(year);
    return {
      ...offer,
      overall: offer.overall === null ? null : scoreBeside(standing, offer.overall),
      buyVerdict: buyVerdict(offer.priceCents, figures, 1),
      lastLow: (year && figures && lastLow(year.best, figures, year.untilMs)?.text) ?? null,
      rhythm: rhythm ? rhythmText(rhythm, rhythm.retailerName) : null,
    };
  });
  const specifications = new Map(products.map((one) => [one.id, one.specifications]));
  return { offers, specifications };
}
