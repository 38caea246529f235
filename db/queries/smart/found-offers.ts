/* What Smart Search reads of the catalogue: the offers for what a question names, with specifications and the year of their products. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { buyVerdict, scoreBeside, yearStanding } from '#domain/prices/buy-verdict.ts';
import { lastLow } from '#domain/prices/last-low.ts';
import { rhythmText } from '#domain/prices/rhythm-text.ts';
import { ACCESSORY_NOUNS, headNounOf } from '#domain/search/name-head.ts';
import { lastWord } from '#domain/search/score-products.ts';
import { queryWords, searchWords } from '#domain/search/search-words.ts';
import type { Found, SmartOffer, SmartQuestion } from '#domain/smart/recommendation.ts';
import { Product } from '../../entities/product.ts';
import { productYears, rhythmOfYear } from '../products/product-history.ts';
import { type RankedOffer, type SearchResult, searchOffers } from '../search/search.ts';

/** What a search found, with the verdict on each offer. */
interface FoundOffers extends Found<RankedOffer & SmartOffer> {
  /** A query that has results, where this has none. */
  nearest: string | null;
}

/** What goods must cost, and words that their names must not have. */
interface Limits extends Pick<SmartQuestion, 'minCents'> {
  maxCents: Cents | null;
  excluded: readonly string[];
}

/**
 * Searches for the first of `things` that anything matches, else the first that finds similar goods, else the nearest goods that the search
 * names. Without goods within the limits of price, answers what there is beyond them.
 */
export async function findOffers(
  em: EntityManager,
  things: readonly string[],
  { minCents, maxCents, excluded }: Limits,
  depth: { products: number; offers: number },
): Promise<FoundOffers> {
  const filters = { minCents: minCents ?? undefined, maxCents: maxCents ?? undefined };
  const without = excluded.map((words) => `${NOT}${words}`).join('');
  const tried: { found: SearchResult; thing: string }[] = [];
  for (const thing of things) {
    const within = await searchOffers(em, `${thing}${without}`, depth, { filters });
    const found = within.total > 0 ? within : await searchOffers(em, `${thing}${without}`, depth);
    tried.push({ found, thing });
    if (hasMatches(found)) break;
  }
  const best = tried.find(({ found }) => hasMatches(found));
  const { found, thing } =
    best ?? tried.find((each) => each.found.offers[0]) ?? tried[0] ?? nothing();
  const { nearest, correctedTo, understood } = found;
  const offers = found.offers.filter(({ isSimilar }) => !best || !isSimilar);
  const near = (nearest?.offers ?? []).filter((one) => understood.isAccessory || !isAccessory(one));
  const [answered = thing] = correctedTo?.split(NOT) ?? [];
  const lacksWords = queryWords(answered).length < queryWords(thing).length;
  return {
    ...(await judged(em, offers[0] ? offers : near)),
    thing: best ? answered : thing,
    asked: things[0] ?? thing,
    isLoose: lacksWords || !(best || offers.some((offer) => isNamed(offer, thing))),
    nearest: nearest?.query ?? null,
  };
}

const NOT = ' but not ';
const nothing = (): never => {
  throw new RangeError('a question names a thing');
};
const hasMatches = ({ total, similar }: SearchResult) => total > similar;

const isAccessory = ({ productName, brand }: RankedOffer) =>
  ACCESSORY_NOUNS.includes(lastWord(headNounOf(productName, brand) ?? ''));

/** Whether a name has all words: "Uno" is a game to us, and may be the name of a machine. */
function isNamed(offer: RankedOffer, words: string): boolean {
  const own = new Set(searchWords(`${offer.brand ?? ''} ${offer.productName}`));
  return !isAccessory(offer) && queryWords(words).every((word) => own.has(word));
}

async function judged(em: EntityManager, found: readonly RankedOffer[]) {
  const ids = [...new Set(found.map(({ productId }) => productId))];
  const [specifications, years] = await Promise.all([
    specificationsOf(em, ids),
    productYears(em, ids, Date.now()),
  ]);
  const offers = found.map((offer): RankedOffer & SmartOffer => {
    const year = years.get(offer.productId);
    const figures = year?.figures ?? null;
    const standing = yearStanding(figures, offer.priceCents);
    const overall = offer.overall === null ? null : scoreBeside(standing, offer.overall);
    const verdict = { overall, buyVerdict: buyVerdict(offer.priceCents, figures, 1) };
    if (!year?.figures) return { ...offer, ...verdict };
    const rhythm = rhythmOfYear(year);
    const outlook = {
      lastLow: lastLow(year.best, year.figures, year.untilMs)?.text ?? null,
      rhythm: rhythm && rhythmText(rhythm, rhythm.retailerName),
    };
    return { ...offer, ...verdict, outlook };
  });
  return { offers, specifications };
}

/** Specifications by product id. */
export async function specificationsOf(em: EntityManager, productIds: string[]) {
  const products = await em.find(
    Product,
    { id: { $in: productIds } },
    { fields: ['specifications'], disableIdentityMap: true },
  );
  return new Map(products.map(({ id, specifications }) => [id, specifications]));
}
