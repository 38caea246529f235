/* Measures search by queries with people's grades: judgements.json (query → product id → grade 0–3) and products.jsonl.gz of a folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EntityManager } from '@mikro-orm/postgresql';
import { create, insert, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { searchOffers } from '#db/queries/search/search.ts';
import { categoryOf } from '#domain/categories/category.ts';
import { familyKeys } from '#worker/match/family-keys.ts';
import { productText } from '#worker/match/product-text.ts';
import { type Good, openWorld } from './goods-world.ts';

interface JudgedProduct {
  id: string;
  title: string;
  description: string;
}

type Judgements = Record<string, Record<string, number>>;

const DEPTH = 10;

/** nDCG@10 with linear gain over the judged products of an answer. */
export function judgedGain(
  grades: Readonly<Record<string, number>>,
  answer: readonly string[],
): number {
  const dcg = (gains: readonly number[]) =>
    gains.slice(0, DEPTH).reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
  const ideal = dcg(Object.values(grades).toSorted((a, b) => b - a));
  const judged = answer.flatMap((id) => grades[id] ?? []);
  return ideal === 0 ? 1 : dcg(judged) / ideal;
}

export function readJudged(folder: string) {
  const lines = gunzipSync(readFileSync(join(folder, 'products.jsonl.gz')))
    .toString()
    .trim();
  const products = lines.split('\n').map((line): JudgedProduct => JSON.parse(line));
  const judgements: Judgements = JSON.parse(readFileSync(join(folder, 'judgements.json'), 'utf8'));
  return { products, judgements };
}

export function judgedGoods(products: readonly JudgedProduct[]): Good[] {
  return products.map(({ id, title, description }) => {
    const good = { name: title, brand: null, category: categoryOf(null, title), description };
    const keys = familyKeys(productText({ ...good, shopCategory: null } as never));
    return {
      ...good,
      ...{ shop: 'judged', url: `https://judged.example/${id}`, product: id, shopCategory: null },
      ...{ familyKeys: keys, range: '', cents: 2_000, ratings: 0, overall: 50 },
    };
  });
}

/** Answers the ids of products, best first. */
type Engine = (query: string) => Promise<string[]>;

const MOST = 40;

/** Ours, and the engines beside which it is measured, over the same products. */
async function enginesOver(
  em: EntityManager,
  products: readonly JudgedProduct[],
): Promise<Record<string, Engine>> {
  const mini = new MiniSearch<JudgedProduct>({ fields: ['title', 'description'] });
  mini.addAll(products);
  const ids = new Map<string, string>();
  const orama = create({ schema: { title: 'string', description: 'string' } });
  for (const { id, ...product } of products) ids.set(String(await insert(orama, product)), id);
  await em.execute(`create temporary table plain as select model_key as id, setweight(to_tsvector('english', name), 'A')
    || setweight(to_tsvector('english', coalesce(description, '')), 'D') as words from product`);
  return {
    ours: async (query) => {
      const { offers } = await searchOffers(em, query, { products: MOST, offers: MOST });
      return offers.map(({ url }) => url.split('/').at(-1) ?? '');
    },
    async postgres(query) {
      const rows = await em.execute<{ id: string }[]>(
        `select id from plain, websearch_to_tsquery('english', ?) q where words @@ q order by ts_rank(words, q) desc limit ${MOST}`,
        [query],
      );
      return rows.map(({ id }) => id);
    },
    minisearch: async (query) =>
      mini
        .search(query, { boost: { title: 3 }, prefix: true, fuzzy: 0.2 })
        .slice(0, MOST)
        .map(({ id }) => String(id)),
    async orama(query) {
      const { hits } = await search(orama, {
        term: query,
        boost: { title: 3 },
        tolerance: 1,
        limit: MOST,
      });
      return hits.map(({ id }) => ids.get(id) ?? '');
    },
  };
}

/** Asks the judged queries; prints the mean nDCG@10, empty and short answers, and the share of grade 0 among judged products shown. */
export async function measureJudged(adminUrl: string, folder: string): Promise<void> {
  const { products, judgements } = readJudged(folder);
  const { em, close } = await openWorld(adminUrl, 'bench_judged', judgedGoods(products));
  // One connection, as the plain table is temporary.
  await em.begin();
  for (const [name, engine] of Object.entries(await enginesOver(em, products))) {
    const marks: { gain: number; shown: number[]; found: number }[] = [];
    for (const [query, grades] of Object.entries(judgements)) {
      const ids = await engine(query);
      const first = ids.slice(0, DEPTH);
      const shown = first.flatMap((id) => grades[id] ?? []);
      const gain = judgedGain(grades, ids);
      marks.push({ gain, shown, found: first.length });
      if (name !== 'ours') continue;
      const places = first.map((id) => grades[id] ?? '·').join('');
      console.log(query.padEnd(34), gain.toFixed(2), String(first.length).padStart(3), places);
    }
    const short = marks.filter(({ found }) => found < DEPTH);
    const shown = marks.flatMap((mark) => mark.shown);
    const wrong = shown.filter((grade) => grade === 0).length / shown.length;
    const figures = [
      `nDCG@10 ${mean(marks)}`,
      `nothing ${marks.filter(({ found }) => found === 0).length}`,
      `fewer than ten ${short.length} (${mean(short)})`,
      `wrong ${wrong.toFixed(3)}`,
    ];
    console.log(`${name}: ${figures.join(', ')}`);
  }
  await em.rollback();
  await close();
}

const mean = (marks: readonly { gain: number }[]) =>
  (marks.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, marks.length)).toFixed(3);
