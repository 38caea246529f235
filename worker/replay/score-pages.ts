/*
 * worker/replay: saved pages through the present extractor.
 *   page-keeper (crawl → files) ─ page-file (one file) ─ replay-folder (files → readings)
 *   expected-page (the right answers) → score-pages (score-product, score-items; same-value, tally)
 */
import type { PageReading } from '#domain/offers/page-reading.ts';
import type { ExpectedPage } from './expected-page.ts';
import { ITEM_FIELDS, scoreItems } from './score-items.ts';
import { PRODUCT_FIELDS, scoreProduct } from './score-product.ts';
import { Tally } from './tally.ts';

/** One value that is not as expected; texts as a person would compare them. */
export interface Difference {
  file: string;
  field: string;
  expected: string | null;
  read: string | null;
}

/** The score of many pages. */
export interface PagesScore {
  products: number;
  /** Products whose name, price, currency and availability are all right. */
  whollyRight: number;
  fields: Map<string, Tally>;
  /** Pages that must give nothing, and how many gave an offer. */
  emptyPages: number;
  phantoms: number;
  differences: Difference[];
}

/** Kinds of page on which any offer is a phantom. */
const EMPTY_KINDS: ReadonlySet<string> = new Set(['blocked', 'no-product']);

/** A score of nothing yet, with a tally for every field in the order in which they are shown. */
export function emptyScore(): PagesScore {
  const names = [...PRODUCT_FIELDS, ...ITEM_FIELDS.map((name) => `items.${name}`), 'blocked'];
  const fields = new Map(names.map((name) => [name, new Tally()]));
  return { products: 0, whollyRight: 0, fields, emptyPages: 0, phantoms: 0, differences: [] };
}

/** Adds one page: what its reading says beside what a careful reader found. */
export function scorePage(score: PagesScore, page: ExpectedPage, reading: PageReading): void {
  const { file, kind, expected } = page;
  scoreBlocked(score, page, reading);
  if (EMPTY_KINDS.has(kind)) {
    score.emptyPages += 1;
    const phantom = reading.product?.price ?? reading.items[0]?.price ?? null;
    if (phantom === null && reading.items.length === 0) return;
    score.phantoms += 1;
    score.differences.push({ file, field: 'phantom', expected: null, read: phantom });
    return;
  }
  const note = (field: string, wanted: string | null, read: string | null) =>
    score.differences.push({ file, field, expected: wanted, read });
  if (expected.items) {
    scoreItems(score.fields, expected.items, reading.items, note);
    return;
  }
  score.products += 1;
  if (scoreProduct(score.fields, expected, reading.product, note)) score.whollyRight += 1;
}

/** Whether a wall is known for one, and no other page taken for it; what holds no product may well be an empty shell. */
function scoreBlocked(score: PagesScore, { file, kind }: ExpectedPage, reading: PageReading): void {
  if (kind === 'no-product') return;
  const isWall = kind === 'blocked';
  const isSaid = reading.rejected === 'blocked';
  score.fields.get('blocked')?.add(isWall, isSaid, isWall && isSaid);
  // A phantom is said as such.
  if (isWall === isSaid || reading.rejected === null) return;
  const expected = isWall ? 'blocked' : null;
  score.differences.push({ file, field: 'blocked', expected, read: reading.rejected });
}
