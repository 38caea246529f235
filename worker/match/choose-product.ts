import { LRUCache } from 'lru-cache';
import { canonicalGtin } from '#domain/products/gtin.ts';
import { type Comparison, compareTexts, type MatchMethod } from './compare.ts';
import { pairOf } from './pair.ts';
import { type Goods, type ProductText, productText } from './product-text.ts';
import { type Scope, vetoOf } from './vetoes.ts';

/** A stored product that shares a key with an offer. */
export interface CandidateProduct extends Goods {
  id: string;
  /** Names that shops use for the product. */
  names: readonly string[];
  /** Names under which the offer's own shop lists it elsewhere. */
  listed?: readonly string[];
}

/** An offer's product, with the proof that shoppers may question and operators undo. */
export type ProductChoice = ReturnType<typeof choiceOf> & {
  /** Other products that this offer proves to be the same one. */
  equals: string[];
};

/** Least confidence for an automatic link. */
export const LINK_FROM = 0.9;

/** Chooses an offer's product among candidates. Null when the best two contradict each other. */
export function chooseProduct(
  text: ProductText,
  candidates: readonly CandidateProduct[],
): ProductChoice | null {
  const sure = compared(text, candidates).filter(({ confidence }) => confidence >= LINK_FROM);
  const [best, ...others] = sure;
  if (!best) return null;
  const rivals = others.filter(({ confidence }) => confidence === best.confidence);
  const isAmbiguous =
    best.method !== 'gtin' && rivals.some(({ candidate }) => areApart(best.candidate, candidate));
  if (isAmbiguous) return null;
  const equals = others.filter(({ candidate }) =>
    sure.every((each) => each.candidate === candidate || areEqual(each.candidate, candidate)),
  );
  return { ...choiceOf(best), equals: equals.map(({ candidate }) => candidate.id) };
}

type Compared = Comparison & { method: MatchMethod; candidate: CandidateProduct };

/** The candidates that match the offer, the surest first. */
function compared(text: ProductText, candidates: readonly CandidateProduct[]): Compared[] {
  return candidates
    .flatMap((candidate) => compareWith(text, candidate) ?? [])
    .sort((a, b) => b.confidence - a.confidence);
}

/** Scope of the vetoes against each name of the product, by the method that matched. */
const NAME_SCOPE: Partial<Record<MatchMethod, Scope>> = { gtin: 'always', model: 'unless-gtin' };

/**
 * Compares an offer with a product by the product's title; null when they differ, or when the offer contradicts another name of the
 * product.
 */
function compareWith(text: ProductText, candidate: CandidateProduct): Compared | null {
  const own = compareTexts(text, textOf(candidate));
  const isVague = own.same && own.confidence < LINK_FROM;
  const { method, ...comparison } = (isVague && surestOf(text, candidate)) || own;
  if (method === null || (method !== 'gtin' && isListedApart(text, candidate))) return null;
  const scope = NAME_SCOPE[method] ?? 'by-name';
  const isContradicted = candidate.names.some(
    (name) =>
      name !== candidate.name &&
      vetoOf(pairOf(text, textOf({ name, brand: candidate.brand })), scope) !== null,
  );
  return isContradicted ? null : { ...comparison, method, candidate };
}

/**
 * True when the shop lists the product under another name too, so that these are two goods to it: 'Canon 645 Black', 'Canon 645 Black XL'.
 */
function isListedApart({ goods }: ProductText, { listed = [] }: CandidateProduct): boolean {
  return listed.some((name) => !isOneName(name, goods.name));
}

/** True for names of the same words in any order. */
export function isOneName(one: string, other: string): boolean {
  const wordsOf = (name: string) => textOf({ name }).words.toSorted().join(' ');
  return wordsOf(one) === wordsOf(other);
}

/** Compares by the other names of the product; null when none is sure enough for a link. */
function surestOf(text: ProductText, { names, ...candidate }: CandidateProduct): Comparison | null {
  for (const name of names) {
    const comparison = compareTexts(text, textOf({ ...candidate, name }));
    if (comparison.same && comparison.confidence >= LINK_FROM) return comparison;
  }
  return null;
}

function areApart(a: CandidateProduct, b: CandidateProduct): boolean {
  return vetoOf(pairOf(textOf(a), textOf(b)), 'by-name') !== null;
}

/** True when no name of one product contradicts a name of the other, so that an offer which belongs to both proves them equal. */
function areEqual(a: CandidateProduct, b: CandidateProduct): boolean {
  const textsOf = ({ names, ...product }: CandidateProduct) =>
    [...new Set([product.name, ...names])].map((name) => textOf({ ...product, name }));
  const others = textsOf(b);
  return textsOf(a).every((text) =>
    others.every((other) => vetoOf(pairOf(text, other), 'by-name') === null),
  );
}

function choiceOf({ candidate, method, confidence, because }: Compared) {
  return { productId: candidate.id, method, confidence, because };
}

/** Parsed texts of recent products, which recur with each of their offers; 6 kB each. */
const texts = new LRUCache<string, ProductText, Goods>({
  max: 4_000,
  memoMethod: (_key, _stale, { context }) => productText(context),
});

function textOf({ name, brand, model, description, price, quantity, gtin }: Goods): ProductText {
  const goods = { name, brand, model, description, price, quantity, gtin };
  const text = texts.memo([name, brand, model, description].join('\n'), { context: goods });
  return { ...text, goods, gtin: canonicalGtin(gtin) };
}
