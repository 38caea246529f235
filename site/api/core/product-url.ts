import { z } from 'zod';
import { crawledDemoUrl } from '#domain/demo-shops.ts';

const NO_LINK = 'This is not the link of a product.';

/** A link that the API gave out, as a client sends it back. */
export const productUrl = z
  .string(NO_LINK)
  .max(2_000, NO_LINK)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), NO_LINK);

/** The offer's own URL behind a link of ours: demo shops are browsed through the site. */
export function offerUrl(link: string, siteUrl: string): string {
  return crawledDemoUrl(link, siteUrl) ?? link;
}
