/* robots.txt: excludes account screens, the API and the demonstration's shops. */
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
  // Each search links to more searches, so a crawler would never finish. These pages are noindex as well.
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
