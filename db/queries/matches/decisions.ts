/*
 * Decisions of operators and the daily job about matches: split, merge, keep and undo. Each is one transaction, and only one runs at a
 * time across all processes. History belongs to offers (price points, packs, favourites), so it moves with them.
 *
 *   decisions   the four decisions     moves   the rows they move     evidence   the daily job's input     cases   lists for operators
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { MatchDecision, MatchProposal, type MovedMatch } from '../../entities/match.ts';
import { type MatchMethod, Offer } from '../../entities/offer.ts';
import { Product } from '../../entities/product.ts';
import { survivorOf } from '../products/products.ts';
import { lockUntilCommit, withAdvisoryLock } from '../sql/advisory-lock.ts';
import type { RowOf } from '../sql/tables.ts';
import { openReports } from './cases.ts';
import { CRAWL } from './evidence.ts';
import {
  addProductOf,
  isOneWorld,
  lockOffers,
  movePeople,
  returnPeople,
  showMoved,
  takeAlong,
} from './moves.ts';

/** Who decides and why, and the proof that the moved offers' links carry afterwards. */
export interface Decider {
  by: string;
  because: string;
  proof: { matchMethod: MatchMethod; matchConfidence: number };
}

/** An operator's decision, the surest proof of a link. */
export function operator(by: string): Decider {
  const proof = { matchMethod: 'operator', matchConfidence: 1 } as const;
  return { by, because: 'an operator compared the offers', proof };
}

/** The crawl's decision, with the proof of the new link. */
export function crawl(of: Omit<MovedMatch['offers'][number], 'id'>) {
  const { matchMethod, matchConfidence, matchBecause } = of;
  const proof = { matchMethod, matchConfidence };
  return { by: CRAWL, because: matchBecause.join('; '), proof };
}

/** A decision and the products that it changed. */
export interface Decided {
  id: string;
  productIds: string[];
}

const NOTHING_MOVED: MovedMatch = {
  offers: [],
  tombstones: [],
  alerts: [],
  reviews: [],
  views: [],
  wishers: [],
  isNewProduct: false,
  gtin: null,
  imageUrl: null,
};

const ONE_AT_A_TIME = 'match-decisions';

/** Runs one decision in a transaction. Decisions run one at a time, so each sees the results of the one before. */
function deciding<T>(em: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return withAdvisoryLock(em, ONE_AT_A_TIME, work);
}

/** Takes the locks of a decision on these products first, for a transaction that stores offers before it decides. */
export async function lockDecisions(tx: EntityManager, productIds: string[]): Promise<void> {
  await lockUntilCommit(tx, ONE_AT_A_TIME);
  await lockOffers(tx, productIds);
}

/**
 * Moves an offer out of product `from`, to product `to` or to a new product. Returns null and changes nothing when the offer has left
 * `from`, when it is alone there and `to` is missing, when `to` is merged or belongs to the other world (demonstration or real), or when
 * an operator placed the offer and the decider is not an operator.
 */
export async function splitOffer(
  em: EntityManager,
  { offerId, from, to }: { offerId: string; from: string; to?: string | undefined },
  decider: Decider,
): Promise<Decided | null> {
  return deciding(em, async (tx) => {
    const offers = await lockOffers(tx, to ? [from, to] : [from]);
    const offer = offers.find(({ id, product }) => id === offerId && product === from);
    if (!offer || to === from) return null;
    const isPlaced = offer.proof.matchMethod === 'operator';
    if (isPlaced && decider.proof.matchMethod !== 'operator') return null;
    const others = offers.filter(({ id, product }) => id !== offerId && product === (to ?? from));
    const canGo = to
      ? isOneWorld([offer, ...others]) && (await survivorOf(tx, to)) === to
      : others.length > 0;
    if (!canGo) return null;
    const into = to ?? (await addProductOf(tx, offerId));
    const moved = { ...NOTHING_MOVED, offers: [offer.proof], isNewProduct: !to };
    await link(tx, [offerId], into, decider);
    Object.assign(moved, await takeAlong(tx, offerId, from, into));
    return record(tx, { kind: 'split', offer: offerId, product: from, into, moved }, decider);
  });
}

/**
 * Merges product `from` into `into`: moves its offers and what shoppers saved, and redirects its keys and address. Null when either is
 * already merged, or when one is a demonstration product and the other is real.
 */
export async function mergeProducts(
  em: EntityManager,
  { from, into }: { from: string; into: string },
  decider: Decider,
): Promise<Decided | null> {
  return deciding(em, async (tx) => {
    const known = await tx.count(Product, { id: { $in: [from, into] }, mergedInto: null });
    const offers = await lockOffers(tx, [from, into]);
    if (known !== 2 || !isOneWorld(offers)) return null;
    const moving = offers.filter(({ product }) => product === from).map(({ proof }) => proof);
    const ids = moving.map(({ id }) => id);
    await link(tx, ids, into, decider);
    const earlier = await tx.find(Product, { mergedInto: from }, { fields: ['id'] });
    const tombstones = earlier.map(({ id }) => id);
    await tx.nativeUpdate(Product, { id: { $in: [from, ...tombstones] } }, { mergedInto: into });
    const people = await movePeople(tx, from, into);
    const moved = { ...NOTHING_MOVED, ...people, offers: moving, tombstones };
    return record(tx, { kind: 'merge', offer: null, product: from, into, moved }, decider);
  });
}

