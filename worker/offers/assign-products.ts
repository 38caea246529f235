import type { EntityManager } from '@mikro-orm/postgresql';
import { crawl, lockDecisions, mergeProducts, splitOffer } from '#db/queries/matches/decisions.ts';
import { isAnswered, shareShop } from '#db/queries/matches/evidence.ts';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import type { KnownOffer } from '#db/queries/offers/offers.ts';
import {
  findCandidates,
  type ProductCandidate,
  type SoldAs,
} from '#db/queries/products/candidates.ts';
import { createProducts, enrichProducts, type NewProduct } from '#db/queries/products/products.ts';
import { lockEachUntilCommit } from '#db/queries/sql/advisory-lock.ts';
import { inTransaction, retrying } from '#db/queries/sql/in-transaction.ts';
import { categoryOf } from '#domain/categories/category.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { printedGtin } from '#domain/products/gtin.ts';
import { chooseProduct, type ProductChoice } from '../match/choose-product.ts';
import { familyKeys } from '../match/family-keys.ts';
import { isRareKey, lookupKeys, matchKeys } from '../match/match-keys.ts';
import { type ProductText, productText } from '../match/product-text.ts';
import { goodsOf, ofOneWorld, soldAs } from './matched-goods.ts';

/** The product that an offer belongs to, with the proof of the match. */
export type Assignment = Pick<
  OfferToStore,
  'productId' | 'matchMethod' | 'matchConfidence' | 'matchBecause'
>;

/** New facts that a known offer's page states about its product, or about another product that the offer belongs to. */
export interface Revision {
  offerId: string;
  from: string;
  facts: NewProduct;
  /** The product that the offer moves to, with the proof; null if it stays. */
  to: Assignment | null;
}

/** Two products that a reading proves to be one, with the proof for the offers that move. */
export interface Join extends Omit<Assignment, 'productId'> {
  from: string;
  into: string;
}

/** Changes to stored links that a page causes. */
export type LinkChanges = Pick<Assigned, 'revisions' | 'joins'>;

/** The products of readings, the revisions from known offers' pages, and the products that are one. */
export type Assigned = Awaited<ReturnType<typeof assignProducts>>;

interface ReadingsOf {
  /** True for a demo shop: its offers never share a product with those of real shops. */
  isDemo: boolean;
  /** The retailer's id. Default: another shop for each reading. */
  shop?: string;
  /** The stored offer of each reading, undefined for a new one. Default: all are new. */
  known?: readonly (KnownOffer | undefined)[];
}

/** A reading with its matching data, and the products that share a key with it. */
interface Described {
  reading: OfferReading;
  text: ProductText;
  facts: NewProduct;
  keys: string[];
  candidates: ProductCandidate[];
  /** The retailer if it sells the goods itself. */
  shop: string | null;
}

/** The facts that a group of readings states about products, by product id. A product to add has its index in `added` as a temporary id. */
interface Plan {
  facts: Map<string, NewProduct>;
  added: Map<string, Described>;
  addedByKey: Map<string, ProductCandidate[]>;
  /** The readings linked so far, by product: a shop's page that lists goods under two names sells two products. */
  sold: Map<string, SoldAs[]>;
  joins: Join[];
}

/**
 * Finds or adds the product of each reading. A known offer keeps its product; new facts on its page become a revision. Runs outside
 * the price transaction, so that workers do not wait for each other's pages. If a product is left without an offer, the next
 * reading finds it by its keys.
 */
export async function assignProducts(
  em: EntityManager,
  readings: readonly OfferReading[],
  { isDemo, shop, known = [] }: ReadingsOf,
) {
  const items = readings.map((reading) => describe(reading, shop ?? null));
  const sought = items.map((item, nth) => (isUndecided(item, known[nth]) ? item.keys : []));
  const found = await findCandidates(em, sought, isDemo);
  const plan: Plan = {
    facts: new Map(),
    added: new Map(),
    addedByKey: new Map(),
    sold: new Map(),
    joins: [],
  };
  const revisions: Revision[] = [];
  const planned = items.map((item, nth): Assignment => {
    item.candidates = found[nth] ?? [];
    const offer = known[nth];
    if (!offer) return linkOrAdd(plan, item);
    const revision = revisionOf(plan, item, offer);
    if (revision) revisions.push(revision);
    return keptLink(offer.productId);
  });
  const added = await addProducts(em, plan, isDemo);
  await retrying(em, () => enrichProducts(em, plan.facts));
  const settled = (link: Assignment): Assignment => {
    const { productId, ...proof } = added.get(link.productId) ?? link;
    const isFound = link.matchMethod === 'new' && proof.matchMethod !== 'new';
    return isFound ? { productId, ...proof } : { ...link, productId };
  };
  return {
    assignments: planned.map(settled),
    revisions: revisions.map((each) => ({ ...each, to: each.to && settled(each.to) })),
    joins: plan.joins,
  };
}

