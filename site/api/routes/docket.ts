import { z } from 'zod';
import { keepDocket, keptDocket } from '#db/queries/docket/line-offers.ts';
import { readLines } from '#domain/docket/docket-lines.ts';
import { MOST_SHOPS } from '#domain/docket/split.ts';
import { toCents } from '#domain/money.ts';
import { topic } from '../core/call.ts';
import type { CallEnv } from '../core/env.ts';
import { docketAnswer, toPricedDocket } from '../responses/docket.ts';

export const LONGEST_LIST = 4_000;
/** Products that a shopper may refuse. */
const MOST_REFUSED = 60;
/** Lines that cost as much of a budget as one search. */
const LINES_A_SEARCH = 8;

const list = z.string().trim().max(LONGEST_LIST);

/** Takes what looking for so many lines costs from the caller's budget of searches. Throws PublicError 429 once it is spent. */
export async function payForLines(env: CallEnv, callerId: string | null, lines: number) {
  for (let paid = 0; paid < Math.max(1, lines); paid += LINES_A_SEARCH)
    await env.limits.search(callerId, env.remoteAddress);
}

/** The shopping docket: what a list costs, and where. */
export const docketRoutes = topic()
  .anyone('GET /docket', 'The cheapest shops for a shopping list of up to 40 lines', {
    query: z.object({
      list: list
        .min(1, 'Please write at least one line.')
        .describe('Plain lines, parted by line breaks or commas: “2 L milk, weet-bix”'),
      trip: z.coerce
        .number()
        .min(0)
        .max(100)
        .default(5)
        .describe('Dollars a trip to a shop is worth'),
      shops: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_SHOPS)
        .default(MOST_SHOPS)
        .describe('The most shops to go to'),
      usual: z
        .string()
        .trim()
        .max(100)
        .default('')
        .describe('The shop that savings are measured against, by its slug'),
      not: z
        .string()
        .default('')
        .transform((ids) => ids.split(',').filter(Boolean))
        .pipe(z.array(z.uuid()).max(MOST_REFUSED))
        .describe('Ids of products that are refused, parted by commas'),
    }),
    data: docketAnswer,
    async run({ env, caller, query: { list: text, trip, shops, usual, not } }) {
      const lines = readLines(text);
      await payForLines(env, caller?.id ?? null, lines.length);
      const offers = await Promise.all(
        lines.map(({ query }) => (query ? env.lineOffers(query) : [])),
      );
      return toPricedDocket(
        lines,
        offers,
        { tripCents: toCents(trip), maxShops: shops, refused: not, usual: usual || null },
        env.config.siteUrl,
      );
    },
  })
  .user('GET /docket/kept', 'The list that the caller keeps', {
    data: z.object({ list: z.string().nullable() }),
    run: async ({ em, caller }) => ({ list: await keptDocket(em, caller.id) }),
  })
  .user('PUT /docket/kept', 'Keeps a list; an empty one is forgotten', {
    limit: 'keep',
    body: z.object({ list }),
    run: ({ em, caller, body }) => keepDocket(em, caller.id, body.list),
  });
