import type { EntityManager } from '@mikro-orm/postgresql';
import {
  createProduct,
  enrichProduct,
  findCandidates,
  type NewProduct,
  type ProductCandidate,
} from '#db/queries/products/products.ts';
import { withAdvisoryLock } from '#db/queries/sql/advisory-lock.ts';
import { categoryOf } from '#domain/category.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { chooseProduct } from '../match/identity/choose-product.ts';
import { productKey } from '../match/identity/product-key.ts';

/** The product an offer was given to, with the proof of the link. */
export interface Assignment {
  productId: string;
  matchMethod: 'gtin' | 'model' | 'title' | 'new';
  matchConfidence: number;
  matchBecause: string[];
}

/** What is known of the readings besides what they say. */
interface ReadingsOf {
  /** They are a demo shop's: never offers of a product that real shops sell, nor the other way round. */
  isDemo: boolean;
  /** The product that the offer at this place is known to belong to; null when the offer is new. */
  productOf?: (index: number) => Promise<string | null>;
}

/**
 * Finds the product of each reading, or adds one. Runs outside the price transaction, each new product by itself, so
 * that two workers who meet the same new ones do not wait for each other's pages; a product without an offer is found
 * by its keys next time. `productOf` tells the product that the offer read at this place already belongs to, if any: a
 * thing without any key would else be added each time it is read.
 */
export async function assignProducts(
  em: EntityManager,
  readings: OfferReading[],
  { isDemo, productOf }: ReadingsOf,
): Promise<Assignment[]> {
  const described = readings.map((reading) => ({ reading, product: describeProduct(reading) }));
  const candidates = await findCandidates(
    em,
    described.map((item) => item.product),
    isDemo,
  );
  const assignments: Assignment[] = [];
  for (const [index, { reading, product }] of described.entries()) {
    const linked = await link(em, reading, product, candidates);
    const known = linked ?? keptLink((await productOf?.(index)) ?? null);
    assignments.push(known ?? (await addOne(em, reading, product, candidates, isDemo)));
  }
  return assignments;
}

/** The link of an offer that is known stays what it is, with the proof in its row. */
function keptLink(productId: string | null): Assignment | null {
  if (productId === null) return null;
  return { productId, matchMethod: 'new', matchConfidence: 1, matchBecause: [] };
}

async function addOne(
  em: EntityManager,
  reading: OfferReading,
  product: NewProduct,
  candidates: ProductCandidate[],
  isDemo: boolean,
): Promise<Assignment> {
  const { titleKey } = product;
  const add = async (tx: EntityManager): Promise<Assignment> => {
    // What another worker has added since the candidates were read.
    const now = titleKey === null ? candidates : await findCandidates(tx, [product], isDemo);
    const added = await link(tx, reading, product, now);
    if (added) return added;
    const id = await createProduct(tx, withoutTakenKeys(product, now));
    candidates.push({ ...product, id, isOfOtherWorld: false });
    return {
      productId: id,
      matchMethod: 'new',
      matchConfidence: 1,
      matchBecause: ['first offer of this product'],
    };
  };
  // No index says that a title is one product's: two may share it and differ in GTIN.
  return titleKey === null ? add(em) : withAdvisoryLock(em, `product:${titleKey}`, add);
}

/** Gives the reading to the candidate that it is an offer of; null when none is. */
async function link(
  em: EntityManager,
  reading: OfferReading,
  product: NewProduct,
  candidates: readonly ProductCandidate[],
): Promise<Assignment | null> {
  const choice = chooseProduct(
    reading,
    candidates.filter((candidate) => !candidate.isOfOtherWorld),
  );
  if (!choice) return null;
  await enrichProduct(em, choice.productId, product);
  return {
    productId: choice.productId,
    matchMethod: choice.method,
    matchConfidence: choice.confidence,
    matchBecause: choice.because,
  };
}

/** A reading that shares a key with a product but was refused by the guards, or its world, must not fall back onto it. */
function withoutTakenKeys(
  product: NewProduct,
  candidates: readonly ProductCandidate[],
): NewProduct {
  const taken = (key: 'gtin' | 'modelKey') =>
    product[key] !== null && candidates.some((candidate) => candidate[key] === product[key]);
  return {
    ...product,
    gtin: taken('gtin') ? null : product.gtin,
    modelKey: taken('modelKey') ? null : product.modelKey,
  };
}

function describeProduct(reading: OfferReading): NewProduct {
  const key = productKey(reading);
  return {
    gtin: key.gtin,
    modelKey: key.brandModelVariant,
    titleKey: key.titleKey,
    familyKey: key.family,
    name: reading.name,
    brand: reading.brand,
    category: categoryOf(reading.category, reading.name),
    description: reading.description,
    imageUrl: reading.imageUrl,
    specifications: reading.specifications,
  };
}
