/*
 * Fits db/domain/search/rank-weights.json: `npx node tests/bench/search/fit.ts --judged <folder> [--database url] [--rounds n]`. Coordinate search:
 * one weight at a time is raised or lowered while the mean nDCG@10 over labelled and judged queries grows. Prints nDCG over all, and over
 * queries that a fit did not see (`--folds`): one kind of query at a time is left out. Writes weights, date
 * and figures, unless the weights of today do better than those that were fitted without the queries.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rankQuery } from '#db/queries/search/match-products.ts';
import { classifyReadings } from '#domain/search/classify-products.ts';
import { firstVariants } from '#domain/search/families.ts';
import type { ParsedQuery } from '#domain/search/parse-query.ts';
import type { Reading, TermKind } from '#domain/search/rank-terms.ts';
import weights from '#domain/search/rank-weights.json' with { type: 'json' };
import type { RankedProduct } from '#domain/search/score-products.ts';
import { startPostgres } from '../../support/postgres-setup.ts';
import { demoGoods, openWorld } from './goods-world.ts';
import { judgedGain, judgedGoods, readJudged } from './judged.ts';
import { isRight, labelledQueries, SETS } from './labelled-queries.ts';

interface Case {
  query: string;
  kind: QueryKind;
  isJudged: boolean;
  understood: ParsedQuery;
  readings: Reading[];
  ranked: RankedProduct[];
  gainOf(productIds: readonly { productId: string; familyKeys: string[] }[]): number;
}

/** What a query says beside the product type; each kind is a fold. */
const QUERY_KINDS = ['named', 'purpose', 'amount', 'described', 'plain'] as const;
type QueryKind = (typeof QUERY_KINDS)[number];
const KIND_OF_TERM: Partial<Record<TermKind, QueryKind>> = {
  brand: 'named',
  model: 'named',
  purpose: 'purpose',
  audience: 'purpose',
  amount: 'amount',
  substance: 'amount',
  distinction: 'described',
  description: 'described',
};

function kindOf(readings: readonly Reading[]): QueryKind {
  const said = readings.flatMap(({ terms }) => terms.map(({ kind }) => KIND_OF_TERM[kind]));
  return QUERY_KINDS.find((kind) => said.includes(kind)) ?? 'plain';
}

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    judged: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    folds: { type: 'boolean', default: false },
    share: { type: 'string', default: '4' },
  },
});
const stop = values.database ? async () => {} : await startPostgres();
const adminUrl = values.database ?? process.env['TEST_POSTGRES_URL'] ?? '';

const cases = [
  ...(await labelledCases()),
  ...(values.judged ? await judgedCases(values.judged) : []),
];
await stop();
console.log(`${cases.length} queries; ${report(cases)}`);
const start = structuredClone(weights);
const before = cases.map((each) => ({ isJudged: each.isJudged, gain: gain(each) }));
const heldOut: Gain[] = [];
for (const fold of values.folds ? QUERY_KINDS : []) {
  Object.assign(weights, structuredClone(start));
  fitWeights(cases.filter(({ kind }) => kind !== fold));
  const left = cases.filter(({ kind }) => kind === fold);
  heldOut.push(...left.map((each) => ({ isJudged: each.isJudged, gain: gain(each) })));
  console.log(`without ${fold} (${left.length}): ${report(left)}`);
}
Object.assign(weights, structuredClone(start));
if (values.folds)
  console.log(`held out: ${reportOf(heldOut)}; weights of today: ${reportOf(before)}`);
// A fit that does worse on queries it did not see has learned these queries, not shopping.
if (values.folds && sumOf(heldOut) < sumOf(before)) process.exit(0);
fitWeights(cases);
console.log(report(cases));
const file = new URL('../../../db/domain/search/rank-weights.json', import.meta.url);
const heldOutFigures = values.folds ? reportOf(heldOut) : '';
Object.assign(weights, {
  ...{ fittedOn: new Date().toISOString().slice(0, 10), figures: report(cases) },
  heldOut: heldOutFigures,
});
writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
process.exit(0);

