/* What robots may read: everything but account screens, single searches' sort orders and the API. */
import type { APIRoute } from 'astro';

const PRIVATE = [
  '/api/',
  '/auth/',
  '/favorites',
  '/login',
  '/product/',
  '/profile',
  '/recommendations',
  '/reset-password',
];

export const GET: APIRoute = ({ site }) => {
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    `Sitemap: ${new URL('/sitemap.xml', site)}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain' } });
};
