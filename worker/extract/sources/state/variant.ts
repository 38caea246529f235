import { isNode, type SchemaNode, textOf, valuesOf } from '../../values/nodes.ts';
import { type Fields, normalised } from './fields.ts';
import { STATE_KEYS } from './keys.ts';

const VARIANTS = ['variants', 'variations', 'skus'];
const VARIANTS_LIMIT = 200;
const SHORTEST_ID = 3;

/** The product's variants as its object lists them; none when it lists none. */
function variantsOf(fields: Fields): Fields[] {
  const nodes = VARIANTS.flatMap((key) => valuesOf(fields.get(key)).slice(0, VARIANTS_LIMIT));
  // Shops that sell for others call the variants items, each with its sellers.
  const items = valuesOf(fields.get('items'))
    .slice(0, VARIANTS_LIMIT)
    .filter((item) => isNode(item) && 'sellers' in item);
  return [...nodes, ...items].filter(isNode).map(variantFields);
}

/** True where the product's object lists variants. */
export function hasVariants(fields: Fields): boolean {
  return variantsOf(fields).length > 0;
}

/** What some shops wrap once more. */
function variantFields(variant: SchemaNode): Fields {
  const data = variant['item_variation_data'];
  return normalised(isNode(data) ? { ...variant, ...data } : variant);
}

/** The variant that the page's address names by its number: '?variant=4711'; null when it names none. */
export function chosenVariant(fields: Fields, pageUrl: string): Fields | null {
  const query = URL.parse(pageUrl)?.searchParams;
  if (!query || query.size === 0) return null;
  const named = new Set([...query.values()].filter((value) => value.length >= SHORTEST_ID));
  const isNamed = (variant: Fields) =>
    ['id', 'variantid', 'variationid', 'sku', 'skuid'].some((key) =>
      named.has(textOf(variant.get(key)) ?? ''),
    );
  return variantsOf(fields).find(isNamed) ?? null;
}

/** What a variant says for itself: all else, as its name and address, stays the product's. */
const OWN_FIELDS = [
  'sku',
  'gtin',
  'sale',
  'price',
  'was',
  'availability',
  'inStock',
  'outOfStock',
] as const;

/** Lets the chosen variant speak for the product: its price and "was", its stock and its codes. */
export function takeOver(fields: Fields, chosen: Fields): void {
  const isPriced = STATE_KEYS.price.some((key) => chosen.has(key));
  for (const field of OWN_FIELDS) {
    for (const key of STATE_KEYS[field]) {
      // The product's own "was" may be another variant's.
      if (isPriced && field === 'was' && !STATE_KEYS.price.includes(key)) fields.delete(key);
      if (chosen.has(key)) fields.set(key, chosen.get(key));
    }
  }
}

/** The variant that stands for a product without a price of its own: the first on sale, else the first. */
export function standingVariant(fields: Fields, isSpread = false): Fields | null {
  const variants = variantsOf(fields);
  if (isSpread) return variants.find(isOnSale) ?? variants[0] ?? null;
  // Shops that sell for others give a range of prices for all that the product's items cost.
  const isOfSellers = !fields.has('price') && variants.some((variant) => variant.has('sellers'));
  if (!isOfSellers && STATE_KEYS.price.some((key) => fields.has(key))) return null;
  return variants.find(isOnSale) ?? variants[0] ?? null;
}

function isOnSale(variant: Fields): boolean {
  return (
    variant.get('available') !== false && offerOfVariant(variant)?.get('availablequantity') !== 0
  );
}

/** What the first of a variant's sellers asks. */
export function offerOfVariant(variant: Fields): Fields | null {
  const seller = valuesOf(variant.get('sellers')).find(isNode);
  const offer = seller && normalised(seller).get('commertialoffer');
  return isNode(offer) ? normalised(offer) : null;
}
