import { z } from 'zod';
import type { OfferRhythm } from '#db/queries/products/product-history.ts';
import { dollars } from '#domain/money.ts';
import { RHYTHM_RISK, rhythmText } from '#domain/prices/rhythm-text.ts';
import { iso } from '#domain/time.ts';

const moment = z.iso.datetime();
const chance = z.number().min(0).max(1);

/** How often an offer goes on special, and when next. */
export const rhythmShape = z.object({
  offerId: z.uuid(),
  shop: z.string(),
  everyWeeks: z.number().int().describe('From one special to the next, in the middle'),
  offPercent: z.number().int(),
  price: z.number().describe('Dollars: what a special costs, in the middle'),
  isOnSpecial: z.boolean(),
  next: z
    .object({ from: moment, to: moment, chance: chance.describe('That it begins in these days') })
    .describe('`to` is exclusive'),
  week: z
    .object({ chance, plainChance: chance.describe('Without a pattern') })
    .describe('That a special begins within 7 days'),
  specials: z
    .array(z.object({ from: moment, to: moment, price: z.number() }))
    .describe('What it rests on, oldest first'),
  text: z.string(),
  risk: z.string().describe('How often such a forecast is wrong'),
});

export function toRhythm(rhythm: OfferRhythm | null): z.output<typeof rhythmShape> | null {
  if (!rhythm) return null;
  const { offerId, retailerName, everyWeeks, offPercent, isOnSpecial, next, week } = rhythm;
  return {
    ...{ offerId, shop: retailerName, everyWeeks, offPercent, isOnSpecial, week },
    price: dollars(rhythm.specialCents),
    next: { from: iso(next.fromMs), to: iso(next.toMs), chance: next.chance },
    specials: rhythm.specials.map(({ fromMs, toMs, priceCents }) => ({
      ...{ from: iso(fromMs), to: iso(toMs), price: dollars(priceCents) },
    })),
    text: rhythmText(rhythm, retailerName),
    risk: RHYTHM_RISK,
  };
}
