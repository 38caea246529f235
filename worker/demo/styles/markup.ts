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

/** 'https://schema.org/InStock': the term of schema.org for the view's availability. */
export function schemaAvailability(availability: string): string {
  const terms: Record<string, string> = {
    in_stock: 'InStock',
    limited: 'LimitedAvailability',
    out_of_stock: 'OutOfStock',
    pre_order: 'PreOrder',
  };
  return `https://schema.org/${terms[availability] ?? 'InStock'}`;
}

/** A value as JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** 129900 → '1299.00': prices as machines write them. */
export function decimal(amountCents: number): string {
  return (amountCents / 100).toFixed(2);
}
