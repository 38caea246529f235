import { z } from 'zod';
import { keepDocket, keptDocket } from '#db/queries/docket/line-offers.ts';
import { deliveryFacts } from '#db/queries/retailers/retailers.ts';
import { readLines } from '#domain/docket/docket-lines.ts';
import { MOST_SHOPS } from '#domain/docket/split.ts';
import { toCents } from '#domain/money.ts';
import { topic, wholeNumber } from '../core/call.ts';
import type { CallEnv } from '../core/env.ts';
import { docketAnswer, toPricedDocket } from '../responses/docket.ts';
import { postcode } from '../responses/retailer-facts.ts';

/** Longest shopping list or receipt, in characters. */
export const LONGEST_LIST = 4_000;
/** The most products that a shopper may refuse. */
const MAX_REFUSED = 60;
/** Docket lines that cost as much budget as one search. */
const LINES_PER_SEARCH = 8;

const list = z.string().trim().max(LONGEST_LIST);

/** Spends the cost of these lines from the caller's search budget. Throws PublicError 429 once the budget is spent. */
export async function payForLines(env: CallEnv, callerId: string | null, lines: number) {
  for (let paid = 0; paid < Math.max(1, lines); paid += LINES_PER_SEARCH)
    await env.limits.search(callerId, env.remoteAddress);
}

/** The shopping docket: prices a list and splits it over shops. */
export const docketRoutes = topic()
  .anyone('GET /docket', 'The cheapest shops for a shopping list of up to 40 lines', {
    query: z.object({
      list: list
        .min(1, 'Please write at least one line.')
        .describe('Plain lines, separated by line breaks or commas: “2 L milk, weet-bix”'),
      trip: z.coerce
        .number()
        .min(0)
        .max(100)
        .default(5)
        .describe('Cost of one trip to a shop, in dollars'),
      by: z
        .enum(['trip', 'delivery'])
        .default('trip')
        .describe('Whether the shopper goes to the shops or has the goods delivered'),
      postcode,
      shops: wholeNumber(MOST_SHOPS, MOST_SHOPS).describe('The most shops to visit'),
      usual: z
        .string()
        .trim()
        .max(100)
        .default('')
        .describe('Slug of the shop to compare savings with'),
      not: z
        .string()
        .default('')
        .transform((ids) => ids.split(',').filter(Boolean))
        .pipe(z.array(z.uuid()).max(MAX_REFUSED))
        .describe('Ids of refused products, separated by commas'),
    }),
    data: docketAnswer,
    async run({
      env,
      em,
      caller,
      query: { list: text, trip, by, postcode: to, shops, usual, not },
    }) {
      const lines = readLines(text);
      await payForLines(env, caller?.id ?? null, lines.length);
      const answers = await Promise.all(
        lines.map(({ query }) => (query ? env.lineOffers(query) : null)),
      );
      const home =
        by === 'trip' ? toCents(trip) : { postcode: to ?? null, facts: await deliveryFacts(em) };
      return toPricedDocket(
        lines,
        answers,
        { home, maxShops: shops, refused: not, usual: usual || null },
        env.config.siteUrl,
      );
    },
  })
  .user('GET /docket/kept', 'The saved list of the caller', {
    data: z.object({ list: z.string().nullable() }),
    run: async ({ em, caller }) => ({ list: await keptDocket(em, caller.id) }),
  })
  .user('PUT /docket/kept', 'Saves a list; an empty list deletes the saved one', {
    limit: 'keep',
    body: z.object({ list }),
    run: ({ em, caller, body }) => keepDocket(em, caller.id, body.list),
  });
