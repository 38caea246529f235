/* What a visit to an unknown shop finds, as operators see it before they add the shop. */
import type { OfferReading } from '../offers/page-reading.ts';

/** Fields of a product whose sources on the page are shown. */
export const SHOWN_FIELDS = ['price', 'originalPrice', 'availability', 'imageUrl'] as const;

/** A product that was read: its offer, the page's sources of each shown field, and why the guard refuses it, if it does. */
export interface FoundProduct {
  offer: OfferReading;
  sources: Partial<Record<(typeof SHOWN_FIELDS)[number], string[]>>;
  refusal: string | null;
}

/** The result of a visit. `refusal` tells why the home page was not read, or that the visit failed; the rest is empty then. */
export interface FoundShop<Profile = unknown, Reason = string> {
  /** The profile as a file states it (db/seed/real-retailers.ts), with the selectors that the visit used. */
  profile: Profile | null;
  refusal: { reason: Reason; message: string } | null;
  robots: { status: string } | null;
  /** Product addresses that the sitemaps name. */
  named: number;
  /** Pages that show several products. */
  lists: { url: string; products: number }[];
  products: FoundProduct[];
  requests: number;
}

/** Whether a product was read with a price that we accept. */
export const isReadable = ({ products }: FoundShop): boolean =>
  products.some(({ refusal }) => refusal === null);
