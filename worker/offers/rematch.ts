/*
 * The daily look at all links: what new evidence contradicts or suggests becomes a proposal at /admin/matches. What rests on a
 * barcode and is contradicted by nothing is done at once, within a share of all offers; the rest waits for an operator.
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
  isAnswered,
  movedLately,
  propose,
  type Suggestion,
} from '#db/queries/matches/evidence.ts';
import { printedGtin } from '#domain/products/printed-gtin.ts';
import { type Comparison, compareTexts } from '../match/compare.ts';
import { pairOf } from '../match/pair.ts';
import { type ProductText, productText } from '../match/product-text.ts';
import { vetoOf } from '../match/vetoes.ts';

/** Who the audit says it was. */
export const DAILY_JOB = 'daily job';
/** The largest share of all offers that one day moves without an operator. */
export const MOST_MOVED = 0.005;
/** Products of several offers compared at a time. */
const PRODUCTS_A_STEP = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Looks at every link once; a signal ends it between two steps. Suggestions that were decided or wait already are passed over. */
export async function rematch(em: EntityManager, signal: AbortSignal) {
  const done = { applied: 0, proposed: 0 };
  await adoptStrays(em);
  const { offers, moved } = await movedLately(em, DAILY_JOB);
  let budget = Math.floor(offers * MOST_MOVED) - moved;
  for await (const { isCertain, moves, ...suggestion } of suggestions(em)) {
    if (signal.aborted) break;
    if (await isAnswered(em, suggestion)) continue;
    if (isCertain && moves <= budget && (await apply(em, suggestion))) {
      budget -= moves;
      done.applied += 1;
    } else {
      await propose(em, suggestion);
      done.proposed += 1;
    }
  }
  return done;
}

/** A suggestion, how many offers it moves, and whether it rests on a barcode that nothing contradicts. */
interface Weighed extends Suggestion {
  moves: number;
  isCertain: boolean;
}

async function* suggestions(em: EntityManager): AsyncGenerator<Weighed> {
  yield* fromBarcodes(em);
  let after = FIRST_ID;
  while (true) {
    const offers = await groupedOffers(em, after, PRODUCTS_A_STEP);
    const last = offers.at(-1);
    if (!last) return;
    for (const group of Map.groupBy(offers, ({ product }) => product).values()) {
      yield* contradictions(group);
    }
    after = last.product;
  }
}

async function apply(em: EntityManager, suggestion: Suggestion): Promise<boolean> {
  const { offer, product, into, because } = suggestion;
  const proof = { matchMethod: 'gtin', matchConfidence: 0.99 } as const;
  const decider: Decider = { by: DAILY_JOB, because: because.join('; '), proof };
  if (into === null) return false;
  const done = offer
    ? await splitOffer(em, { offerId: offer, from: product, to: into }, decider)
    : await mergeProducts(em, { from: product, into }, decider);
  return done !== null;
}

/** Products that share a barcode, and offers whose barcode is not that of their product. */
async function* fromBarcodes(em: EntityManager): AsyncGenerator<Weighed> {
  const groups = await conflictingBarcodes(em);
  const ofProduct = Map.groupBy(groups, ({ product }) => product);
  const isMain = (group: BarcodeGroup) => ofProduct.get(group.product)?.[0] === group;
  const ofGtin = Map.groupBy(groups.filter(isMain), ({ gtin }) => gtin);
  for (const group of groups) {
    const holders = ofGtin.get(group.gtin) ?? [];
    const holder = holders.toSorted((a, b) => b.offersOfProduct - a.offersOfProduct)[0];
    if (isMain(group)) {
      if (holder && holder !== group)
        yield merging(group, holder, await compareFirst(em, group, holder));
      continue;
    }
    const compared = holder && (await compareFirst(em, group, holder));
    for (const offer of group.offers) {
      const because = [`its barcode ${printedGtin(group.gtin)} is not that of the other offers`];
      yield {
        ...{ offer, product: group.product, into: holder?.product ?? null, moves: 1 },
        because: compared ? [...because, ...compared.because] : because,
        isCertain: compared?.same === true && holder?.gtinsOfProduct === 1,
      };
    }
  }
}

function merging(group: BarcodeGroup, into: BarcodeGroup, { same, because }: Comparison): Weighed {
  // One shop that gives two of its products one barcode has mistaken one of them.
  const isOfOneShop = group.shops.some((shop) => into.shops.includes(shop));
  const isOnlyBarcode = group.gtinsOfProduct === 1 && into.gtinsOfProduct === 1;
  return {
    ...{ offer: null, product: group.product, into: into.product, because },
    moves: group.offersOfProduct,
    isCertain: same && isOnlyBarcode && !isOfOneShop,
  };
}

async function compareFirst(em: EntityManager, ...groups: [BarcodeGroup, BarcodeGroup]) {
  const ids = groups.map(({ offers }) => offers[0] ?? '');
  const found = await comparedOffers(em, ids);
  const [left, right] = ids.flatMap((id) => found.filter((offer) => offer.id === id).map(textOf));
  return left && right ? compareTexts(left, right) : NOT_COMPARED;
}

const NOT_COMPARED: Comparison = { same: false, method: null, confidence: 0, because: [] };

/** Offers that state what rules them out beside the first offer of their product; an operator's links and barcodes stand. */
function* contradictions(group: readonly ComparedOffer[]): Generator<Weighed> {
  const [first, ...others] = group;
  for (const other of others) {
    if (!first || other.matchMethod === 'operator' || other.matchMethod === 'gtin') continue;
    const scope = other.matchMethod === 'model' ? 'unless-gtin' : 'by-name';
    const veto = vetoOf(pairOf(textOf(first), textOf(other)), scope);
    if (veto === null) continue;
    yield {
      ...{ offer: other.id, product: other.product, into: null, because: [veto] },
      ...{ moves: 1, isCertain: false },
    };
  }
}

function textOf({ name, variant, brand, gtin, priceCents }: ComparedOffer): ProductText {
  return productText({ name, variant, brand, gtin, price: priceCents / 100 });
}
