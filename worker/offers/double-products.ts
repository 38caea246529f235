/* Finds products that are one: an offer of one product surely belongs to the other, and no name of either contradicts the other. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { type ComparedOffer, shareShop } from '#db/queries/matches/evidence.ts';
import { findCandidates, type ProductCandidate } from '#db/queries/products/candidates.ts';
import { chooseProduct } from '../match/choose-product.ts';
import { lookupKeys, matchKeys } from '../match/match-keys.ts';
import { productText } from '../match/product-text.ts';
import type { Join } from './assign-products.ts';
import { ofOneWorld, quantityOf } from './matched-goods.ts';

type CountedJoin = Join & { moves: number };

/** The offer of a stored product in the form that matching compares. */
export function textOf({ name, variant, brand, gtin, priceCents, unitPrice }: ComparedOffer) {
  const quantity = quantityOf({ name, priceCents, unitPrice });
  return productText({ name, variant, brand, gtin, price: priceCents / 100, quantity });
}

/** Joins of these offers' products with others; each product takes part in one, because a join changes what the next must agree with. */
export async function* joinsOfDoubles(
  em: EntityManager,
  offers: readonly ComparedOffer[],
): AsyncGenerator<CountedJoin> {
  const joined = new Set<string>();
  const proving = offers.filter(({ matchMethod }) => matchMethod !== 'operator');
  for (const ofWorld of Map.groupBy(proving, ({ kind }) => kind === 'demo').values()) {
    for (const join of await provenBy(em, ofWorld)) {
      const { from, into } = join;
      if (joined.has(from) || joined.has(into)) continue;
      const alive = await em.count(Product, { id: { $in: [from, into] }, mergedInto: null });
      if (alive < 2 || (await shareShop(em, from, into))) continue;
      joined.add(from).add(into);
      yield { ...join, moves: await em.count(Offer, { product: from }) };
    }
  }
}

/** The joins that offers of one world prove. */
async function provenBy(em: EntityManager, offers: readonly ComparedOffer[]): Promise<Join[]> {
  const texts = offers.map(textOf);
  const keys = texts.map((text) => lookupKeys(text, matchKeys(text)));
  const found = await findCandidates(em, keys, offers[0]?.kind === 'demo');
  return offers.flatMap(({ name, product }, nth): Join[] => {
    const [text, candidates] = [texts[nth], found[nth] ?? []];
    const own = candidates.find(({ id }) => id === product);
    if (!text || !own || candidates.length < 2) return [];
    const choice = chooseProduct(text, ofOneWorld(candidates, null));
    if (!choice) return [];
    const { method: matchMethod, confidence: matchConfidence, equals } = choice;
    const one = [choice.productId, ...equals];
    const other = candidates.find(
      ({ id, isMerged, soldAs }) =>
        id !== product && !isMerged && one.includes(id) && soldAs.length > 0,
    );
    if (!other || !one.includes(product)) return [];
    const matchBecause = [`the offer “${name}” belongs to both products`];
    return [{ ...direction(own, other), matchMethod, matchConfidence, matchBecause }];
  });
}

/** The product with a barcode stays, else the older one: ids ascend with time. */
function direction(one: ProductCandidate, other: ProductCandidate) {
  const hasOne = (one.gtin === null) !== (other.gtin === null);
  const isFirst = hasOne ? one.gtin !== null : one.id < other.id;
  return isFirst ? { from: other.id, into: one.id } : { from: one.id, into: other.id };
}
