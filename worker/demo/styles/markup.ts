import type { Place } from '../world/addresses.ts';
import type { ProductView } from '../world/product-view.ts';

/** Elements of the product page's body that a style may mark. */
export type Part =
  | 'product'
  | 'name'
  | 'image'
  | 'description'
  | 'rating'
  | 'offer'
  | 'price'
  | 'was'
  | 'availability';

/** How a page style states what the body shows: attributes on its elements, extra elements, head and tail. */
export interface Markup {
  /** Attributes with a leading space, '' for none. */
  on(part: Part, view: ProductView, place: Place): string;
  /** Elements put at the start of the product, of its rating and of its offer. */
  inside(part: Part, view: ProductView, place: Place): string;
  head(view: ProductView, place: Place): string;
  tail(view: ProductView, place: Place): string;
}

/** States nothing beyond the visible text. */
export const PLAIN: Markup = { on: () => '', inside: () => '', head: () => '', tail: () => '' };

/** An availability in the vocabularies of schema.org, Open Graph and one storefront's code. */
interface AvailabilityTerms {
  schema: string;
  openGraph: string;
  code: string;
}

const IN_STOCK: AvailabilityTerms = { schema: 'InStock', openGraph: 'instock', code: 'inStock' };
const TERMS: Record<string, AvailabilityTerms> = {
  limited: { schema: 'LimitedAvailability', openGraph: 'instock', code: 'lowStock' },
  out_of_stock: { schema: 'OutOfStock', openGraph: 'oos', code: 'outOfStock' },
  pre_order: { schema: 'PreOrder', openGraph: 'preorder', code: 'preOrder' },
};

export function availabilityTerms(availability: string): AvailabilityTerms {
  return TERMS[availability] ?? IN_STOCK;
}

/** 'https://schema.org/InStock': the term of schema.org for the view's availability. */
export function schemaAvailability(availability: string): string {
  return `https://schema.org/${availabilityTerms(availability).schema}`;
}

/** A value as JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** 129900 → '1299.00': prices as machines write them. */
export function decimal(amountCents: number): string {
  return (amountCents / 100).toFixed(2);
}
