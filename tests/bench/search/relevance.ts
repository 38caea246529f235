/*
 * Prints how well search answers: `npx node tests/bench/search/relevance.ts [--database url] [--judged folder] [sets]`.
 *
 * Asks labelled queries (labelled-queries.ts) over the demo shops' catalogue and accessories (accessories.ts). Prints for each query which of
 * the first 10 products are right (#) or wrong (.), and its nDCG@10; variants of a model are one result. Then prints for each set the
 * mean, the queries with a right first product or without results, and how many queries for goods that no shop sells found nothing.
 * With a folder of judged products and queries (judged.ts), asks those instead. With a database URL, keeps its databases there.
 */
import { parseArgs } from 'node:util';
import { searchOffers } from '#db/queries/search/search.ts';
import { familiesOf } from '#domain/search/families.ts';
import { startPostgres } from '../../support/postgres-setup.ts';
import { demoGoods, openWorld } from './goods-world.ts';
import { measureJudged } from './judged.ts';
import { isRight, type LabelledQuery, labelledQueries, SETS } from './labelled-queries.ts';

/** Products of an answer that count. */
const DEPTH = 10;
const { values, positionals: asked } = parseArgs({
  options: { database: { type: 'string' }, judged: { type: 'string' } },
  allowPositionals: true,
});
const stop = values.database ? async () => {} : await startPostgres();
const adminUrl = values.database ?? process.env['TEST_POSTGRES_URL'] ?? '';
if (values.judged) {
  await measureJudged(adminUrl, values.judged);
  await stop();
  process.exit(0);
}
const listed = demoGoods();
const goods = new Map(listed.map((good) => [good.url, good]));
const { em, close } = await openWorld(adminUrl, 'bench_labelled', listed);

const byProduct = Map.groupBy(goods.values(), ({ product }) => product);
for (const set of asked[0] ? asked : SETS) {
  const sold: Awaited<ReturnType<typeof judge>>[] = [];
  const absent: boolean[] = [];
  for (const labelled of labelledQueries(set)) {
    if (labelled.ranges[0]) sold.push(await judge(labelled));
    else absent.push(await judgeAbsent(labelled.query));
  }
  const mean = sold.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, sold.length);
  const first = sold.filter((mark) => mark.first).length;
  const nothing = sold.filter(({ found }) => found === 0).length;
  const said = absent.filter(Boolean).length;
  console.log(
    `${set}: ${sold.length} queries, nDCG@10 ${mean.toFixed(3)}, ${first} right in first place, ${nothing} with nothing; ${said} of ${absent.length} not sold say so\n`,
  );
}
await close();
await stop();

/** Asks for goods that no shop sells; prints the results or the suggestion. Returns whether nothing matches. */
async function judgeAbsent(query: string): Promise<boolean> {
  const { offers, nearest } = await searchOffers(em, query, { products: 3, offers: 3 });
  const found = offers.map(({ name, isSimilar }) => (isSimilar ? `~${name}` : name)).join(' ¦ ');
  console.log(query.padEnd(34), found || `nothing; near: ${JSON.stringify(nearest)}`);
  return offers.every(({ isSimilar }) => isSimilar);
}

/** Asks a query and prints which of its first products are right (#) or wrong (.). */
async function judge(labelled: LabelledQuery) {
  const { query } = labelled;
  const rightGoods = [...byProduct].filter(([, names]) => isRight(labelled, names));
  const rightProducts = new Set(rightGoods.map(([product]) => product));
  // Variants of one model are one result.
  const variants = rightGoods.map(([productId, [good]]) => ({
    productId,
    familyKeys: good?.familyKeys ?? [],
  }));
  const possible = new Set(familiesOf(variants).values()).size;
  if (possible === 0) throw new Error(`nothing is right for "${query}"`);
  const answer = await searchOffers(em, query, { products: DEPTH, offers: DEPTH });
  const byId = Map.groupBy(answer.offers, ({ productId }) => productId).values();
  const offers = [...byId].flatMap(([best]) => best ?? []);
  const right = offers.map(({ url: address }) =>
    rightProducts.has(goods.get(address)?.product ?? ''),
  );
  const gainAt = (_: unknown, place: number) => 1 / Math.log2(place + 2);
  const gain = right.map((is, place) => (is ? gainAt(is, place) : 0)).reduce((a, b) => a + b, 0);
  const ideal = Array.from({ length: Math.min(DEPTH, possible) }, gainAt).reduce((a, b) => a + b);
  const marks = right.map((is) => (is ? '#' : '.')).join('');
  console.log(query.padEnd(28), marks.padEnd(DEPTH + 1), (gain / ideal).toFixed(2));
  const wrong = offers.filter((_, nth) => !right[nth]);
  if (wrong[0]) console.log(`${' '.repeat(10)}${wrong.map(({ name }) => name).join(' ¦ ')}`);
  // Two variants that the answer did not take for one model are both right.
  return { gain: Math.min(1, gain / ideal), first: right[0] ?? false, found: offers.length };
}
