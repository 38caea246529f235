/* What robots may read: everything but account screens, the API and the invented shops of the demonstration. */
import type { APIRoute } from 'astro';

const PRIVATE = [
  '/admin',
  '/api/',
  '/auth/',
  '/demo-shops/',
  '/favorites',
  '/login',
  '/product/',
  '/profile',
  '/recommendations',
  '/reset-password',
  // Noindex as well; each search suggests further ones, and a robot would never be through.
  '/search?',
  '/smart-search?',
];

export const GET: APIRoute = ({ site }) => {
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    `Sitemap: ${new URL('/sitemap.xml', site)}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain' } });
};