/** Makes other decisions wait if the changes move offers. Call before the transaction locks the offers that it stores. */
export async function lockMoves(tx: EntityManager, { revisions, joins }: LinkChanges) {
  const moved = revisions.flatMap(({ from, to }) => (to ? [from, to.productId] : []));
  const products = [...moved, ...joins.flatMap(({ from, into }) => [from, into])];
  if (products.length > 0) await lockDecisions(tx, products);
}

/**
 * Applies the changes of stored offers: quarantined runs and doubted prices change no product. Runs in the transaction that stores
 * the offers, because an unchanged offer is not examined again. Each move is a decision that operators can see and undo.
 */
export async function reviseLinks(
  tx: EntityManager,
  { revisions, joins }: LinkChanges,
  storedIds: readonly string[],
): Promise<void> {
  const stored = new Set(storedIds);
  const due = revisions.filter(({ offerId }) => stored.has(offerId));
  const staying = due.filter(({ to }) => to === null);
  await enrichProducts(tx, new Map(staying.map(({ from, facts }) => [from, facts])));
  for (const { offerId, from, to } of due) {
    if (to) await splitOffer(tx, { offerId, from, to: to.productId }, crawl(to));
  }
  if (stored.size === 0) return;
  for (const { from, into, ...proof } of joins) {
    const suggestion = { offer: null, product: from, into, because: proof.matchBecause };
    if ((await isAnswered(tx, suggestion)) || (await shareShop(tx, from, into))) continue;
    await mergeProducts(tx, { from, into }, crawl(proof));
  }
}

/** A placeholder link for a known offer, whose stored row keeps its product and proof. */
export function keptLink(productId: string): Assignment {
  return { productId, matchMethod: 'new', matchConfidence: 1, matchBecause: [] };
}

/** True for a new offer, and for one with a GTIN that its product lacks or contradicts. */
function isUndecided({ text }: Described, offer: KnownOffer | undefined): boolean {
  if (!offer) return true;
  return offer.matchMethod !== 'operator' && text.gtin !== null && text.gtin !== offer.productGtin;
}

/**
 * The facts that a known offer's page adds to its product. If the page states another GTIN, the offer moves to the product with that
 * GTIN; if there is none and its own product has a different GTIN, it moves to a matching or new product.
 */
function revisionOf(plan: Plan, item: Described, offer: KnownOffer): Revision | null {
  const { id: offerId, productId: from, productGtin, lacksBrand, lacksDescription } = offer;
  const { facts } = item;
  if (!isUndecided(item, offer)) {
    const hasNews =
      (lacksBrand && facts.brand !== null) || (lacksDescription && facts.description !== null);
    return hasNews ? { offerId, from, facts, to: null } : null;
  }
  const choice = choose(plan, item);
  const isStaying = choice?.method !== 'gtin' && productGtin === null;
  const to = isStaying || choice?.productId === from ? null : linkOrAdd(plan, item);
  const because = `its page states the barcode ${printedGtin(facts.gtin ?? '')}`;
  const isNew = to?.matchMethod === 'new';
  return { offerId, from, facts, to: isNew ? { ...to, matchBecause: [because] } : to };
}

/** Links the reading to its product, or plans a new one, and adds its facts to the plan. */
function linkOrAdd(plan: Plan, item: Described): Assignment {
  const { facts, keys } = item;
  const among = keys.flatMap((key) => plan.addedByKey.get(key) ?? []);
  item.candidates = [...new Set([...item.candidates, ...among])];
  const choice = choose(plan, item);
  const id = choice?.productId ?? `added ${plan.added.size}`;
  plan.sold.set(id, [...(plan.sold.get(id) ?? []), soldAs(item.reading, item.shop)]);
  if (choice) {
    plan.joins.push(...joinsOf(plan, choice, item));
    return linked(plan, choice, facts);
  }
  plan.added.set(id, item);
  plan.facts.set(id, facts);
  const candidate = { ...facts, id, soldAs: [], isMerged: false, isOfOtherWorld: false };
  for (const key of facts.matchKeys)
    plan.addedByKey.set(key, [...(plan.addedByKey.get(key) ?? []), candidate]);
  return firstOffer(id);
}

