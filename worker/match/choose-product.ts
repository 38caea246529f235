import { LRUCache } from 'lru-cache';
import { type Comparison, compareTexts, type MatchMethod } from './compare.ts';
import { pairOf } from './pair.ts';
import { type Goods, type ProductText, productText } from './product-text.ts';
import { type Scope, vetoOf } from './vetoes.ts';

/** A stored product that shares a key with an offer. */
export interface CandidateProduct extends Goods {
  id: string;
  /** Names under which shops sell it. */
  names: readonly string[];
}

/** The product an offer belongs to, with the proof that shoppers may question and operators undo. */
export type ProductChoice = ReturnType<typeof choiceOf>;

/** Confidence from which an offer is linked by itself. What is learned is never sure enough. */
export const LINK_FROM = 0.9;

/** Chooses an offer's product among candidates. None, when the surest are two that are not the same themselves. */
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
  return isAmbiguous ? null : choiceOf(best);
}

type Compared = Comparison & { method: MatchMethod; candidate: CandidateProduct };

/** The candidates that are the same as the offer, the surest first. */
function compared(text: ProductText, candidates: readonly CandidateProduct[]): Compared[] {
  return candidates
    .flatMap((candidate) => compareWith(text, candidate) ?? [])
    .sort((a, b) => b.confidence - a.confidence);
}

/** How far an offer may contradict a name that its product is sold under. */
const NAME_SCOPE: Partial<Record<MatchMethod, Scope>> = { gtin: 'always', model: 'unless-gtin' };

/** The comparison with a product by its own words; null when it is another, or the offer contradicts a name it is sold under. */
function compareWith(text: ProductText, candidate: CandidateProduct): Compared | null {
  const own = compareTexts(text, textOf(candidate), null);
  const isVague = own.same && own.confidence < LINK_FROM;
  const { method, ...comparison } = (isVague && surestOf(text, candidate)) || own;
  if (method === null) return null;
  const scope = NAME_SCOPE[method] ?? 'by-name';
  const isContradicted = candidate.names.some(
    (name) =>
      name !== candidate.name &&
      vetoOf(pairOf(text, textOf({ name, brand: candidate.brand })), scope) !== null,
  );
  return isContradicted ? null : { ...comparison, method, candidate };
}

/** By a name that a shop sells it under, and that says as much as the offer's; null where none is sure enough for a link. */
function surestOf(text: ProductText, { names, ...candidate }: CandidateProduct): Comparison | null {
  for (const name of names) {
    const comparison = compareTexts(text, textOf({ ...candidate, name }), null);
    if (comparison.same && comparison.confidence >= LINK_FROM) return comparison;
  }
  return null;
}

function areApart(a: CandidateProduct, b: CandidateProduct): boolean {
  return vetoOf(pairOf(textOf(a), textOf(b)), 'by-name') !== null;
}

function choiceOf({ candidate, method, confidence, because }: Compared) {
  return { productId: candidate.id, method, confidence, because };
}

/** Products come back with each offer of theirs: the last so many are taken apart once. */
const texts = new LRUCache<string, ProductText, Goods>({
  max: 20_000,
  memoMethod: (_key, _stale, { context }) => productText(context),
});

function textOf({ name, brand, model, description, price, quantity, gtin }: Goods): ProductText {
  const goods = { name, brand, model, description, price, quantity, gtin };
  return texts.memo(Object.values(goods).join('\n'), { context: goods });
}
