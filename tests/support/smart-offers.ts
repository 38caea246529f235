import { cents } from '#domain/money.ts';
import { isBuyable } from '#domain/offers/availability.ts';
import { gatherEvidence } from '#domain/smart/evidence.ts';
import { readQuestion } from '#domain/smart/question.ts';
import type { Found, SmartOffer, SmartQuestion } from '#domain/smart/recommendation.ts';

let made = 0;

/** Makes offers of products, in stock at dollars, as Smart Search finds them; `common` is the same of all. */
export const offersWith =
  (common: Partial<SmartOffer>) =>
  (name: string, price: number, rest: Partial<SmartOffer> = {}): SmartOffer => {
    made += 1;
    return {
      ...{ offerId: `offer-${made}`, productId: name, productName: name, brand: null },
      ...{ category: 'Groceries', retailerName: 'Gumnut Grocer', priceCents: cents(price * 100) },
      ...{ availability: 'in_stock', canBuy: isBuyable(rest.availability ?? 'in_stock') },
      ...{
        isTheThing: false,
        isSimilar: false,
        ratingAverage: null,
        ratingCount: null,
        overall: 60,
      },
      buyVerdict: { word: 'fair', text: 'It costs that all year.' },
      ...{ lastLow: null, rhythm: null, ...common, ...rest },
    };
  };

/** The evidence of a question whose search, by the whole of it unless `found` says otherwise, finds these offers. */
export function evidenceOf(
  query: string,
  offers: SmartOffer[],
  question: Partial<SmartQuestion> = {},
  found: Partial<Found> = {},
) {
  const limits = { category: null, minCents: null, budgetCents: null };
  const search = { thing: query, asked: query, isLoose: false, offers, specifications: new Map() };
  return gatherEvidence(
    { query, reading: readQuestion(query), ...limits, ...question },
    { ...search, ...found },
  );
}
