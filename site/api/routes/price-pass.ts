import { z } from 'zod';
import {
  addPasses,
  type Bought,
  boughtOffers,
  endPassesByLink,
  MOST_PASSES,
  passesOf,
} from '#db/queries/price-pass/passes.ts';
import { dayNamed, dayOf, dayStart } from '#domain/calendar.ts';
import { readPaidLines } from '#domain/docket/docket-lines.ts';
import { likeliestOffers } from '#domain/docket/likeliest.ts';
import { PublicError } from '#domain/errors.ts';
import { cents, dollars, dollarsOrNull, toCents } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { MOST_PURCHASES, PASS_DAYS } from '#domain/prices/price-pass.ts';
import { removes, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import { linePricedAs } from '../responses/docket.ts';
import { judgedPass, judgePasses } from '../responses/price-pass.ts';
import { LONGEST_LIST, payForLines } from './docket.ts';
import { mailLink } from './mail-link.ts';

const bought = z.object({
  offerId: z.uuid(),
  paid: z.number().positive().max(1_000_000).describe('Dollars per piece'),
  boughtOn: z.iso
    .date()
    .refine(isLately, 'The purchase lies at most a year back, and not in the future.'),
  days: z.number().int().min(PASS_DAYS.least).max(PASS_DAYS.most).default(PASS_DAYS.usual),
});
/** A purchase as entered: `paid` in dollars per piece, `boughtOn` such as '2026-11-23'. */
export type EnteredPurchase = z.input<typeof bought>;

const foundLine = z.object({
  text: z.string(),
  paid: z.number().nullable().describe('Dollars per piece; null if the line has no price'),
  isSold: z.boolean().describe('Whether any shop sells it'),
  pricedAs: linePricedAs,
  matches: z
    .array(
      z.object({ offerId: z.uuid(), name: z.string(), price: z.number(), imageUrl: z.string() }),
    )
    .describe('At most three products of the shop, the likeliest by name and price first'),
});
/** A line of a receipt with the products that it may mean. */
export type FoundLine = z.output<typeof foundLine>;

const body = z.object({ items: z.array(bought).min(1).max(MOST_PURCHASES) });

function isLately(day: string): boolean {
  const daysAgo = dayOf(Date.now()) - dayNamed(day);
  return daysAgo >= 0 && daysAgo < 365;
}

function toBought({ offerId, paid, boughtOn, days }: z.output<typeof bought>): Bought {
  const day = dayNamed(boughtOn);
  const boughtAt = new Date(dayStart(day));
  const endsAt = new Date(dayStart(day + days));
  return { offerId, paidCents: toCents(paid), boughtAt, endsAt };
}

/** The price pass: purchases, and whether the same shop has become cheaper since. */
export const pricePassRoutes = topic()
  .anyone('GET /price-pass/lines', 'Matches lines of a receipt to the products of one shop', {
    query: z.object({
      shop: z.string().trim().min(1).max(100).describe('Slug of the shop'),
      list: z
        .string()
        .trim()
        .min(1, 'Please write at least one line.')
        .max(LONGEST_LIST)
        .describe('One product per line, with the price paid at its end: “weet-bix 1.2 kg $5.50”'),
    }),
    data: z.array(foundLine),
    async run({ env, caller, query: { shop, list } }) {
      const lines = readPaidLines(list);
      await payForLines(env, caller?.id ?? null, lines.length);
      return Promise.all(
        lines.map(async (line) => {
          const { offers, pricedAs } = line.query
            ? await env.lineOffers(line.query)
            : { offers: [], pricedAs: null };
          const ofShop = offers.filter((offer) => offer.shop === shop);
          const each = line.paidCents && cents(Math.round(line.paidCents / line.packs));
          const matches = likeliestOffers(line, ofShop, each).map((offer) => ({
            offerId: offer.offerId,
            name: offer.name,
            price: dollars(offer.priceCents),
            imageUrl: pictureUrl(offer),
          }));
          const isSold = offers.length > 0;
          return { text: line.text, paid: dollarsOrNull(each), isSold, pricedAs, matches };
        }),
      );
    },
  })
  .anyone(
    'POST /price-pass/check',
    'Whether purchases have become cheaper at their shops; stores nothing',
    {
      limit: 'search',
      body,
      data: z.array(judgedPass),
      run: ({ env, body: { items } }) =>
        judgePasses(
          env,
          items.map((item, nth) => ({ ...toBought(item), id: String(nth) })),
        ),
    },
  )
  .user('GET /price-pass', 'The purchases that the caller watches', {
    data: z.array(judgedPass),
    run: async ({ env, em, caller }) => judgePasses(env, await passesOf(em, caller.id)),
  })
  .user('POST /price-pass', 'Watches purchases', {
    limit: 'keep',
    body,
    status: 201,
    async run({ em, caller, body: { items } }) {
      const ids = items.map(({ offerId }) => offerId);
      const known = new Set((await boughtOffers(em, ids)).map(({ offerId }) => offerId));
      found(known.isSupersetOf(new Set(ids)), 'offer');
      if (!(await addPasses(em, caller.id, items.map(toBought))))
        throw new PublicError(409, 'too-many', `You keep ${MOST_PASSES} at most: end some first.`);
    },
  })
  .user('DELETE /price-pass/{id}', 'Ends a pass', removes('pass', 'price_pass'))
  .route(
    '/',
    mailLink('/price-pass/unsubscribe', {
      summary: 'Ends a price pass, or all of a person, by the link in a mail',
      purpose: 'end-pass',
      question: 'End the price pass? A mail about several ends all of yours.',
      button: 'End it',
      async act({ em }, id) {
        await endPassesByLink(em(), id);
        return true;
      },
      done: 'It is over. You will get no more mail from it.',
    }),
  );
