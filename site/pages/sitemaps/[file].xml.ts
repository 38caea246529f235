/* One file of the sitemap: pages, categories, retailers, products-1, products-2 … */
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { urlSet, xmlAnswer } from '../../features/catalogue/xml.ts';

export const prerender = false;

/** Serves one file: text pages come from the build, all others from the database. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { publicPages, siteOrigin } = locals;
  const entries = await publicPages.sitemap(params['file'] ?? '');
  if (!entries) return new Response(null, { status: 404 });
  const prose = params['file'] === 'pages' ? await getCollection('legal') : [];
  const textPages = prose.map(({ id }) => ({ path: `/${id}`, changedAt: null }));
  return xmlAnswer(urlSet([...entries, ...textPages], siteOrigin));
};
