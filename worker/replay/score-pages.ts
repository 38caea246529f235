/*
 * worker/replay runs the current extractor on saved pages.
 *   page-keeper (crawl → files) ─ page-file (one file) ─ replay-folder (files → readings)
 *   expected-page (the right answers) → score-pages (score-product, same-value)
 */
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import type { ExpectedItem, ExpectedPage } from './expected-page.ts';
import { nameLikeness, SAME_NAME } from './same-value.ts';
import {
  acceptedOf,
  fieldText,
  isSameField,
  type NoteDifference,
  PRODUCT_FIELDS,
  scoreProduct,
  Tally,
} from './score-product.ts';

/** One wrong value, with the expected and the read text. */
export interface Difference {
  file: string;
  field: string;
  expected: string | null;
  read: string | null;
}

/** Kinds of page on which any offer is a phantom. */
const EMPTY_KINDS: ReadonlySet<string> = new Set(['blocked', 'no-product']);
/** Fields of a list's items that are compared; 'item' counts whether the item was found at all. */
const ITEM_FIELDS = ['name', 'price', 'originalPrice', 'availability'] as const;
/** Confidence of a join of two items by code, by code in the address, or by address; joins by name score 0.8–1. */
const JOIN = { sku: 3, skuInUrl: 2.5, url: 2 } as const;

/** An empty score, with a tally for every field in the order in which they are shown. */
export function emptyScore() {
  const items = ['item', ...ITEM_FIELDS].map((name) => `items.${name}`);
  const fields = new Map(
    [...PRODUCT_FIELDS, ...items, 'blocked'].map((name) => [name, new Tally()]),
  );
  return {
    products: 0,
    /** Products whose name, price, currency and availability are all right. */
    whollyRight: 0,
    fields,
    /** Pages that must give nothing, and how many gave an offer. */
    emptyPages: 0,
    phantoms: 0,
    differences: [] as Difference[],
  };
}

export type PagesScore = ReturnType<typeof emptyScore>;

/** Adds one page to the score: compares its reading with the expected values. */
export function scorePage(score: PagesScore, page: ExpectedPage, reading: PageReading): void {
  const { file, kind, expected } = page;
  const note: NoteDifference = (field, value, read) =>
    score.differences.push({ file, field, expected: value, read });
  scoreBlocked(score, kind, reading, note);
  if (EMPTY_KINDS.has(kind)) {
    score.emptyPages += 1;
    const phantom = reading.product?.price ?? reading.items[0]?.price ?? null;
    if (phantom === null && reading.items.length === 0) return;
    score.phantoms += 1;
    note('phantom', null, phantom);
  } else if (expected.items) {
    scoreItems(score.fields, expected.items, reading.items, note);
  } else {
    score.products += 1;
    if (scoreProduct(score.fields, expected, reading.product, note)) score.whollyRight += 1;
  }
}

/** Scores the detection of bot walls. Pages without a product are not scored, as they may be empty shells. */
function scoreBlocked(score: PagesScore, kind: string, reading: PageReading, note: NoteDifference) {
  if (kind === 'no-product') return;
  const isWall = kind === 'blocked';
  const isReadAsWall = reading.rejected === 'blocked';
  score.fields.get('blocked')?.add(isWall, isReadAsWall, isWall && isReadAsWall);
  // Phantoms are noted separately.
  if (isWall === isReadAsWall || reading.rejected === null) return;
  note('blocked', isWall ? 'blocked' : null, reading.rejected);
}

/** Scores the items of a list page: each expected item is joined to the likeliest reading that is not taken yet. */
function scoreItems(
  fields: ReadonlyMap<string, Tally>,
  expected: readonly ExpectedItem[],
  read: readonly OfferReading[],
  note: NoteDifference,
): void {
  const free = new Set(read);
  for (const item of expected) {
    const found = likeliest(item, free);
    fields.get('items.item')?.add(true, found !== null, found !== null);
    if (found) free.delete(found);
    else note('items.item', item.name, null);
    for (const field of ITEM_FIELDS) {
      const accepted = acceptedOf(item, field);
      const text = fieldText(found, field);
      if (accepted.length === 0 && (field === 'availability' || text === null)) continue;
      const isSame = text !== null && accepted.length > 0 && isSameField(field, accepted, text);
      fields.get(`items.${field}`)?.add(accepted.length > 0, text !== null, isSame);
      // A missing item is noted once.
      if (!isSame && found)
        note(`items.${field}`, accepted[0] ?? null, `${text ?? 'nothing'} (${item.name})`);
    }
  }
  for (const extra of free) {
    fields.get('items.item')?.add(false, true, false);
    note('items.item', null, extra.name);
  }
}

function likeliest(item: ExpectedItem, free: ReadonlySet<OfferReading>): OfferReading | null {
  let best: { score: number; offer: OfferReading } | null = null;
  for (const offer of free) {
    const score = joinScore(item, offer);
    if (score > 0 && (best === null || score > best.score)) best = { score, offer };
  }
  return best?.offer ?? null;
}

function joinScore(item: ExpectedItem, offer: OfferReading): number {
  const { sku, url } = item;
  if (sku && offer.sku === sku) return JOIN.sku;
  if (sku && offer.url.includes(sku.replace(/^0+/, ''))) return JOIN.skuInUrl;
  if (!sku && url && offer.url === url) return JOIN.url;
  const likeness = nameLikeness([item.name, ...(item.name_alt ?? [])], offer.name);
  return likeness >= SAME_NAME ? likeness : 0;
}
