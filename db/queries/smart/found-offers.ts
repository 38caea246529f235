/* What Smart Search reads of the catalogue: the offers for what a question names, with specifications and the year of their products. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { buyVerdict, scoreBeside, yearStanding } from '#domain/prices/buy-verdict.ts';
import { lastLow } from '#domain/prices/last-low.ts';
import { rhythmText } from '#domain/prices/rhythm-text.ts';
import { queryWords, searchWords } from '#domain/search/search-words.ts';
import type { Found, SmartOffer } from '#domain/smart/recommendation.ts';
import { isKnownNoun, nounOf } from '#domain/smart/thing.ts';
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
  /** Any of the things will do, so one with products within the limits of price is taken first. */
  isAny?: boolean;
}

interface Depth {
  products: number;
  offers: number;
}

const NOT = ' but not ';

/**
 * Searches for the first of `things` that `enough` products match, else the first that any product matches, else the first that finds
 * similar goods, else the nearest goods that the search names. Without goods within the limits of price, answers what there is beyond
 * them. Throws a RangeError without things.
 */
export async function findOffers(
  em: EntityManager,
  things: readonly string[],
  limits: Limits,
  depth: Depth,
): Promise<FoundOffers> {
  const tried = await tryInTurn(em, things, limits, depth);
  const { enough, isAny } = limits;
  const hasFound = (least: number, among = tried) =>
    among.find(({ found }) => matchesOf(found) >= least);
  const within = tried.filter(({ isWithin }) => isAny && isWithin);
  const best = hasFound(enough, within) ?? hasFound(1, within) ?? hasFound(enough) ?? hasFound(1);
  const chosen = best ?? tried.find(({ found }) => found.offers[0]) ?? tried[0];
  if (!chosen) throw new RangeError('a question names a thing');
  const { answered, found } = chosen;
  // "Uno" is a game to us, and may be the name of a machine.
  const isNamed = ({ brand, productName }: RankedOffer) => {
    const own = searchWords(`${brand ?? ''} ${productName}`);
    return queryWords(chosen.thing).every((word) => own.includes(word));
  };
  const lacksWords = queryWords(answered).length < queryWords(chosen.thing).length;
  const offers = found.offers.filter(({ isSimilar }) => !best || !isSimilar);
  return {
    ...(await judged(em, offers[0] ? offers : (found.nearest?.offers ?? []))),
    thing: best ? answered : chosen.thing,
    asked: things[0] ?? chosen.thing,
    isLoose: lacksWords || !(best || offers.some(isNamed)),
    nearest: found.nearest?.query ?? null,
  };
}

/** Searches for each thing until `enough` products match. */
async function tryInTurn(
  em: EntityManager,
  things: readonly string[],
  { minCents, maxCents, excluded, enough, isAny = false }: Limits,
  depth: Depth,
) {
  const filters = { minCents: minCents ?? undefined, maxCents: maxCents ?? undefined };
  const tried: { found: SearchResult; thing: string; answered: string; isWithin: boolean }[] = [];
  for (const thing of things) {
    const query = [thing, ...excluded].join(NOT);
    const within = await searchOffers(em, query, depth, { filters });
    const all = within.total > 0 ? within : await searchOffers(em, query, depth);
    const [answered = thing] = all.correctedTo?.split(NOT) ?? [];
    const isSound = keepsNoun(thing, answered) || (!tried[0] && matchesOf(all) > 0);
    const found = isSound ? all : { ...all, offers: [], total: 0, similar: 0, nearest: null };
    const isWithin = all === within && matchesOf(found) > 0;
    tried.push({ found, thing, answered, isWithin });
    if (matchesOf(found) >= enough && (isWithin || !isAny)) break;
  }
  return tried;
}

/** Whether other words than the shopper's still name the thing: birds are no "bird repellent", and lip balm is no "ticket to bali". */
function keepsNoun(thing: string, answered: string): boolean {
  const noun = nounOf(thing);
  return answered === thing || (isKnownNoun(noun) && queryWords(answered).join(' ').includes(noun));
}

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
