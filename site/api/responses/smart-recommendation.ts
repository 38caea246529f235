import { z } from 'zod';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { formatAud } from '#domain/money.ts';
import { productPath } from '#domain/public-path.ts';
import type { SmartEvidence } from '#domain/smart/evidence.ts';
import { type SmartAdvice, smartAdvice } from '#domain/smart/recommendation.ts';
import { counted } from '#domain/text/counted.ts';
import type { ApiServices } from '../core/services.ts';
import { buyVerdictShape, toJudgedProducts } from './search-product.ts';

const MAX_LINKS = 6;

/** A recommended shop (spec §3). Without a `logo` ('') the page shows the shop's initials. */
export const retailerLink = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string(),
  trustScore: z.number().min(0).max(10),
  description: z.string(),
  strengths: z.array(z.string()),
  searchUrl: z.string(),
});

/** The product of a pick at its cheapest shop; prices in dollars. */
const pickedProduct = z.object({
  path: z.string().describe('The public page'),
  imageUrl: z.string(),
  price: z.number(),
  retailer: z.string(),
  aiScore: z.number().min(0).max(10),
  buyVerdict: buyVerdictShape,
});

/** Smart recommendation response (spec §3); its fields are at the top level. */
export const smartRecommendation = z.object({
  success: z.literal(true),
  query: z.string(),
  category: z.string(),
  budget: z
    .number()
    .nullable()
    .describe('Dollars: the budget asked with, or what the question says'),
  aiRecommendation: smartAdvice.extend({
    topPicks: z.array(
      smartAdvice.shape.topPicks.element.extend({ product: pickedProduct.optional() }),
    ),
  }),
  retailerLinks: z.array(retailerLink),
  disclaimer: z.string(),
  dataSource: z.string(),
});

/** The response of Smart Search. */
export type SmartAnswer = z.infer<typeof smartRecommendation>;

/** Adds to each pick its product, found in the evidence by name. */
export async function withProducts(
  services: ApiServices,
  picks: SmartAdvice['topPicks'],
  evidence: SmartEvidence,
  offers: readonly FoundOffer[],
): Promise<SmartAnswer['aiRecommendation']['topPicks']> {
  const bestOf = (pick: { name: string }) =>
    evidence.products.find(({ name }) => name === pick.name)?.best;
  const best = new Set(picks.map((pick) => bestOf(pick)?.offerId));
  const judged = await toJudgedProducts(
    services,
    offers.filter(({ offerId }) => best.has(offerId)),
  );
  return picks.map((pick) => {
    const picked = bestOf(pick);
    const found = judged.find(({ offerId }) => offerId === picked?.offerId);
    if (!found || !picked) return pick;
    const { _id, name, imageUrl, currentPrice, retailer, aiScore } = found;
    const product = {
      path: productPath(_id, name),
      imageUrl,
      price: currentPrice,
      retailer: retailer.name,
      aiScore: aiScore.overall,
      buyVerdict: picked.buyVerdict,
    };
    return { ...pick, product };
  });
}

/** Shops with buyable offers of at most `maxCents`: most offers first, then most trusted. */
export function toRetailerLinks(
  offers: readonly FoundOffer[],
  retailers: readonly RetailerRow[],
  query: string,
  siteUrl: string,
  maxCents = Number.POSITIVE_INFINITY,
): z.infer<typeof retailerLink>[] {
  const buyable = offers.filter((offer) => offer.canBuy);
  const within = buyable.filter((offer) => offer.priceCents <= maxCents);
  const byShop = Map.groupBy(within, (offer) => offer.retailerName);
  const cheapest = cheapestByProduct(buyable);
  return retailers
    .flatMap((retailer) => {
      const theirs = byShop.get(retailer.name);
      return theirs ? [{ retailer, theirs }] : [];
    })
    .toSorted(
      (a, b) =>
        b.theirs.length - a.theirs.length || b.retailer.trustScore10 - a.retailer.trustScore10,
    )
    .slice(0, MAX_LINKS)
    .map(({ retailer, theirs }) => ({
      id: retailer.slug,
      name: retailer.name,
      logo:
        retailer.kind === 'demo'
          ? publicDemoUrl(new URL('/logo.svg', retailer.website).href, '')
          : '',
      trustScore: retailer.trustScore10,
      description: retailer.description,
      strengths: strengthsOf(retailer, theirs, cheapest),
      // The shop's search if known, else its home page.
      searchUrl: publicDemoUrl(
        retailer.discovery.searchUrlTemplate?.replace('{query}', encodeURIComponent(query)) ??
          retailer.website,
        siteUrl,
      ),
    }));
}

/** The lowest price of each product sold by more than one shop. */
function cheapestByProduct(offers: readonly FoundOffer[]): Map<string, number> {
  const groups = [...Map.groupBy(offers, (offer) => offer.productId)];
  return new Map(
    groups
      .filter(([, group]) => new Set(group.map((offer) => offer.retailerName)).size > 1)
      .map(([id, group]) => [id, Math.min(...group.map((offer) => offer.priceCents))]),
  );
}

function strengthsOf(
  retailer: RetailerRow,
  theirs: readonly FoundOffer[],
  cheapest: ReadonlyMap<string, number>,
): string[] {
  const from = theirs.reduce((a, b) => (b.priceCents < a.priceCents ? b : a)).priceCents;
  const lowest = theirs.filter((offer) => offer.priceCents === cheapest.get(offer.productId));
  return [
    theirs.length === 1
      ? `1 matching offer, ${formatAud(from)}`
      : `${theirs.length} matching offers from ${formatAud(from)}`,
    ...(lowest.length > 0 ? [`Cheapest for ${counted(lowest.length, 'product')}`] : []),
    ...(retailer.trustScore10 >= 8 ? ['Highly trusted'] : []),
  ];
}

/** The disclaimer under a recommendation. */
export function disclaimerFor(isDemo: boolean): string {
  const prices =
    'Prices, stock and ratings are those that shops published when we last read them, and can have changed: check them at the shop before you buy.';
  return isDemo ? `The shops and prices of this demonstration are invented. ${prices}` : prices;
}
