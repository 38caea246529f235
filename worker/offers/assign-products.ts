import type { EntityManager } from '@mikro-orm/postgresql';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import type { KnownOffer } from '#db/queries/offers/offers.ts';
import {
  createProduct,
  enrichProduct,
  findCandidates,
  moveOffer,
  type NewProduct,
  type ProductCandidate,
} from '#db/queries/products/products.ts';
import { withAdvisoryLock } from '#db/queries/sql/advisory-lock.ts';
import { categoryOf } from '#domain/category.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { chooseProduct, type ProductChoice } from '../match/choose-product.ts';
import { familyKeys } from '../match/family-keys.ts';
import { lookupKeys, matchKeys } from '../match/match-keys.ts';
import { type ProductText, productText } from '../match/product-text.ts';
import { candidateOf, goodsOf, soldAs } from './matched-goods.ts';

/** The product that an offer belongs to, with the proof of the match. */
export type Assignment = Pick<
  OfferToStore,
  'productId' | 'matchMethod' | 'matchConfidence' | 'matchBecause'
>;

/** What is known about the readings from elsewhere. */
interface ReadingsOf {
  /** True for a demo shop: its offers never share a product with those of real shops. */
  isDemo: boolean;
  /** The offer as it is stored, of each reading; undefined where it is new. Without it, all are. */
  known?: readonly (KnownOffer | undefined)[];
}

/** The products that readings may belong to, by each of their keys. */
type Candidates = Map<string, Set<ProductCandidate>>;

/** A reading with all that its product is found by. */
interface Described {
  reading: OfferReading;
  text: ProductText;
  product: NewProduct;
}

/**
 * Finds the product of each reading, or adds one. A known offer keeps its product, unless its page now states a GTIN that is another
 * product's or contradicts its own: then the offer moves, with its history. Runs outside the price transaction and adds each product
 * by itself, so that two workers with the same new products do not wait for each other's pages; a product left without an offer is
 * found by its keys next time.
 */
export async function assignProducts(
  em: EntityManager,
  readings: readonly OfferReading[],
  { isDemo, known = [] }: ReadingsOf,
): Promise<Assignment[]> {
  const described = readings.map(describe);
  const isOpen = described.map((item, nth) => isUndecided(item, known[nth]));
  const open = described.filter((_, nth) => isOpen[nth]);
  const candidates = await candidatesOf(em, open, isDemo);
  const assignments: Assignment[] = [];
  for (const [nth, item] of described.entries()) {
    const offer = known[nth];
    if (offer && !isOpen[nth]) {
      if (offer.isProductIncomplete && item.reading.description !== null)
        await enrichProduct(em, offer.productId, item.product);
      assignments.push(keptLink(offer.productId));
    } else if (offer) {
      assignments.push(keptLink(await reconsider(em, item, offer, candidates, isDemo)));
    } else {
      assignments.push(
        (await link(em, item, candidates)) ?? (await addOne(em, item, candidates, isDemo)),
      );
    }
  }
  return assignments;
}

/** The link of a known offer: storing it keeps the product and the proof in the offer's row. */
export function keptLink(productId: string): Assignment {
  return { productId, matchMethod: 'new', matchConfidence: 1, matchBecause: [] };
}

/** Whether an offer is new, or states a GTIN that its product lacks or contradicts. */
function isUndecided({ text }: Described, offer: KnownOffer | undefined): boolean {
  if (!offer) return true;
  return offer.matchMethod !== 'operator' && text.gtin !== null && text.gtin !== offer.productGtin;
}

