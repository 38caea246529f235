/*
 * How well pages and price texts are read: `npx node tests/bench/extraction.ts <folder of pages> [folder of texts] [--beside <checkout>]`.
 * Pages: a folder with expected.json (docs/extraction.md). They are scored in five folds that keep all pages of a shop together, so that
 * a figure which only one shop carries shows; then by language. `--beside` reads the same pages with the extractor of another
 * checkout. Texts: price.json and unit-price.json, with the right amounts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parsePriceText } from '#domain/price-text/price-text.ts';
import { readPage } from '#worker/extract/read-page.ts';
import { type ExpectedPage, expectedPage } from '#worker/replay/expected-page.ts';
import { readPackedText } from '#worker/replay/packed-text.ts';
import { emptyScore, type PagesScore, scorePage } from '#worker/replay/score-pages.ts';

type Reader = typeof readPage;
interface SavedPage {
  page: ExpectedPage;
  body: string;
  shop: string;
  isEnglish: boolean;
}

const NOW_MS = Date.now();
const FOLDS = 5;
const FIELDS = ['price', 'originalPrice', 'availability', 'sku', 'name', 'items.price'] as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { beside: { type: 'string' } },
});
const [folder, texts] = positionals;
if (!folder)
  throw new Error('usage: extraction.ts <folder of pages> [folder of texts] [--beside <checkout>]');

const saved = await savedPages(folder);
report('this extractor', readPage);
if (values.beside) {
  const other = resolve(values.beside, 'worker/extract/read-page.ts');
  const teacher: { readPage: Reader } = await import(other);
  report(values.beside, teacher.readPage);
}
if (texts) reportTexts(texts);

async function savedPages(from: string): Promise<SavedPage[]> {
  const listed = z
    .array(expectedPage)
    .parse(JSON.parse(readFileSync(join(from, 'expected.json'), 'utf8')));
  return Promise.all(
    listed.map(async (page) => {
      const body = await readPackedText(join(from, page.file));
      const url = page.url ?? '';
      const language = /<html[^>]*\blang=["']?([a-z]{2})/i.exec(body)?.[1]?.toLowerCase();
      return {
        page,
        body,
        shop: URL.parse(url)?.hostname ?? '',
        isEnglish: (language ?? 'en') === 'en',
      };
    }),
  );
}

function report(name: string, read: Reader): void {
  const shops = [...new Set(saved.map(({ shop }) => shop))].sort();
  const rows: Record<string, Record<string, string>> = {};
  const add = (title: string, pages: readonly SavedPage[]) => {
    rows[title] = figures(scoreOf(pages, read));
  };
  add('all', saved);
  add(
    'English',
    saved.filter(({ isEnglish }) => isEnglish),
  );
  add(
    'other',
    saved.filter(({ isEnglish }) => !isEnglish),
  );
  for (let fold = 0; fold < FOLDS; fold += 1)
    add(
      `fold ${fold + 1}`,
      saved.filter(({ shop }) => shops.indexOf(shop) % FOLDS === fold),
    );
  console.log(`${name}: F1 / precision of ${saved.length} pages of ${shops.length} shops`);
  console.table(rows);
}

function scoreOf(pages: readonly SavedPage[], read: Reader): PagesScore {
  const score = emptyScore();
  for (const { page, body } of pages)
    scorePage(score, page, read({ body, url: page.url ?? '', contentType: null, nowMs: NOW_MS }));
  return score;
}

function figures(score: PagesScore): Record<string, string> {
  const all = FIELDS.map((field) => {
    const tally = score.fields.get(field);
    const isAsked = tally && (tally.support > 0 || tally.precision > 0);
    return [field, isAsked ? `${tally.f1.toFixed(3)} / ${tally.precision.toFixed(3)}` : ''];
  });
  return { ...Object.fromEntries(all), phantoms: `${score.phantoms} of ${score.emptyPages}` };
}

function reportTexts(from: string): void {
  const priceTexts = z.array(
    z.object({
      text: z.string(),
      currency_hint: z.string().nullish(),
      expected_amount: z.string().nullable(),
    }),
  );
  const unitTexts = z.array(
    z.object({
      text: z.string(),
      price: z.number(),
      per_quantity: z.number(),
      per_unit: z.string(),
    }),
  );
  const read = <T>(file: string, schema: z.ZodType<T[]>): T[] =>
    existsSync(join(from, file))
      ? schema.parse(JSON.parse(readFileSync(join(from, file), 'utf8')))
      : [];
  const prices = read('price.json', priceTexts);
  const units = read('unit-price.json', unitTexts);
  const isRight = ({ text, currency_hint, expected_amount }: (typeof prices)[number]): boolean => {
    const { amount } = parsePriceText(text, currency_hint);
    return amount === null || expected_amount === null
      ? amount === expected_amount
      : Number(amount) === Number(expected_amount);
  };
  const isRightUnit = ({
    text,
    price,
    per_quantity,
    per_unit,
  }: (typeof units)[number]): boolean => {
    const { unitPrice } = parsePriceText(text);
    const unit = unitPrice?.unit === 'each' ? 'ea' : unitPrice?.unit.toLowerCase();
    return (
      Number(unitPrice?.price) === price &&
      unitPrice?.quantity === per_quantity &&
      unit === per_unit
    );
  };
  console.log(
    `price texts ${prices.filter(isRight).length} of ${prices.length}, unit prices ${units.filter(isRightUnit).length} of ${units.length}`,
  );
}
