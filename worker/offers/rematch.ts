/*
 * Checks all links once a day, and while a catalogue grows. New evidence for or against a link becomes a proposal at /admin/matches.
 * Changes by a barcode, and joins of products that surely are one, are applied at once when no evidence contradicts them, up to a daily
 * share of all offers; the others wait for an operator.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Decider, mergeProducts, splitOffer } from '#db/queries/matches/decisions.ts';
import {
  adoptStrays,
  type BarcodeGroup,
  type ComparedOffer,
  comparedOffers,
  conflictingBarcodes,
  groupedOffers,
  type Holder,
  isAnswered,
  movedLately,
  propose,
  type Suggestion,
} from '#db/queries/matches/evidence.ts';
import { LOWEST_ID } from '#db/queries/sql/tables.ts';
import { printedGtin } from '#domain/products/gtin.ts';
import { isOneName } from '../match/choose-product.ts';
import { type Comparison, compareTexts } from '../match/compare.ts';
import { pairOf } from '../match/pair.ts';
import { vetoOf } from '../match/vetoes.ts';
import type { Assignment } from './assign-products.ts';
import { joinsOfDoubles, textOf } from './double-products.ts';

/** The actor in the audit log. */
export const DAILY_JOB = 'daily job';
/** Maximum share of all offers that is moved in a day without an operator. */
export const MOST_MOVED = 0.02;
/** Products that are compared at a time, well under a second: crawls share the thread. */
const PRODUCTS_PER_STEP = 100;

/** Checks every link once; the signal ends it between two steps. Skips suggestions that are decided or already waiting. */
export async function rematch(em: EntityManager, signal: AbortSignal) {
  const done = { applied: 0, proposed: 0 };
  await adoptStrays(em);
  const { offers, moved } = await movedLately(em, DAILY_JOB);
  let budget = Math.floor(offers * MOST_MOVED) - moved;
  for await (const { isCertain, moves, proof, ...suggestion } of suggestions(em, signal)) {
    if (signal.aborted) break;
    if (await isAnswered(em, suggestion)) continue;
    if (isCertain && moves <= budget && (await apply(em, suggestion, proof))) {
      budget -= moves;
      done.applied += 1;
    } else {
      await propose(em, suggestion);
      done.proposed += 1;
    }
  }
  return done;
}

type Proof = Pick<Assignment, 'matchMethod' | 'matchConfidence'>;
const BY_BARCODE: Proof = { matchMethod: 'gtin', matchConfidence: 0.99 };

/** A suggestion with the number of offers it moves; certain if nothing contradicts its proof. The default proof is the barcode. */
interface Weighed extends Suggestion {
  moves: number;
  isCertain: boolean;
  proof?: Proof;
}

async function* suggestions(em: EntityManager, signal: AbortSignal): AsyncGenerator<Weighed> {
  yield* fromBarcodes(em);
  let after = LOWEST_ID;
  while (!signal.aborted) {
    const offers = await groupedOffers(em, after, PRODUCTS_PER_STEP);
    const last = offers.at(-1);
    if (!last) return;
    for (const group of Map.groupBy(offers, ({ product }) => product).values()) {
      yield* contradictions(group);
    }
    for await (const { from, into, matchBecause, moves, ...proof } of joinsOfDoubles(em, offers)) {
      const suggestion = { offer: null, product: from, into, because: matchBecause };
      yield { ...suggestion, moves, isCertain: true, proof };
    }
    after = last.product;
  }
}

async function apply(em: EntityManager, suggestion: Suggestion, proof = BY_BARCODE) {
  const { offer, product, into, because } = suggestion;
  const decider: Decider = { by: DAILY_JOB, because: because.join('; '), proof };
  if (into === null) return false;
  const done = offer
    ? await splitOffer(em, { offerId: offer, from: product, to: into }, decider)
    : await mergeProducts(em, { from: product, into }, decider);
  return done !== null;
}

/** Suggestions for products that share a barcode and for offers with another barcode than their product. */
async function* fromBarcodes(em: EntityManager): AsyncGenerator<Weighed> {
  for await (const groups of conflictingBarcodes(em))
    for (const group of groups) yield* suggestionsOn(em, group);
}

async function* suggestionsOn(em: EntityManager, group: BarcodeGroup): AsyncGenerator<Weighed> {
  const { holder } = group;
  if (group.isMain) {
    if (holder && holder.product !== group.product)
      yield merging(group, holder, await compareFirst(em, group, holder));
    return;
  }
  const compared = holder && (await compareFirst(em, group, holder));
  for (const offer of group.offers) {
    const because = [`its barcode ${printedGtin(group.gtin)} is not that of the other offers`];
    yield {
      offer,
      product: group.product,
      into: holder?.product ?? null,
      moves: 1,
      because: compared ? [...because, ...compared.because] : because,
      isCertain: compared?.same === true && holder?.gtinsOfProduct === 1,
    };
  }
}

function merging(group: BarcodeGroup, into: Holder, { same, because }: Comparison): Weighed {
  // If one shop gives two products the same barcode, one of them is wrong.
  const isOfOneShop = group.shops.some((shop) => into.shops.includes(shop));
  const isOnlyBarcode = group.gtinsOfProduct === 1 && into.gtinsOfProduct === 1;
  return {
    offer: null,
    product: group.product,
    into: into.product,
    because,
    moves: group.offersOfProduct,
    isCertain: same && isOnlyBarcode && !isOfOneShop,
  };
}

async function compareFirst(em: EntityManager, ...groups: [Holder, Holder]) {
  const ids = groups.map(({ offers }) => offers[0] ?? '');
  const found = await comparedOffers(em, ids);
  const [left, right] = ids.flatMap((id) => found.filter((offer) => offer.id === id).map(textOf));
  return left && right ? compareTexts(left, right) : NOT_COMPARED;
}

const NOT_COMPARED: Comparison = { same: false, method: null, confidence: 0, because: [] };

/**
 * Suggestions to split off offers that contradict the first offer of their product, or that their shop lists under another name than an
 * earlier one; keeps links by operators and barcodes.
 */
function* contradictions(group: readonly ComparedOffer[]): Generator<Weighed> {
  for (const [nth, other] of group.entries()) {
    if (nth === 0 || other.matchMethod === 'operator' || other.matchMethod === 'gtin') continue;
    const because = contradictionTo(group.slice(0, nth), other);
    if (because === null) continue;
    yield {
      offer: other.id,
      product: other.product,
      into: null,
      because: [because],
      moves: 1,
      isCertain: false,
    };
  }
}

function contradictionTo([first, ...earlier]: readonly ComparedOffer[], other: ComparedOffer) {
  if (!first) return null;
  const scope = other.matchMethod === 'model' ? 'unless-gtin' : 'by-name';
  const veto = vetoOf(pairOf(textOf(first), textOf(other)), scope);
  if (veto !== null || other.shop === null) return veto;
  const apart = [first, ...earlier].find(
    ({ shop, name }) => shop === other.shop && !isOneName(name, other.name),
  );
  return apart ? `its shop lists “${apart.name}” too` : null;
}