/** The product of a known offer whose page states a new GTIN: that of the GTIN, its own, or another where its own has another GTIN. */
async function reconsider(
  em: EntityManager,
  item: Described,
  offer: KnownOffer,
  candidates: Candidates,
  isDemo: boolean,
): Promise<string> {
  const choice = choose(item, candidates);
  if (choice?.method !== 'gtin' && offer.productGtin === null) {
    await enrichProduct(em, offer.productId, item.product);
    return offer.productId;
  }
  const found = choice && (await link(em, item, candidates));
  const assignment = found ?? (await addOne(em, item, candidates, isDemo));
  if (assignment.productId !== offer.productId)
    await moveOffer(em, { offerId: offer.id, from: offer.productId }, assignment);
  return assignment.productId;
}

async function addOne(
  em: EntityManager,
  item: Described,
  candidates: Candidates,
  isDemo: boolean,
): Promise<Assignment> {
  const { product } = item;
  const add = async (tx: EntityManager): Promise<Assignment> => {
    // Includes products that another worker added since the candidates were read.
    const now = product.titleKey === null ? candidates : await candidatesOf(tx, [item], isDemo);
    const added = await link(tx, item, now);
    if (added) return added;
    const id = await createProduct(tx, withoutTakenKeys(item, now));
    const sold = { isOfOtherWorld: false, soldAs: [soldAs(item.reading)] };
    addCandidate(candidates, { ...product, ...sold, id });
    return {
      productId: id,
      matchMethod: 'new',
      matchConfidence: 1,
      matchBecause: ['first offer of this product'],
    };
  };
  // A title is not unique to a product: two may share it and differ in GTIN. So a lock, not an index.
  const { titleKey } = product;
  return titleKey === null ? add(em) : withAdvisoryLock(em, `product:${titleKey}`, add);
}

/** Links the reading to the candidate product it is an offer of; null when there is none. */
async function link(
  em: EntityManager,
  item: Described,
  candidates: Candidates,
): Promise<Assignment | null> {
  const choice = choose(item, candidates);
  if (!choice) return null;
  await enrichProduct(em, choice.productId, item.product);
  const { productId, method, confidence, because } = choice;
  return { productId, matchMethod: method, matchConfidence: confidence, matchBecause: because };
}

function choose(item: Described, candidates: Candidates): ProductChoice | null {
  const fitting = sharing(item, candidates).filter((each) => !each.isOfOtherWorld);
  return chooseProduct(item.text, fitting.map(candidateOf));
}

/** The candidates that share a key with the reading. */
function sharing({ text, product }: Described, candidates: Candidates): ProductCandidate[] {
  const keys = lookupKeys(text, product);
  return [...new Set(keys.flatMap((key) => [...(candidates.get(key) ?? [])]))];
}

async function candidatesOf(
  em: EntityManager,
  items: readonly Described[],
  isDemo: boolean,
): Promise<Candidates> {
  const candidates: Candidates = new Map();
  if (items.length === 0) return candidates;
  const keys = items.flatMap(({ text, product }) => lookupKeys(text, product));
  const found = await findCandidates(em, keys, { isDemo, readings: items.length });
  for (const candidate of found) addCandidate(candidates, candidate);
  return candidates;
}

function addCandidate(candidates: Candidates, candidate: ProductCandidate): void {
  for (const key of candidate.matchKeys)
    candidates.set(key, (candidates.get(key) ?? new Set()).add(candidate));
}

/** The product without keys that another has: a reading that matching kept apart from that must not get its unique key. */
function withoutTakenKeys(item: Described, candidates: Candidates): NewProduct {
  const others = sharing(item, candidates);
  const { product } = item;
  const free = (key: 'gtin' | 'modelKey') =>
    others.some((other) => other[key] === product[key]) ? null : product[key];
  return { ...product, gtin: free('gtin'), modelKey: free('modelKey') };
}

function describe(reading: OfferReading): Described {
  const text = productText(goodsOf(reading));
  const { name, brand, description, imageUrl, specifications } = reading;
  const category = categoryOf(reading.category, name, brand);
  const facts = { name, brand, category, description, imageUrl, specifications };
  return { reading, text, product: { ...matchKeys(text), familyKeys: familyKeys(text), ...facts } };
}
