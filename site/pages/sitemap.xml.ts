/* The pages that search engines should know; popular searches stand for the endless rest. */
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { POPULAR_SEARCHES } from '#site/content/texts.ts';

export const GET: APIRoute = async ({ site }) => {
  const prose = await getCollection('legal');
  const paths = [
    '/',
    '/smart-search',
    '/trending',
    '/faq',
    '/retailers',
    ...prose.map(({ id }) => `/${id}`),
    ...POPULAR_SEARCHES.map((query) => `/search?q=${encodeURIComponent(query)}`),
  ];
  const entries = paths.map((path) => `<url><loc>${new URL(path, site)}</loc></url>`).join('');
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
  return new Response(xml, { headers: { 'content-type': 'application/xml' } });
};
