/* What Smart Search reads of the catalogue: the offers for what a question names, with specifications and the year of their products. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { buyVerdict } from '#domain/prices/buy-verdict.ts';
import { lastLow } from '#domain/prices/last-low.ts';
import { rhythmText } from '#domain/prices/rhythm-text.ts';
import type { Outlook, SmartOffer } from '#domain/smart/recommendation.ts';
import { Product } from '../../entities/product.ts';
import { type ProductYear, productYears, rhythmOfYear } from '../products/product-history.ts';
import { type RankedOffer, type SearchResult, searchOffers } from '../search/search.ts';

/** Offers of a search with the verdict on each. */
export type FoundOffers = Omit<SearchResult, 'offers'> & {
  offers: (RankedOffer & Pick<SmartOffer, 'buyVerdict' | 'outlook'>)[];
  /** The words that found them. */
  thing: string;
  specifications: ReadonlyMap<string, Readonly<Record<string, string>>>;
};

/** Price limits of a question. */
interface Limits {
  minCents: Cents | null;
  maxCents: Cents | null;
}

/**
 * Searches for the first of `things` that anything matches, else the first that finds similar goods, else the nearest goods that the search
 * names. Without goods within the limits, answers what there is beyond them.
 */
export async function findOffers(
  em: EntityManager,
  things: readonly string[],
  { minCents, maxCents }: Limits,
  depth: { products: number; offers: number },
): Promise<FoundOffers> {
  const filters = { minCents: minCents ?? undefined, maxCents: maxCents ?? undefined };
  const isLimited = minCents !== null || maxCents !== null;
  let near: { found: SearchResult; thing: string } | null = null;
  for (const thing of things) {
    const within = await searchOffers(em, thing, depth, { filters });
    const isEmpty = within.total === 0 && isLimited;
    const found = isEmpty ? await beyondLimit(em, thing, depth) : within;
    if (found.total > found.similar) {
      const offers = found.offers.filter(({ isSimilar }) => !isSimilar);
      const total = found.total - found.similar;
      return judged(em, { ...found, offers, total }, found.correctedTo ?? thing);
    }
    const isBetter = (near?.found.offers.length ?? 0) === 0;
    if (isBetter) near = { found, thing };
  }
  const { found, thing } = near ?? { found: await searchOffers(em, '', depth), thing: '' };
  const offers = found.offers[0] ? found.offers : (found.nearest?.offers ?? []);
  return judged(em, { ...found, offers }, thing);
}

/** What a query finds without the limits of the question and its own. */
async function beyondLimit(
  em: EntityManager,
  thing: string,
  depth: { products: number; offers: number },
) {
  const found = await searchOffers(em, thing, depth);
  const limit = found.understood.parts.find(({ without }) => without === found.nearest?.query);
  return limit && found.total === 0 ? searchOffers(em, limit.without, depth) : found;
}

async function judged(em: EntityManager, found: SearchResult, thing: string): Promise<FoundOffers> {
  const ids = [...new Set(found.offers.map(({ productId }) => productId))];
  const [specifications, years] = await Promise.all([
    specificationsOf(em, ids),
    productYears(em, ids, Date.now()),
  ]);
  const offers = found.offers.map((offer) => {
    const year = years.get(offer.productId);
    const buyable = buyVerdict(offer.priceCents, year?.figures ?? null, 1);
    return { ...offer, buyVerdict: buyable, outlook: year && outlookOf(year) };
  });
  return { ...found, offers, thing, specifications };
}

function outlookOf(year: ProductYear): Outlook | undefined {
  if (year.figures === null) return undefined;
  const rhythm = rhythmOfYear(year);
  return {
    usualCents: year.figures.averageCents,
    lowestCents: year.figures.lowestCents,
    lastLow: lastLow(year.best, year.figures, year.untilMs)?.text ?? null,
    rhythm: rhythm && rhythmText(rhythm, rhythm.retailerName),
  };
}

/** Specifications by product id. */
export async function specificationsOf(em: EntityManager, productIds: string[]) {
  const products = await em.find(
    Product,
    { id: { $in: productIds } },
    { fields: ['specifications'], disableIdentityMap: true },
  );
  return new Map(
    products.map(({ id, specifications }): [string, Record<string, string>] => [
      id,
      specifications,
    ]),
  );
}
