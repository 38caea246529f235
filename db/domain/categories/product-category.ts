/*
 * Decides a product's category by a vote of its offers: their shelves, the head nouns of their names, and what the brand usually makes.
 * The category is unknown when they disagree.
 */
import { type Kind, type Tag, tagTokens } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import {
  CATEGORY_TABLE,
  FLAVOURED,
  type HeadNoun,
  headNoun,
  isOfMachines,
  isPartOf,
  isTerm,
} from './head-noun.ts';
import { labelCategory } from './shelf-label.ts';

interface CategoryEvidence {
  name: string;
  brand: string | null;
  /** The category the shop's shelf is mapped to; null when unmapped. */
  shelfCategory: string | null;
  /** The category of most of the brand's goods. */
  brandCategory: string | null;
}

type ShelvedOffer = Pick<CategoryEvidence, 'name' | 'brand'>;

/** A shelf's category, and the share of its named goods that agree, 0–1. */
interface ShelfMapping {
  category: string | null;
  agreement: number;
}

const WEIGHTS = { type: 1, ingredient: 0.5, hint: 0.25 } as const;
const SHELF_WEIGHT = 1;
const BRAND_WEIGHT = 0.5;
/** Weight without hints, which never decide alone. */
const LEAST_WEIGHT = 0.5;
const AGREED = 0.7;

/** Required share for a shelf whose label names no category. */
const FEWEST_GOODS = 4;
const SHELF_AGREED = 0.8;
/** Required share for a shelf whose label names the category. */
const LABEL_AGREED = 0.5;
const BRAND_AGREED = 0.9;

/** Weighted votes for categories; a kind and its broader category agree. */
class Votes {
  private readonly weights = new Map<string, number>();
  private readonly firm = new Map<string, number>();
  private total = 0;

  add(category: string, weight: number, isFirm = true): void {
    this.weights.set(category, this.of(category) + weight);
    if (isFirm) this.firm.set(category, (this.firm.get(category) ?? 0) + weight);
    this.total += weight;
  }

  /** The category with the most weight, its share of the total, and its weight without hints. */
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
  if (noun?.category) votes.add(noun.category, WEIGHTS[noun.grade], noun.grade !== 'hint');
}

/**
 * The category a make implies when the name has no head noun, when its one word belongs to another department ('stout' of Blundstone;
 * authors' names are makes too), or when the head noun is the phone that a case is for.
 */
function makeOf(name: string, noun: HeadNoun | null): string | null {
  const category = makeCategory(name);
  if (category === null || noun?.grade !== 'type') return category;
  if (noun.category === 'Phones') return category === 'Phone Accessories' ? category : null;
  if (noun.category === 'Books') return null;
  // Who makes washing machines makes TVs.
  const isElsewhere =
    departmentOf(category) !== departmentOf(noun.category) &&
    !(isOfMachines(category) && isOfMachines(noun.category));
  return isElsewhere && noun.phrase !== null && !noun.phrase.includes(' ') ? category : null;
}

const departmentOf = (category: string | null) => CATEGORY_TABLE[category ?? '']?.department;

/** The category that a product's offers agree on; null when they disagree or say too little. */
export function agreedCategory(offers: readonly CategoryEvidence[]): string | null {
  const votes = new Votes();
  for (const { name, brand, shelfCategory, brandCategory } of offers) {
    const noun = headNoun(name, brand);
    const make = shelfCategory || brandCategory ? null : makeOf(name, noun);
    // On a liquor shelf, lemon is a flavour.
    const isFlavour = noun?.grade === 'ingredient' && FLAVOURED.has(shelfCategory ?? '');
    if (make) votes.add(make, BRAND_WEIGHT);
    else if (!isFlavour) voteOf(votes, noun);
    if (shelfCategory) votes.add(shelfCategory, SHELF_WEIGHT);
    if (brandCategory) votes.add(brandCategory, BRAND_WEIGHT);
  }
  const winner = votes.winner();
  return winner && winner.share >= AGREED && winner.firm >= LEAST_WEIGHT ? winner.category : null;
}

/** Maps a shop's shelf by its label and the head nouns of its goods; unknown when these disagree. */
export function mapShelf(trail: string, goods: readonly ShelvedOffer[]): ShelfMapping {
  const label = labelCategory(trail);
  const { winner, named } = usualOf(goods);
  const agreement = winner?.share ?? 0;
  if (label && (named === 0 || (winner?.category === label && agreement >= LABEL_AGREED)))
    return { category: label, agreement: named === 0 ? 1 : agreement };
  const isTelling = !label && named >= FEWEST_GOODS && agreement >= SHELF_AGREED;
  return { category: isTelling ? (winner?.category ?? null) : null, agreement };
}

/** Maps a brand to the category of most of its goods; unknown for a brand of several kinds. */
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
    if (noun?.grade !== 'type' || !noun.category) continue;
    voteOf(votes, noun);
    named += 1;
  }
  return { winner: votes.winner(), named };
}

const MAKES: ReadonlySet<Kind> = new Set(['brand', 'line']);

/** Whether words are a make or line that sells goods of one category ('Voltaren', 'Galaxy Buds'). */
export const isMake = (words: string): boolean => isTerm(words, MAKES);

/** Words that may precede a line's name: 'The Samsung Galaxy Buds', 'LG 77" G4 OLED evo'. */
const MOST_BEFORE = 3;

/** The category of the longest make or line near the start of a name; null when there is none, or when the name is an accessory for it. */
function makeCategory(name: string): string | null {
  const tokens = tokensOf(name);
  const tags = [...tokens.keys().take(MOST_BEFORE + 1)].flatMap((from) =>
    tagTokens(tokens.slice(from), MAKES, { isOwn: true }).filter(
      ({ start }) => start === tokens[from]?.start,
    ),
  );
  const length = (tag: Tag) =>
    tokens.filter(({ start, end }) => start >= tag.start && end <= tag.end).length;
  const [make] = tags.toSorted((a, b) => length(b) - length(a));
  if (!make?.category) return null;
  const rest = tokens.filter(({ start }) => start >= make.end).map(({ pattern }) => pattern);
  return isOfPart(make.category, rest) ? null : make.category;
}

/** An OtterBox case is not an accessory for a case, and a camera kit contains the camera. */
function isOfPart(category: string, rest: readonly string[]): boolean {
  const others = rest.filter((word) => word !== 'kit');
  return category !== 'Phone Accessories' && isPartOf(category, others);
}
