/*
 * The category of a product, by the agreement of all that its offers say: the shelves that shops put it on, the head nouns of its names,
 * what its brand usually makes. Where they disagree it is unknown.
 */
import { CATEGORY_TABLE, type HeadNoun, headNoun, labelCategory } from './head-noun.ts';
import { makeCategory } from './makes.ts';

/** What one offer says of its product's category. */
export interface CategoryEvidence {
  name: string;
  brand: string | null;
  /** What the shop's shelf is mapped to; null where it is not. */
  shelfCategory: string | null;
  /** What the brand's goods usually are. */
  brandCategory: string | null;
}

/** An offer that a shelf holds. */
export type ShelvedOffer = Pick<CategoryEvidence, 'name' | 'brand'>;

/** What a shelf is mapped to, and the share of the named goods on it that agree, 0–1. */
export interface ShelfMapping {
  category: string | null;
  agreement: number;
}

const WEIGHTS = { things: 1, stuff: 0.5, hints: 0.25 } as const;
const SHELF_WEIGHT = 1;
const BRAND_WEIGHT = 0.5;
/** Without hints, which decide nothing alone. */
const LEAST_WEIGHT = 0.5;
const AGREED = 0.7;

/** Of a shelf without a telling label. */
const FEWEST_GOODS = 4;
const SHELF_AGREED = 0.8;
/** Of a shelf whose label names the category, too. */
const LABEL_AGREED = 0.5;
const BRAND_AGREED = 0.9;

/** Votes for categories by weight; a kind and what it is a kind of agree. */
class Votes {
  private readonly weights = new Map<string, number>();
  private readonly firm = new Map<string, number>();
  private total = 0;

  add(category: string, weight: number, isFirm = true): void {
    this.weights.set(category, this.of(category) + weight);
    if (isFirm) this.firm.set(category, (this.firm.get(category) ?? 0) + weight);
    this.total += weight;
  }

  /** The category with most weight, the share of the weight that agrees with it, and its weight without hints. */
  winner(): { category: string; share: number; firm: number } | null {
    const [first] = [...this.weights].sort((a, b) => b[1] - a[1]);
    if (!first) return null;
    const [top, weight] = first;
    const kinds = [...this.weights].filter(([each]) => parentOf(each) === top);
    const [kind] = kinds.filter((each) => each[1] >= weight);
    const category = kind?.[0] ?? top;
    const agreeing = kind
      ? kind[1] + weight
      : weight + this.of(parentOf(top)) + kinds.reduce((sum, each) => sum + each[1], 0);
    return { category, share: agreeing / this.total, firm: this.firm.get(category) ?? 0 };
  }

  private of(category: string): number {
    return this.weights.get(category) ?? 0;
  }
}

const parentOf = (category: string) => CATEGORY_TABLE[category]?.kindOf ?? '';

function voteOf(votes: Votes, noun: HeadNoun | null): void {
  if (noun?.category) votes.add(noun.category, WEIGHTS[noun.grade], noun.grade !== 'hints');
}

/**
 * What a make says where the name says no thing, or one word that means another thing in another department ('stout' of Blundstone;
 * authors' names are makes, too), or the phone that its case is for.
 */
function makeOf(name: string, noun: HeadNoun | null): string | null {
  const category = makeCategory(name);
  if (category === null || noun?.grade !== 'things') return category;
  if (noun.category === 'Phones') return category === 'Phone Accessories' ? category : null;
  if (noun.category === 'Books') return null;
  const isElsewhere = departmentOf(category) !== departmentOf(noun.category);
  return isElsewhere && noun.phrase !== null && !noun.phrase.includes(' ') ? category : null;
}

const departmentOf = (category: string | null) => CATEGORY_TABLE[category ?? '']?.department;

/** The category that a product's offers agree on; null where they do not, or say too little. */
export function agreedCategory(offers: readonly CategoryEvidence[]): string | null {
  const votes = new Votes();
  for (const { name, brand, shelfCategory, brandCategory } of offers) {
    const noun = headNoun(name, brand);
    const make = shelfCategory || brandCategory ? null : makeOf(name, noun);
    if (make) votes.add(make, BRAND_WEIGHT);
    else voteOf(votes, noun);
    if (shelfCategory) votes.add(shelfCategory, SHELF_WEIGHT);
    if (brandCategory) votes.add(brandCategory, BRAND_WEIGHT);
  }
  const winner = votes.winner();
  return winner && winner.share >= AGREED && winner.firm >= LEAST_WEIGHT ? winner.category : null;
}

/** Maps a shop's shelf by its label and the head nouns of the goods on it; unknown where these disagree. */
export function mapShelf(trail: string, goods: readonly ShelvedOffer[]): ShelfMapping {
  const label = labelCategory(trail);
  const { winner, named } = usualOf(goods);
  const agreement = winner?.share ?? 0;
  if (label && (named === 0 || (winner?.category === label && agreement >= LABEL_AGREED)))
    return { category: label, agreement: named === 0 ? 1 : agreement };
  const isTelling = !label && named >= FEWEST_GOODS && agreement >= SHELF_AGREED;
  return { category: isTelling ? (winner?.category ?? null) : null, agreement };
}

/** What a brand's goods usually are; unknown for a brand of several kinds. */
export function mapBrand(goods: readonly ShelvedOffer[]): ShelfMapping {
  const { winner, named } = usualOf(goods);
  const agreement = winner?.share ?? 0;
  const isTelling = named >= FEWEST_GOODS && agreement >= BRAND_AGREED;
  return { category: isTelling ? (winner?.category ?? null) : null, agreement };
}

function usualOf(goods: readonly ShelvedOffer[]) {
  const votes = new Votes();
  let named = 0;
  for (const { name, brand } of goods) {
    const noun = headNoun(name, brand);
    if (noun?.grade !== 'things' || !noun.category) continue;
    voteOf(votes, noun);
    named += 1;
  }
  return { winner: votes.winner(), named };
}