/** Joins the stored products that this reading belongs to: into the one with a barcode, else into the surest. */
function joinsOf({ added }: Plan, choice: ProductChoice, { reading, candidates }: Described) {
  const { productId, method: matchMethod, confidence: matchConfidence } = choice;
  const stored = candidates.filter(({ id }) => !added.has(id));
  const own = stored.find(({ id }) => id === productId);
  const others = stored.filter(({ id }) => choice.equals.includes(id));
  const matchBecause = [`the offer “${reading.name}” belongs to both products`];
  return others.flatMap((other): Join[] => {
    if (!own) return [];
    const [from, into] = own.gtin === null && other.gtin !== null ? [own, other] : [other, own];
    return [{ from: from.id, into: into.id, matchMethod, matchConfidence, matchBecause }];
  });
}

function linked(plan: Plan, choice: ProductChoice, facts: NewProduct): Assignment {
  const { productId, method, confidence, because } = choice;
  const said = plan.facts.get(productId);
  plan.facts.set(productId, said ? mergeFacts(said, facts) : facts);
  return { productId, matchMethod: method, matchConfidence: confidence, matchBecause: because };
}

function firstOffer(productId: string): Assignment {
  const matchBecause = ['first offer of this product'];
  return { productId, matchMethod: 'new', matchConfidence: 1, matchBecause };
}

function choose({ sold }: Plan, { text, candidates, shop }: Described): ProductChoice | null {
  const listed = candidates.map((each) => {
    const planned = sold.get(each.id) ?? [];
    return planned.length > 0 ? { ...each, soldAs: [...each.soldAs, ...planned] } : each;
  });
  return chooseProduct(text, ofOneWorld(listed, shop));
}

/**
 * Adds the planned products in one transaction, one worker at a time for products that share a key; links products that another
 * worker has just added. Returns the links by temporary id, and removes their facts from the plan or moves them to the product found.
 */
async function addProducts(em: EntityManager, plan: Plan, isDemo: boolean) {
  const links = new Map<string, Assignment>();
  if (plan.added.size === 0) return links;
  const planned = [...plan.added].map(([id, item]) => {
    const facts = plan.facts.get(id) ?? item.facts;
    plan.facts.delete(id);
    return { id, item, facts, before: item.candidates };
  });
  const keys = planned.map(({ item }) => item.keys.filter(isRareKey));
  const models = planned.flatMap(({ facts }) => facts.modelKey ?? []);
  await inTransaction(em, async (tx) => {
    await lockEachUntilCommit(tx, 'added-products', [...keys.flat(), ...models]);
    const found = await findCandidates(tx, keys, isDemo);
    const missing = planned.filter(({ id, item, facts, before }, nth) => {
      const known = new Set(before.map((each) => each.id));
      const fresh = found[nth]?.filter((each) => !known.has(each.id)) ?? [];
      item.candidates = [...before, ...fresh];
      const choice = fresh.length > 0 ? choose(plan, item) : null;
      const isFresh = choice !== null && fresh.some((each) => each.id === choice.productId);
      if (isFresh) links.set(id, linked(plan, choice, facts));
      return !isFresh;
    });
    const described = missing.map(({ facts }) => facts);
    const ids = await createProducts(tx, described);
    for (const [nth, { id }] of missing.entries()) links.set(id, firstOffer(ids[nth] ?? ''));
  });
  return links;
}

/** Merges the facts of two readings of one product: the first takes precedence; keys are combined. */
function mergeFacts(one: NewProduct, other: NewProduct): NewProduct {
  return {
    ...one,
    brand: one.brand ?? other.brand,
    description: one.description ?? other.description,
    imageUrl: one.imageUrl ?? other.imageUrl,
    gtin: one.gtin ?? other.gtin,
    modelKey: one.modelKey ?? other.modelKey,
    matchKeys: [...new Set([...one.matchKeys, ...other.matchKeys])],
    familyKeys: [...new Set([...one.familyKeys, ...other.familyKeys])],
    specifications: { ...other.specifications, ...one.specifications },
  };
}

function describe(reading: OfferReading, retailer: string | null): Described {
  const text = productText(goodsOf(reading));
  const { name, brand, description, imageUrl, specifications } = reading;
  const category = categoryOf(reading.category, name, brand);
  const own = matchKeys(text);
  const said = { name, brand, category, description, imageUrl, specifications };
  const shop = reading.seller ? null : retailer;
  const facts = { ...own, familyKeys: familyKeys(text), ...said };
  return { reading, text, facts, keys: lookupKeys(text, own), candidates: [], shop };
}
