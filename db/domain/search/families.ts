import { isSameModel } from '../products/family.ts';

/** A product with the keys of its model. */
interface Variant {
  productId: string;
  familyKeys: string[];
}

/** Family by product: the id of the first variant of its model. */
export type Families<Product extends Variant> = ReadonlyMap<Product, string>;

/** Groups products, the best first, into families: variants of one model. */
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

/** The family of a product; its own id where it was not grouped. */
export function familyOf<Product extends Variant>(
  families: Families<Product>,
  product: Product,
): string {
  return families.get(product) ?? product.productId;
}

/** Products to read for each model wanted of `firstVariants` or `otherModels`, since a model comes in several colours and sizes. */
export const VARIANTS_OF_A_MODEL = 8;

/** The first variant of each model among `products`. */
export function firstVariants<Product extends Variant>(products: readonly Product[]): Product[] {
  const families = familiesOf(products);
  return products.filter((product) => families.get(product) === product.productId);
}

/** The first variant of each model among `products`, without the model of `it`. */
export function otherModels<Product extends Variant>(
  it: Variant,
  products: readonly Product[],
): Product[] {
  const families = familiesOf<Variant>([it, ...products]);
  return products.filter((product) => families.get(product) === product.productId);
}
