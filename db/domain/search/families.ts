import { isSameModel } from '../products/family.ts';

/** A product, with what says which model it is. */
interface Variant {
  productId: string;
  familyKeys: string[];
}

/** The family of each product: of variants of one model, the id of the first one that fits. */
export type Families<Product extends Variant> = ReadonlyMap<Product, string>;

/** Finds the variants of one model among products, the best first. */
export function familiesOf<Product extends Variant>(
  products: readonly Product[],
): Families<Product> {
  const byKey = new Map<string, Product[]>();
  const families = new Map<Product, string>();
  for (const product of products) {
    const { familyKeys } = product;
    const alike = familyKeys.flatMap((key) => byKey.get(key) ?? []);
    const first = alike.find((other) => isSameModel(other.familyKeys, familyKeys));
    families.set(product, (first ?? product).productId);
    if (!first) for (const key of familyKeys) byKey.set(key, [...(byKey.get(key) ?? []), product]);
  }
  return families;
}
