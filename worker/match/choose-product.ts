import { canonicalGtin, type IdentityReading, productKey } from './identity.ts';
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
  const fitting = candidates.filter(
    (candidate) => variantConflict({ name: reading.name }, { name: candidate.name }) === null,
  );
  const byGtin =
    key.gtin === null
      ? undefined
      : fitting.find((candidate) => canonicalGtin(candidate.gtin) === key.gtin);
  if (byGtin) return choice(byGtin, 'gtin', `same GTIN ${key.gtin}`);
  const uncontradicted = fitting.filter((candidate) => !otherGtin(key.gtin, candidate));
  const byModel =
    key.brandModelVariant === null
      ? undefined
      : uncontradicted.find((candidate) => candidate.modelKey === key.brandModelVariant);
  if (byModel)
    return choice(
      byModel,
      'model',
      `same brand, model number and variant (${modelOf(byModel.modelKey)})`,
    );
  const byTitle =
    key.titleKey === null
      ? undefined
      : uncontradicted.find(
          (candidate) =>
            candidate.titleKey === key.titleKey && !otherModel(key.brandModelVariant, candidate),
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

/** Two stated model numbers contradict each other unless one only lengthens the other (BES870, BES870BSS). */
function otherModel(modelKey: string | null, candidate: CandidateProduct): boolean {
  const [a, b] = [modelOf(modelKey), modelOf(candidate.modelKey)];
  return a !== null && b !== null && !a.startsWith(b) && !b.startsWith(a);
}

function modelOf(modelKey: string | null): string | null {
  return modelKey?.split('|')[1] ?? null;
}
