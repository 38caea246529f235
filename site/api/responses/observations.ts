/* The observations behind the figures of a product: the prices read from each offer, and which of them each figure uses. */
import { z } from 'zod';
import { type OfferLine, rhythmOfYear } from '#db/queries/products/product-history.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import { isGone } from '#domain/offers/availability.ts';
import { VERDICT_WEEKS } from '#domain/prices/price-verdict.ts';
import { rhythmText } from '#domain/prices/rhythm-text.ts';
import { iso, WEEK_MS } from '#domain/time.ts';
import type { PriceHistoryAnswer } from './price-history.ts';
import type { KnownProduct } from './product-detail.ts';

const moment = z.iso.datetime();

const FIGURES = [
  'best-price',
  'lowest',
  'average',
  'highest',
  'verdict',
  'saving',
  'rhythm',
] as const;

/** The `data` of GET /products/{id}/observations. */
export const productObservations = z.object({
  productId: z.uuid(),
  figures: z
    .array(
      z.object({
        figure: z.enum(FIGURES),
        value: z.number().nullable().describe('Dollars; null for a verdict'),
        text: z.string().describe('The statement, and how it follows from its observations'),
        offers: z.array(z.uuid()).describe('Offers whose observations the figure uses'),
        since: moment.describe('Time of the first of these observations'),
        observations: z.number().int(),
      }),
    )
    .describe('Figures with at least one observation'),
  offers: z.array(
    z.object({
      offerId: z.uuid(),
      shop: z.string(),
      url: z.url().nullable().describe('The address read; null once the offer is no longer listed'),
      source: z.enum(['live', 'demo', 'feed', 'estimate']).nullable(),
      readFrom: z.string().nullable().describe('The part of the page: json-ld, visible …'),
      readAt: moment.nullable().describe('Time of the last reading'),
      price: z.number().nullable().describe('Last price read, in dollars'),
      observations: z
        .array(z.object({ at: moment, price: z.number(), canBuy: z.boolean() }))
        .describe('Price changes within a year, oldest first, each valid until the next'),
    }),
  ),
});
export type ProductObservations = z.infer<typeof productObservations>;

/** Lists the observations behind each figure of a product; `history` covers the past year. */
export function toObservations(
  { found, best, year }: KnownProduct,
  history: PriceHistoryAnswer,
  siteUrl: string,
): ProductObservations {
  const listed = new Map(found.offers.map((offer) => [offer.offerId, offer]));
  const ids = new Set([...listed.keys(), ...year.lines.map(({ offerId }) => offerId)]);
  const offers = [...ids].map((offerId) => {
    const line = year.lines.find((one) => one.offerId === offerId);
    const offer = listed.get(offerId);
    return {
      offerId,
      shop: offer?.retailerName ?? line?.retailerName ?? '',
      url: offer ? publicDemoUrl(offer.url, siteUrl) : null,
      source: offer?.source ?? null,
      readFrom: offer?.extraction ?? null,
      readAt: offer?.lastSeenAt.toISOString() ?? null,
      price: dollarsOrNull(offer?.priceCents ?? null),
      observations: line ? changesOf(line) : [],
    };
  });
  const own = offers.filter(({ offerId }) => offerId === best.offerId);
  const { verdict, buyVerdict, isEstimate, low, average, high } = history;
  const isOut = isGone(best.availability);
  const rhythm = rhythmOfYear(year);
  const rhythmic = offers.filter(({ offerId }) => offerId === rhythm?.offerId);
  const ofYear = (figure: (typeof FIGURES)[number], value: number | null, text: string) =>
    isEstimate ? [] : figureFrom(figure, value, text, offers);
  return {
    productId: found.product.id,
    figures: [
      {
        figure: 'best-price' as const,
        value: dollars(best.priceCents),
        text: `The lowest price ${isOut ? 'of all offers, none of which is in stock' : 'among the offers that can be bought'}, as its shop’s page said when it was last read.`,
        offers: [best.offerId],
        since: best.lastSeenAt.toISOString(),
        observations: 1,
      },
      ...ofYear('lowest', low, 'The lowest best price of the past year.'),
      ...ofYear(
        'average',
        average,
        'Each best price of the past year, by how long it was the best one.',
      ),
      ...ofYear('highest', high, 'The highest best price of the past year.'),
      ...(buyVerdict ? ofYear('verdict', null, buyVerdict.text) : []),
      ...(verdict && !isOut
        ? figureFrom(
            'saving',
            verdict.claimedWas,
            verdict.text,
            own,
            // A sale may have lasted as long as the period before it that the verdict covers.
            year.nowMs - 2 * VERDICT_WEEKS * WEEK_MS,
          )
        : []),
      ...(rhythm
        ? figureFrom(
            'rhythm',
            dollars(rhythm.specialCents),
            `${rhythmText(rhythm, rhythm.retailerName)} By the ${rhythm.specials.length} specials of the past year.`,
            rhythmic,
          )
        : []),
    ],
    offers,
  };
}

function changesOf({ points, askingPrices }: OfferLine) {
  return points.flatMap(({ atMs, priceCents }, nth) => {
    // An offer that vanished has one more point at its end.
    const price = (askingPrices[nth] ?? askingPrices.at(-1))?.priceCents;
    if (price === undefined) return [];
    return { at: iso(atMs), price: dollars(price), canBuy: priceCents !== null };
  });
}

/** A figure with the observations from `fromMs` on and the one valid then; an empty list without observations. */
function figureFrom(
  figure: (typeof FIGURES)[number],
  value: number | null,
  text: string,
  offers: ProductObservations['offers'],
  fromMs = 0,
): ProductObservations['figures'] {
  const used = offers.flatMap(({ offerId, observations }) => {
    const first = Math.max(
      0,
      observations.findLastIndex(({ at }) => Date.parse(at) <= fromMs),
    );
    return observations.slice(first).map(({ at }) => ({ offerId, at }));
  });
  const [since] = used.map(({ at }) => at).sort();
  if (since === undefined) return [];
  const ids = [...new Set(used.map(({ offerId }) => offerId))];
  return [{ figure, value, text, offers: ids, since, observations: used.length }];
}
