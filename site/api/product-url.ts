import { z } from 'zod';
import { crawledDemoUrl } from '#domain/demo-shops.ts';

/** A link that the API gave out, as a client sends it back. */
export const productUrl = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'not a link');

/** The offer's own URL behind a link of ours: demo shops are browsed through the site. */
export function offerUrl(link: string, siteUrl: string): string {
  return crawledDemoUrl(link, siteUrl) ?? link;
}
