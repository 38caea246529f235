import type { EntityManager } from '@mikro-orm/postgresql';
import { Product } from '../../entities/product.ts';

/** Names of identifiers, which describe no feature. */
const IDENTIFIERS =
  /^(?:(?:item|article|product|part|model|style|catalogue|stock)\s*(?:no\.?|number|code|id)|sku|mpn|gtin|ean|upc|barcode|isbn)$/i;

/** Specifications without identifiers, by product id. */
export async function specificationsOf(em: EntityManager, productIds: string[]) {
  const products = await em.find(
    Product,
    { id: { $in: productIds } },
    { fields: ['specifications'], disableIdentityMap: true },
  );
  return new Map(
    products.map(({ id, specifications }) => {
      const features = Object.entries<string>(specifications).filter(
        ([name]) => !IDENTIFIERS.test(name.trim()),
      );
      return [id, Object.fromEntries(features)];
    }),
  );
}
