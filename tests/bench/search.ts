/*
 * Search beside a plain tsvector with a GIN index, over generated offers:
 * `node tests/bench/search.ts <database url> [sizes]`, sizes '10000,100000,1000000'. The role must be allowed to create
 * databases; bench_search_<size> are made when they are not there, and kept. 1,000,000 offers take some minutes to make.
 *
 * Prints p50 and p99 in ms of 400 queries a size, each counting with the fastest of three rounds, as others may use the
 * machine; sizes and subjects are interleaved: ours (searchOffers: corrected, filtered to offers of enabled retailers that
 * were seen lately, whole results) and plain (ids only, no filters, the query without its slip). Overlap: how many of our
 * first 50 are among those of a search that ranks all that fits, in the documented order; the same for misspelt queries;
 * and in an order that does not prefer the popular. List: the plain list of products that GET /api/search answers, 20 a
 * page, in turn as it comes, by price, its fifth page, one shop's, and what is cheap.
 */
import { listProducts, type ProductFilter } from '#db/queries/search/list-products.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { type ExactOrder, exactTop } from './search/exact.ts';
import type { BenchQuery } from './search/queries.ts';
import { timed } from './search/timed.ts';
import { openSearchWorld, type SearchWorld } from './search/world.ts';

const LIMIT = 50;
const QUERIES = 400;
const ROUNDS = 3;
/** Queries whose overlap is taken: ranking all that fits a usual word takes seconds. */
const COMPARED = 80;

const CHEAP_CENTS = 20_000;
const LISTS: readonly { filter?: ProductFilter; sort?: 'price'; offset?: number }[] = [
  {},
  { sort: 'price' },
  { offset: 80 },
  { filter: { retailer: 'shop-7' } },
  { filter: { maxPriceCents: CHEAP_CENTS } },
];

const [, , adminUrl, sizesText = '10000,100000,1000000'] = process.argv;
if (!adminUrl) throw new Error('usage: search.ts <database url> [sizes]');

const subjects = [];
for (const size of sizesText.split(',').map(Number)) {
  const world = await openSearchWorld(adminUrl, size, QUERIES);
  const none = () => Array.from({ length: QUERIES }, () => Number.POSITIVE_INFINITY);
  subjects.push({ world, ours: none(), plain: none(), lists: none() });
}
for (let round = 0; round <= ROUNDS; round += 1) {
  for (let nth = 0; nth < QUERIES; nth += 1) {
    for (const { world, ours, plain, lists } of subjects) {
      const { asked, meant } = world.queries[nth] ?? { asked: '', meant: '' };
      const oursMs = await timed(() => searchOffers(world.em, asked, LIMIT));
      const plainMs = await timed(() => plainSearch(world, meant));
      const { filter, sort = 'aiScore', offset = 0 } = LISTS[nth % LISTS.length] ?? {};
      const listMs = await timed(() =>
        listProducts(world.em, { q: meant, ...filter }, { sort, limit: 20, offset }),
      );
      // The first round fills memory and plans.
      if (round === 0) continue;
      ours[nth] = Math.min(ours[nth] ?? oursMs, oursMs);
      plain[nth] = Math.min(plain[nth] ?? plainMs, plainMs);
      lists[nth] = Math.min(lists[nth] ?? listMs, listMs);
    }
  }
}
console.log(
  '  offers | ours p50    p99 | plain p50    p99 | p99 ours ÷ plain | overlap | misspelt | popular or not | list p50    p99',
);
for (const { world, ours, plain, lists } of subjects) {
  const right = world.queries.filter(({ asked, meant }) => asked === meant);
  const slips = world.queries.filter(({ asked, meant }) => asked !== meant);
  const figures = [
    [8, at(ours, 0.5)],
    [6, at(ours, 0.99)],
    [11, at(plain, 0.5)],
    [6, at(plain, 0.99)],
    [18, at(ours, 0.99) / at(plain, 0.99)],
    [9, await overlap(world, right, 'documented')],
    [10, await overlap(world, slips, 'documented')],
    [16, await overlap(world, right, 'words')],
    [11, at(lists, 0.5)],
    [6, at(lists, 0.99)],
  ] as const;
  const row = figures.map(([width, figure]) =>
    figure.toFixed(width > 8 && width !== 11 ? 3 : 2).padStart(width),
  );
  console.log(String(world.size).padStart(8), row.join(' '));
  await world.close();
}
process.exit(0);

/** The mean share of the exact first results that we find too, 0 to 1. */
async function overlap(
  { em }: SearchWorld,
  queries: BenchQuery[],
  order: ExactOrder,
): Promise<number> {
  const shares: number[] = [];
  for (const { asked, meant } of queries.slice(0, COMPARED)) {
    const wanted = new Set(await exactTop(em, meant, LIMIT, order));
    if (wanted.size === 0) continue;
    const found = await searchOffers(em, asked, LIMIT);
    shares.push(found.filter(({ offerId }) => wanted.has(offerId)).length / wanted.size);
  }
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function plainSearch({ pool }: SearchWorld, query: string) {
  return pool.query({
    name: 'plain',
    text: `select id from plain where words @@ plainto_tsquery('english', $1)
      order by ts_rank(words, plainto_tsquery('english', $1)) desc limit ${LIMIT}`,
    values: [query],
  });
}

function at(values: number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0;
}
