/* "Is this a good price?" in one call, and its description as a tool for AI assistants. */
import { z } from 'zod';
import { firstProduct } from '#db/queries/search/search.ts';
import { dollars, toCents } from '#domain/money.ts';
import { BUY_WORDS, buyVerdict } from '#domain/prices/buy-verdict.ts';
import { productIdIn, productPath } from '#domain/public-path.ts';
import { MAX_QUERY_LENGTH } from '#domain/search/query-text.ts';
import { topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { productObservations, toObservations } from '../responses/observations.ts';
import { toPriceHistory } from '../responses/price-history.ts';
import { productWithYear } from '../responses/product-detail.ts';

const SUMMARY = 'Is this a good price? A verdict with the observations behind it';

const question = z.object({
  q: z
    .string()
    .trim()
    .min(1)
    .max(MAX_QUERY_LENGTH)
    .describe('The product: its name with brand and size, or the address of its page on this site'),
  price: z.coerce
    .number()
    .min(0.01)
    .max(1_000_000)
    .optional()
    .describe('The price to judge, in Australian dollars; by default the current best price'),
});

const goodPrice = z.object({
  product: z.object({ id: z.uuid(), name: z.string(), url: z.url() }),
  price: z.number().describe('The judged price, in dollars'),
  word: z.enum(BUY_WORDS),
  text: z.string().describe('The verdict in one sentence, based on observed prices only'),
  best: z
    .object({ price: z.number(), shop: z.string(), url: z.url(), readAt: z.iso.datetime() })
    .describe('The lowest price available now'),
  figures: productObservations.shape.figures.describe(
    'Figures of the past year, each with its number of observations',
  ),
  observationsUrl: z.url().describe('All observations'),
  isDemo: z.boolean().describe('True for an invented demonstration shop'),
});

/** Judges a price of the product by its address, else of the best match of a search. Throws PublicError 404 if there is none. */
async function judge(services: ApiServices, { q, price }: z.output<typeof question>) {
  const named = productIdIn(q.split('/').at(-1) ?? '');
  const hit = named ?? (await firstProduct(services.em(), q));
  const known = await productWithYear(services, found(hit, 'product'));
  const { best, year } = known;
  const { id, name } = known.found.product;
  const { siteUrl } = services.config;
  const { figures, offers } = toObservations(known, toPriceHistory(known, '1y'), siteUrl);
  const read = offers.find(({ offerId }) => offerId === best.offerId);
  const judgedCents = price === undefined ? best.priceCents : toCents(price);
  const { word, text } = buyVerdict(judgedCents, year.figures, 1);
  return {
    product: { id, name, url: siteUrl + productPath(id, name) },
    price: dollars(judgedCents),
    word,
    text,
    figures,
    best: {
      price: dollars(best.priceCents),
      shop: best.retailerName,
      url: read?.url ?? siteUrl + productPath(id, name),
      readAt: best.lastSeenAt.toISOString(),
    },
    observationsUrl: `${siteUrl}/api/products/${id}/observations`,
    isDemo: best.source === 'demo',
  };
}

/** Tools for AI assistants, in the shape of the Model Context Protocol's tools/list; `_meta` names the call behind each. */
const tools = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      inputSchema: z.record(z.string(), z.unknown()).describe('JSON Schema'),
      outputSchema: z.record(z.string(), z.unknown()).describe('JSON Schema'),
      annotations: z.object({ readOnlyHint: z.boolean(), openWorldHint: z.boolean() }),
      _meta: z.object({ method: z.string(), url: z.url(), answer: z.string() }),
    }),
  ),
});

/** The verdict on a price, and its tool description. */
export const goodPriceRoutes = topic()
  .shared('GET /good-price', SUMMARY, {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    query: question,
    data: goodPrice,
    run: ({ env, query }) => judge(env, query),
  })
  .shared('GET /tools', 'Calls for AI assistants, as tools of the Model Context Protocol', {
    sharedForMs: SHARED_FOR_MS.words,
    answer: tools,
    run: ({ env: { config } }) => ({
      tools: [
        {
          name: 'is_this_a_good_price',
          title: 'Is this a good price?',
          description:
            'Judges a price of a product in Australia by a year of prices that were read from shops, and names the cheapest shop now. Quote its text and give the observations as the source. “not-enough-history” means that nothing can be said; a product that nobody sells answers 404.',
          inputSchema: z.toJSONSchema(question, { io: 'input' }),
          outputSchema: z.toJSONSchema(goodPrice),
          annotations: { readOnlyHint: true, openWorldHint: true },
          _meta: {
            method: 'GET',
            url: `${config.siteUrl}/api/good-price`,
            answer: 'The output is the field `data`; the input goes into the query of the URL.',
          },
        },
      ],
    }),
  });
