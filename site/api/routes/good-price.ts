/* "Is this a good price?" in one call, and its description for assistants that call tools. */
import { z } from 'zod';
import { searchProducts } from '#db/queries/search/search.ts';
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
    .describe('The product: its name with brand and size, or the address of its page here'),
  price: z.coerce
    .number()
    .min(0.01)
    .max(1_000_000)
    .optional()
    .describe('The price in question, in Australian dollars; the best price now where left out'),
});

const seen = productObservations.shape;
const goodPrice = z.object({
  product: z.object({ id: z.uuid(), name: z.string(), url: z.url() }),
  price: z.number().describe('What is judged, in dollars'),
  word: z.enum(BUY_WORDS),
  text: z.string().describe('The verdict in a sentence, of observed figures only'),
  best: z
    .object({ price: z.number(), shop: z.string(), url: z.url(), readAt: z.iso.datetime() })
    .describe('The lowest price that can be paid now'),
  figures: seen.figures.describe('What the year says, and how many readings each figure rests on'),
  observationsUrl: z.url().describe('All readings'),
  isDemo: z.boolean().describe('True: an invented shop of the demonstration'),
});

/** The product that is meant: by its address, else the best hit of a search. Throws PublicError 404 when there is none. */
async function productMeant(services: ApiServices, q: string) {
  const named = productIdIn(q.split('/').at(-1) ?? '');
  const [hit] = named ? [named] : await searchProducts(services.em(), q, 1);
  return productWithYear(services, found(hit, 'product'));
}

async function judge(services: ApiServices, { q, price }: z.output<typeof question>) {
  const { known, year } = await productMeant(services, q);
  const { found: listed, best } = known;
  const { id, name } = listed.product;
  const history = toPriceHistory({ id, best }, year, '1y');
  const { siteUrl } = services.config;
  const { figures, offers } = toObservations(known, year, history, siteUrl);
  const read = offers.find(({ offerId }) => offerId === best.offerId);
  const askedCents = price === undefined ? best.priceCents : toCents(price);
  const { word, text } = buyVerdict(askedCents, year.figures, 1);
  return {
    product: { id, name, url: siteUrl + productPath(id, name) },
    price: dollars(askedCents),
    ...{ word, text, figures },
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

/** The tools of an assistant, in the shape of the Model Context Protocol's tools/list; each says which call answers it. */
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

/** A good price, and the tool that asks for one. */
export const goodPriceRoutes = topic()
  .shared('GET /good-price', SUMMARY, {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    query: question,
    data: goodPrice,
    run: ({ env, query }) => judge(env, query),
  })
  .shared('GET /tools', 'What an assistant may ask, as tools of the Model Context Protocol', {
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
            ...{ method: 'GET', url: `${config.siteUrl}/api/good-price` },
            answer: 'The output is the field `data`; the input goes into the query of the URL.',
          },
        },
      ],
    }),
  });
