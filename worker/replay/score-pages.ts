/*
 * worker/replay runs the current extractor on saved pages.
 *   page-keeper (crawl → rows), packed-text (files) ─ replay-pages (pages → readings)
 *   expected-page (the right answers) → score-pages (same-value)
 */
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import type { ExpectedItem, ExpectedPage, ExpectedReading } from './expected-page.ts';
import { isSameRating, isSameText, nameLikeness, orderable, SAME_NAME } from './same-value.ts';

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

/** Scores the detection of bot walls and empty shells. Pages without a product are not scored, as they may be empty shells. */
function scoreBlocked(score: PagesScore, kind: string, reading: PageReading, note: NoteDifference) {
  if (kind === 'no-product') return;
  const isWall = kind === 'blocked';
  const isReadAsWall = reading.rejected === 'blocked' || reading.rejected === 'needs-script';
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
      const wrong = wrongField(fields.get(`items.${field}`), field, item, found);
      // A missing item is noted once.
      if (wrong && found)
        note(`items.${field}`, wrong.expected, `${wrong.read ?? 'nothing'} (${item.name})`);
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

/** Counts of one field over many pages. A wrong value counts as a false positive and as a miss. */
export class Tally {
  #right = 0;
  #falsePositives = 0;
  #missed = 0;

  /** Counts one comparison: whether a value was expected, whether one was read, and whether they agree. */
  add(isExpected: boolean, isRead: boolean, isSame: boolean): void {
    const isRight = isExpected && isRead && isSame;
    if (isRight) this.#right += 1;
    if (isRead && !isRight) this.#falsePositives += 1;
    if (isExpected && !isRight) this.#missed += 1;
  }

  /** Values expected. */
  get support(): number {
    return this.#right + this.#missed;
  }

  /** Share of the read values that are right, 0–1. */
  get precision(): number {
    return share(this.#right, this.#right + this.#falsePositives);
  }

  /** Share of the expected values that were read correctly, 0–1. */
  get recall(): number {
    return share(this.#right, this.support);
  }

  /** Harmonic mean of precision and recall, 0–1. */
  get f1(): number {
    return share(2 * this.#right, 2 * this.#right + this.#falsePositives + this.#missed);
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Fields of a product page that are scored, in the order in which they are shown. */
const PRODUCT_FIELDS = [
  'name',
  'price',
  'currency',
  'originalPrice',
  'availability',
  'brand',
  'gtin',
  'sku',
  'rating',
] as const;
type ProductField = (typeof PRODUCT_FIELDS)[number];

/** Only these fields count unexpected values as errors: expected.json may omit others. */
const NEVER_EXTRA: ReadonlySet<ProductField> = new Set(['name', 'price', 'originalPrice']);
const DECISIVE: ReadonlySet<ProductField> = new Set(['name', 'price', 'currency', 'availability']);

/** Called with each wrong value. */
type NoteDifference = (field: string, expected: string | null, read: string | null) => void;

/** Scores one product page; true when name, price, currency and availability are all right. */
function scoreProduct(
  fields: ReadonlyMap<string, Tally>,
  expected: ExpectedReading,
  read: OfferReading | null,
  note: NoteDifference,
): boolean {
  let isWhollyRight = true;
  for (const field of PRODUCT_FIELDS) {
    const wrong = wrongField(fields.get(field), field, expected, read);
    if (!wrong) continue;
    note(field, wrong.expected, wrong.read);
    if (DECISIVE.has(field)) isWhollyRight = false;
  }
  return isWhollyRight;
}

/** Counts a field of a reading; returns its expected and read text where they differ, else null. */
function wrongField(
  tally: Tally | undefined,
  field: ProductField,
  expected: ExpectedReading,
  offer: OfferReading | null,
) {
  const accepted = acceptedOf(expected, field);
  const read = fieldText(offer, field);
  if (accepted.length === 0 && (read === null || !NEVER_EXTRA.has(field))) return null;
  const isSame = read !== null && accepted.length > 0 && isSameField(field, accepted, read);
  tally?.add(accepted.length > 0, read !== null, isSame);
  return isSame ? null : { expected: accepted[0] ?? null, read };
}

/** The texts that are right for a field; none when nothing is expected. */
function acceptedOf(expected: ExpectedReading, field: ProductField): string[] {
  const { name_alt, price_accept, gtin_alt, sku_accept, sku, rating } = expected;
  if (field === 'rating') return rating ? [String(rating.value)] : [];
  if (field === 'sku') return sku_accept ?? (sku ? [sku] : []);
  if (field === 'availability' && orderable(expected.availability) === null) return [];
  const first = expected[field];
  if (first === null || first === undefined) return [];
  const others: Partial<Record<ProductField, string[] | null | undefined>> = {
    name: name_alt,
    price: price_accept,
    gtin: gtin_alt,
  };
  return [first, ...(others[field] ?? [])];
}

function fieldText(read: OfferReading | null, field: ProductField): string | null {
  if (!read) return null;
  if (field === 'rating') return read.rating ? String(read.rating.value) : null;
  if (field === 'availability' && read.availability === 'unknown') return null;
  return read[field];
}

/** True if the read value equals an accepted one by the field's rule. */
function isSameField(field: ProductField, accepted: readonly string[], text: string) {
  const [first = ''] = accepted;
  if (field === 'availability') return orderable(first) === orderable(text);
  if (field === 'rating') return isSameRating(Number(first), Number(text));
  return isSameText(field, accepted, field === 'currency' ? text.toUpperCase() : text);
}