/**
 * Records that an offer stays in its product despite its barcode, or that two products stay apart. Null when nothing is pending, or when
 * the case is already decided.
 */
export async function keepMatch(
  em: EntityManager,
  kept: { offer: string | null; product: string; into: string | null },
  decider: Decider,
): Promise<Decided | null> {
  return deciding(em, async (tx) => {
    const { offer, product, into } = kept;
    const proposal = offer ? { offer, product } : { offer, product, into };
    const isProposed = (await tx.count(MatchProposal, proposal)) > 0;
    const isReported = offer !== null && (await openReports(tx, offer)) > 0;
    if (!isProposed && !isReported) return null;
    const offers = offer ? await lockOffers(tx, [product]) : [];
    const pinned = offers.filter(({ id }) => id === offer).map(({ proof }) => proof);
    await link(
      tx,
      pinned.map(({ id }) => id),
      product,
      decider,
    );
    const moved = { ...NOTHING_MOVED, offers: pinned };
    return record(tx, { kind: 'keep', offer, product, into, moved }, decider);
  });
}

/**
 * Undoes a decision: rows return to where they were, unless a later decision moved them on. The pair is never proposed again, and an
 * offer that the crawl or the daily job had moved stays fixed. Null when the decision does not exist or is already undone.
 */
export async function undoDecision(
  em: EntityManager,
  id: string,
  undoneBy: string,
): Promise<Decided | null> {
  return deciding(em, async (tx) => {
    const decision = await tx.findOne(MatchDecision, { id, undoneAt: null });
    if (!decision) return null;
    tx.assign(decision, { undoneBy, undoneAt: new Date() });
    await tx.flush();
    const { kind, product, into, moved } = decision;
    const from = kind === 'merge' ? product.id : await survivorOf(tx, product.id);
    const holder = kind === 'keep' ? from : into && (await survivorOf(tx, into.id));
    if (moved && from && holder) {
      const restored = await restoredOffers(tx, moved, holder, decision.offer?.id, undoneBy);
      await moveBack(tx, { ...moved, offers: restored }, holder, from);
      if (kind === 'merge') await revive(tx, from, moved.tombstones, holder);
      else if (into && moved.isNewProduct && (await tx.count(Offer, { product: into })) === 0)
        await tx.nativeUpdate(Product, { id: into.id, mergedInto: null }, { mergedInto: from });
    }
    const productIds = [product.id, from, into?.id, holder].filter((each) => each != null);
    await showMoved(tx, productIds);
    return { id, productIds };
  });
}

/**
 * The moved offers with the proof they get back. An offer that the crawl or the daily job had moved gets an operator's proof, so that
 * neither may move it again.
 */
async function restoredOffers(
  tx: EntityManager,
  moved: MovedMatch,
  holder: string,
  decidedOffer: string | undefined,
  undoneBy: string,
): Promise<MovedMatch['offers']> {
  const held = await lockOffers(tx, [holder]);
  const isByHand = held.every(
    ({ id, proof }) => id !== decidedOffer || proof.matchMethod === 'operator',
  );
  if (isByHand) return moved.offers;
  const stays = {
    ...operator(undoneBy).proof,
    matchBecause: ['an operator undid the move of the offer'],
  };
  return moved.offers.map((each) => ({ ...each, ...stays }));
}

/** Moves rows still held by the target back to the product they came from. */
async function moveBack(tx: EntityManager, moved: MovedMatch, holder: string, product: string) {
  for (const { id, ...proof } of moved.offers) {
    await tx.nativeUpdate(Offer, { id, product: holder }, { product, ...proof });
  }
  const { gtin, imageUrl } = moved;
  if (gtin) {
    await tx.nativeUpdate(Product, { id: holder, gtin }, { gtin: null });
    await tx.nativeUpdate(Product, { id: product, gtin: null }, { gtin });
  }
  if (imageUrl) await tx.nativeUpdate(Product, product, { imageUrl });
  await returnPeople(tx, moved, holder, product);
}

/** Restores a merged product, and the products merged into it before. */
async function revive(tx: EntityManager, id: string, tombstones: string[], holder: string) {
  await tx.nativeUpdate(Product, { id }, { mergedInto: null });
  const earlier = { id: { $in: tombstones }, mergedInto: holder };
  await tx.nativeUpdate(Product, earlier, { mergedInto: id });
}

function link(tx: EntityManager, ids: string[], product: string, { proof, because }: Decider) {
  const changed = { product, ...proof, matchBecause: [because] };
  return tx.nativeUpdate(Offer, { id: { $in: ids } }, changed);
}

type NewDecision = Pick<RowOf<'match_decision'>, 'kind' | 'offer' | 'product' | 'into' | 'moved'>;

/** Stores the decision, removes the proposals it answers, and marks its products for rescoring. */
async function record(
  tx: EntityManager,
  decision: NewDecision,
  { by: decidedBy, because }: Decider,
): Promise<Decided> {
  const { kind, offer, product, into } = decision;
  const made = tx.create(MatchDecision, { ...decision, because: [because], decidedBy });
  await tx.flush();
  const ofMerged = { $or: [{ product }, { into: product }] };
  const answered = kind === 'merge' ? ofMerged : offer ? { offer } : { product, into };
  await tx.nativeDelete(MatchProposal, answered);
  const productIds = into ? [product, into] : [product];
  if (kind !== 'keep') await showMoved(tx, productIds);
  return { id: made.id, productIds };
}
