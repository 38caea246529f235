import { canonicalGtin, type IdentityReading, partsOf, productKey } from './product-key.ts';
import { type TitleParts, titleConflict } from './title-key.ts';
import { variantConflict } from './variant-conflict.ts';

/** A stored product that shares a key with an offer. */
export interface CandidateProduct {
  id: string;
  name: string;
  brand: string | null;
  gtin: string | null;
  modelKey: string | null;
  titleKey: string | null;
}

/** The product an offer belongs to, with the proof that shoppers may question and operators undo. */
export interface ProductChoice {
  productId: string;
  method: 'gtin' | 'model' | 'title';
  /** 0–1. */
  confidence: number;
  because: string[];
}

/** How sure a link by each key is. */
const CONFIDENCE = { gtin: 0.99, model: 0.95, title: 0.85 } as const;

/**
 * Chooses among candidates by GTIN, else brand + model + variant, else title; null when none fits. A candidate whose stated
 * contents, storage, GTIN or model number contradicts the offer's is refused whatever key it shares.
 */
export function chooseProduct(
  reading: IdentityReading,
  candidates: readonly CandidateProduct[],
): ProductChoice | null {
  const key = productKey(reading);
  const parts = partsOf(reading);
  const fitting = candidates.filter(
    (candidate) => variantConflict({ name: reading.name }, { name: candidate.name }) === null,
  );
  const byGtin = fitting.find(
    (candidate) => key.gtin !== null && canonicalGtin(candidate.gtin) === key.gtin,
  );
  if (byGtin) return choice(byGtin, 'gtin', `same GTIN ${key.gtin}`);
  const uncontradicted = fitting.filter(
    (candidate) =>
      !otherGtin(key.gtin, candidate) && titleConflict(parts, candidateParts(candidate)) === null,
  );
  const byModel = uncontradicted.find(
    ({ modelKey }) => key.brandModelVariant !== null && modelKey === key.brandModelVariant,
  );
  if (byModel)
    return choice(byModel, 'model', `same brand, model number and variant (${modelOf(byModel)})`);
  const byTitle = uncontradicted.find(
    ({ titleKey }) => key.titleKey !== null && titleKey === key.titleKey,
  );
  return byTitle
    ? choice(byTitle, 'title', 'the titles name the same brand, product and variant')
    : null;
}

function choice(
  product: CandidateProduct,
  method: ProductChoice['method'],
  reason: string,
): ProductChoice {
  return { productId: product.id, method, confidence: CONFIDENCE[method], because: [reason] };
}

function otherGtin(gtin: string | null, candidate: CandidateProduct): boolean {
  const other = canonicalGtin(candidate.gtin);
  return gtin !== null && other !== null && gtin !== other;
}

function candidateParts(candidate: CandidateProduct): TitleParts {
  return partsOf({ name: candidate.name, variant: null, mpn: modelOf(candidate) });
}

function modelOf({ modelKey }: CandidateProduct): string | null {
  return modelKey?.split('|')[1] ?? null;
}
