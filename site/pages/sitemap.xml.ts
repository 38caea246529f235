/* Sitemap index: files by kind of page, each with at most 50,000 URLs. */
import type { APIRoute } from 'astro';
import { sitemapIndex, xmlAnswer } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals }) =>
  xmlAnswer(sitemapIndex(await locals.publicPages.sitemapFiles(), locals.siteOrigin));
