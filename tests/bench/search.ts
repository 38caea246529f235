/*
 * Compares search with a plain tsvector and GIN index, over generated offers: `npx node tests/bench/search.ts [sizes] [database url]`, with sizes
 * '10000,100000,1000000'. Without a URL, starts a temporary Postgres. With one, whose role must be allowed to create databases, creates
 * the databases bench_search_<size> if needed and keeps them. A million offers take some minutes to make.
 *
 * Prints p50 and p99 in ms of 400 queries for each size, each by its fastest of three rounds, with sizes and subjects interleaved. Ours:
 * searchOffers with correction, synonyms, ranking, 24 products with offers, and facets. Plain: ids of the query without its slip. List: the
 * products of GET /api/search, 20 a page, by relevance, by price, the fifth page, of one shop, and cheap ones. Suggest: GET
 * /api/search/suggestions for the first four letters.
 */
import { listProducts, type ProductFilter } from '#db/queries/search/list-products.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { suggestProducts } from '#db/queries/search/suggest-products.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { quantile, timed } from './measure.ts';
import { openSearchWorld, type SearchWorld } from './search/world.ts';

const DEPTH = { products: 24, offers: 96 };
const PLAIN_LIMIT = 50;
const QUERIES = 400;
const ROUNDS = 3;

/** Letters typed when suggestions are requested. */
const LETTERS = 4;
const CHEAP_CENTS = 20_000;
const LISTS: readonly { filter?: ProductFilter; sort?: 'price'; offset?: number }[] = [
  {},
  { sort: 'price' },
  { offset: 80 },
  { filter: { retailer: 'shop-7' } },
  { filter: { maxPriceCents: CHEAP_CENTS } },
];

const [, , sizesText = '10000,100000,1000000', given] = process.argv;
const stop = given ? async () => {} : await startPostgres();
const adminUrl = given ?? process.env['TEST_POSTGRES_URL'] ?? '';

const subjects = [];
for (const size of sizesText.split(',').map(Number)) {
  const world = await openSearchWorld(adminUrl, size, QUERIES);
  const none = () => Array.from({ length: QUERIES }, () => Number.POSITIVE_INFINITY);
  subjects.push({ world, ours: none(), plain: none(), lists: none(), suggests: none() });
}
for (let round = 0; round <= ROUNDS; round += 1) {
  for (let nth = 0; nth < QUERIES; nth += 1) {
    for (const { world, ours, plain, lists, suggests } of subjects) {
      const { asked, meant } = world.queries[nth] ?? { asked: '', meant: '' };
      const oursMs = await timed(() => searchOffers(world.em, asked, DEPTH));
      const plainMs = await timed(() => plainSearch(world, meant));
      const { filter, sort = 'aiScore', offset = 0 } = LISTS[nth % LISTS.length] ?? {};
      const listMs = await timed(() =>
        listProducts(world.em, { q: meant, ...filter }, { sort, limit: 20, offset }),
      );
      const suggestMs = await timed(() => suggestProducts(world.em, meant.slice(0, LETTERS), 8));
      // The first round fills memory and plans.
      if (round === 0) continue;
      ours[nth] = Math.min(ours[nth] ?? oursMs, oursMs);
      plain[nth] = Math.min(plain[nth] ?? plainMs, plainMs);
      lists[nth] = Math.min(lists[nth] ?? listMs, listMs);
      suggests[nth] = Math.min(suggests[nth] ?? suggestMs, suggestMs);
    }
  }
}
console.log(
  '  offers | ours p50    p99 | plain p50    p99 | p99 ours ÷ plain | list p50    p99 | suggest p50    p99',
);
for (const { world, ours, plain, lists, suggests } of subjects) {
  const figures = [
    [8, quantile(ours, 0.5)],
    [6, quantile(ours, 0.99)],
    [11, quantile(plain, 0.5)],
    [6, quantile(plain, 0.99)],
    [18, quantile(ours, 0.99) / quantile(plain, 0.99)],
    [11, quantile(lists, 0.5)],
    [6, quantile(lists, 0.99)],
    [13, quantile(suggests, 0.5)],
    [6, quantile(suggests, 0.99)],
  ] as const;
  const row = figures.map(([width, figure]) =>
    figure.toFixed(width === 18 ? 3 : 2).padStart(width),
  );
  console.log(String(world.size).padStart(8), row.join(' '));
  await world.close();
}
await stop();
process.exit(0);

function plainSearch({ pool }: SearchWorld, query: string) {
  return pool.query({
    name: 'plain',
    text: `select id from plain where words @@ plainto_tsquery('english', $1)
      order by ts_rank(words, plainto_tsquery('english', $1)) desc limit ${PLAIN_LIMIT}`,
    values: [query],
  });
}
