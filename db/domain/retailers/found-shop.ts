/* What a visit to an unknown shop finds, as operators see it before they add the shop. */

/** Fields of a product whose sources on the page are shown. */
export const SHOWN_FIELDS = ['price', 'originalPrice', 'availability', 'imageUrl'] as const;

/** A product that was read: prices as decimals, the sources of each shown field, and why our guard refuses it, if it does. */
export interface FoundProduct {
  name: string;
  url: string;
  price: string | null;
  originalPrice: string | null;
  availability: string;
  imageUrl: string | null;
  sources: Partial<Record<(typeof SHOWN_FIELDS)[number], string[]>>;
  refusal: string | null;
}

/** The result of a visit. `refusal` tells why the home page was not read, or that the visit failed; the rest is empty then. */
export interface FoundShop {
  /** The profile as a file states it (db/seed/real-retailers.ts); null if the shop was not read. */
  profile: { slug: string; discovery?: object | undefined } | null;
  refusal: { reason: string; message: string } | null;
  robots: string | null;
  /** Product addresses that the sitemaps name. */
  named: number;
  /** Pages that show several products. */
  lists: number;
  products: FoundProduct[];
}