async function labelledCases(): Promise<Case[]> {
  const goods = demoGoods();
  const { em, close } = await openWorld(adminUrl, 'bench_labelled', goods);
  const byProduct = Map.groupBy(goods, ({ product }) => product);
  const rows = await em.execute<{ id: string; product: string }[]>(
    'select id, model_key as product from product',
  );
  const keyOf = new Map(rows.map(({ id, product }) => [id, product]));
  const idOf = new Map(rows.map(({ id, product }) => [product, id]));
  const found: Case[] = [];
  const labelled = SETS.flatMap((set) => labelledQueries(set)).filter(({ ranges }) => ranges[0]);
  for (const label of labelled.filter((_, nth) => nth % Number(values.share) === 0)) {
    const right = new Set(
      [...byProduct].filter(([, all]) => isRight(label, all)).map(([product]) => product),
    );
    const familyKeysOf = (product: string) => byProduct.get(product)?.[0]?.familyKeys ?? [];
    const possible = firstVariants(
      [...right].map((product) => ({
        productId: idOf.get(product) ?? '',
        familyKeys: familyKeysOf(product),
      })),
    ).length;
    const gains = (some: readonly number[]) =>
      some.slice(0, 10).reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
    const ideal = gains(Array.from({ length: Math.min(10, possible) }, () => 1));
    const read = await rankQuery(em, label.query, {});
    found.push({
      ...read,
      query: label.query,
      kind: kindOf(read.readings),
      isJudged: false,
      gainOf: (products) =>
        Math.min(
          1,
          gains(
            firstVariants(products.slice(0, 60)).map((each) =>
              Number(right.has(keyOf.get(each.productId) ?? '')),
            ),
          ) / ideal,
        ),
    });
  }
  await close();
  return found;
}

async function judgedCases(folder: string): Promise<Case[]> {
  const { products, judgements } = readJudged(folder);
  const { em, close } = await openWorld(adminUrl, 'bench_judged', judgedGoods(products));
  const rows = await em.execute<{ id: string; product: string }[]>(
    'select id, model_key as product from product',
  );
  const keyOf = new Map(rows.map(({ id, product }) => [id, product]));
  const found: Case[] = [];
  for (const [query, grades] of Object.entries(judgements)) {
    const read = await rankQuery(em, query, {});
    found.push({
      ...read,
      query,
      kind: kindOf(read.readings),
      isJudged: true,
      gainOf: (answer) =>
        judgedGain(
          grades,
          answer.slice(0, 40).map(({ productId }) => keyOf.get(productId) ?? ''),
        ),
    });
  }
  await close();
  return found;
}

function gain({ understood, readings, ranked, gainOf }: Case): number {
  return gainOf(classifyReadings(understood, readings, ranked).products);
}

function report(some: readonly Case[]): string {
  return reportOf(some.map((each) => ({ isJudged: each.isJudged, gain: gain(each) })));
}

interface Gain {
  isJudged: boolean;
  gain: number;
}

function sumOf(gains: readonly Gain[]): number {
  return gains.reduce((sum, each) => sum + each.gain, 0);
}

function reportOf(gains: readonly Gain[]): string {
  const mean = (of: readonly Gain[]) => (sumOf(of) / Math.max(1, of.length)).toFixed(4);
  const [judged, labelled] = [true, false].map((is) =>
    gains.filter((each) => each.isJudged === is),
  );
  return `labelled ${mean(labelled ?? [])}, judged ${mean(judged ?? [])}`;
}

/** Both kinds of queries count alike; large weights cost a little, so that needless ones do not drift. */
function objective(some: readonly Case[]): number {
  const [judged, labelled] = [true, false].map((is) => {
    const of = some.filter((each) => each.isJudged === is);
    return of.reduce((sum, each) => sum + gain(each), 0) / Math.max(1, of.length);
  });
  return (judged ?? 0) + (labelled ?? 0);
}

function fitWeights(some: readonly Case[]): void {
  const isFitted = (key: string) => !key.startsWith('least');
  const knobs: { get(): number; set(value: number): void; name: string }[] = [];
  const add = (of: Record<string, unknown>, path: string) => {
    for (const [key, value] of Object.entries(of))
      if (typeof value === 'number' && isFitted(key))
        knobs.push({
          name: `${path}${key}`,
          get: () => Number(of[key]),
          set: (to) => Object.assign(of, { [key]: to }),
        });
  };
  add(weights, '');
  add(weights.kinds, 'kinds.');
  let best = objective(some);
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const { get, set, name } of knobs) {
      for (const factor of [0.7, 1.4]) {
        for (let tries = 0; tries < 4; tries += 1) {
          const before = get();
          set(Number((before * factor).toFixed(3)));
          const now = objective(some);
          if (now > best + 0.0002) {
            best = now;
            console.log(name, get(), best.toFixed(4));
          } else {
            set(before);
            break;
          }
        }
      }
    }
}
