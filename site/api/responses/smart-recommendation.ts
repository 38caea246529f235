import { z } from 'zod';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { formatAud } from '#domain/money.ts';
import { smartAdvice } from '#domain/smart/recommendation.ts';

const MAX_LINKS = 6;

/** One shop to look at (spec §3). `logo` is empty when we have none; the page shows the shop's initials then. */
export const retailerLink = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string(),
  trustScore: z.number().min(0).max(10),
  description: z.string(),
  strengths: z.array(z.string()),
  searchUrl: z.string(),
});

/** Smart recommendation response (spec §3): its fields stand beside `success`. */
export const smartRecommendation = z.object({
  success: z.literal(true),
  query: z.string(),
  category: z.string(),
  aiRecommendation: smartAdvice,
  retailerLinks: z.array(retailerLink),
  disclaimer: z.string(),
  dataSource: z.string(),
});

/** The whole answer of Smart Search; its fields stand beside `success`. */
export type SmartAnswer = z.infer<typeof smartRecommendation>;

/** The shops with buyable offers: most offers first, then most trusted. */
export function toRetailerLinks(
  offers: readonly FoundOffer[],
  retailers: readonly RetailerRow[],
  query: string,
  siteUrl: string,
): z.infer<typeof retailerLink>[] {
  const buyable = offers.filter((offer) => offer.canBuy);
  const byShop = Map.groupBy(buyable, (offer) => offer.retailerName);
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
      // The shop's own search if we know it, else its home page.
      searchUrl: publicDemoUrl(
        retailer.discovery.searchUrlTemplate?.replace('{query}', encodeURIComponent(query)) ??
          retailer.website,
        siteUrl,
      ),
    }));
}

/** The lowest price of each product that more than one shop sells. */
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
    `${counted(theirs.length, 'offer')} for your words, from ${formatAud(from)}`,
    ...(lowest.length > 0 ? [`Lowest of all shops for ${counted(lowest.length, 'product')}`] : []),
    ...(retailer.trustScore10 >= 8 ? ['Highly trusted'] : []),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The disclaimer below every recommendation. */
export function disclaimerFor(isDemo: boolean): string {
  const prices =
    'Prices, stock and ratings are those that shops published when we last read them, and can have changed: check them at the shop before you buy.';
  return isDemo ? `The shops and prices of this demonstration are invented. ${prices}` : prices;
}
