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

/** The product that an offer belongs to, with the proof of the match. */
export interface Assignment {
  productId: string;
  matchMethod: 'gtin' | 'model' | 'title' | 'new';
  matchConfidence: number;
  matchBecause: string[];
}

/** What is known about the readings from elsewhere. */
interface ReadingsOf {
  /** True for a demo shop: its offers never share a product with those of real shops. */
  isDemo: boolean;
  /** The product of the known offer at this index; null when the offer is new. */
  productOf?: (index: number) => Promise<string | null>;
}

/**
 * Finds the product of each reading, or adds one. Runs outside the price transaction and adds each product by itself, so that two
 * workers with the same new products do not wait for each other's pages; a product left without an offer is found by its keys next
 * time. Without `productOf` a product without keys would be added at each reading.
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
    // An offer that operators took out of one of these products must neither join it again nor lend it its words.
    const pinned = candidates.some(({ wasSplit }) => wasSplit) ? await productOf?.(index) : null;
    const linked = pinned ? null : await link(em, reading, product, candidates);
    const productId = pinned ?? (linked === null ? await productOf?.(index) : null);
    const known = productId ? keptLink(productId) : linked;
    assignments.push(known ?? (await addOne(em, reading, product, candidates, isDemo)));
  }
  return assignments;
}

/** The link of a known offer: storing it keeps the product and the proof in the offer's row. */
export function keptLink(productId: string): Assignment {
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
    // Includes products that another worker added since the candidates were read.
    const now = titleKey === null ? candidates : await findCandidates(tx, [product], isDemo);
    const added = await link(tx, reading, product, now);
    if (added) return added;
    const id = await createProduct(tx, withoutTakenKeys(product, now));
    candidates.push({ ...product, id, isOfOtherWorld: false, wasSplit: false });
    return {
      productId: id,
      matchMethod: 'new',
      matchConfidence: 1,
      matchBecause: ['first offer of this product'],
    };
  };
  // A title is not unique to a product: two may share it and differ in GTIN. So a lock, not an index.
  return titleKey === null ? add(em) : withAdvisoryLock(em, `product:${titleKey}`, add);
}

/** Links the reading to the candidate product it is an offer of; null when there is none. */
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

/** Drops keys that other products have: a reading that the guards kept apart from such a product must not get its unique key. */
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
