import type { EntityManager } from '@mikro-orm/postgresql';
import {
  createProduct,
  enrichProduct,
  findCandidates,
  type NewProduct,
  type ProductCandidate,
} from '#db/queries/products.ts';
import { categoryOf } from '#domain/category.ts';
import type { OfferReading } from '#domain/page-reading.ts';
import { chooseProduct } from '../match/choose-product.ts';
import { productKey } from '../match/identity.ts';

/** The product an offer was given to, with the proof of the link. */
export interface Assignment {
  productId: string;
  matchMethod: 'gtin' | 'model' | 'title' | 'new';
  matchConfidence: number;
  matchBecause: string[];
}

/**
 * Finds the product of each reading, or adds one. Runs outside the price transaction in single statements, so
 * that two workers who meet the same new product cannot wait for each other; a product without an offer is
 * found by its keys next time.
 */
export async function assignProducts(
  em: EntityManager,
  readings: OfferReading[],
): Promise<Assignment[]> {
  const described = readings.map((reading) => ({ reading, product: describeProduct(reading) }));
  const candidates = await findCandidates(
    em,
    described.map((item) => item.product),
  );
  const assignments: Assignment[] = [];
  for (const { reading, product } of described) {
    assignments.push(await assignOne(em, reading, product, candidates));
  }
  return assignments;
}

async function assignOne(
  em: EntityManager,
  reading: OfferReading,
  product: NewProduct,
  candidates: ProductCandidate[],
): Promise<Assignment> {
  const choice = chooseProduct(reading, candidates);
  if (choice) {
    await enrichProduct(em, choice.productId, product);
    return {
      productId: choice.productId,
      matchMethod: choice.method,
      matchConfidence: choice.confidence,
      matchBecause: choice.because,
    };
  }
  const id = await createProduct(em, withoutTakenKeys(product, candidates));
  candidates.push({ ...product, id });
  return {
    productId: id,
    matchMethod: 'new',
    matchConfidence: 1,
    matchBecause: ['first offer of this product'],
  };
}

/** A reading that shares a key with a product but was refused by the guards must not fall back onto it. */
function withoutTakenKeys(product: NewProduct, candidates: ProductCandidate[]): NewProduct {
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
