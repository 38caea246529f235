/* Web app manifest; the icons are drawn by site/share-pictures/draw-share-pictures.ts. */
import type { APIRoute } from 'astro';
import { SITE_NAME, TAGLINE } from '#site/content/texts.ts';
import { SHARE_COLOURS } from '#site/share-pictures/drawings.ts';

export const GET: APIRoute = () =>
  Response.json({
    name: SITE_NAME,
    short_name: SITE_NAME,
    description: TAGLINE,
    lang: 'en-AU',
    start_url: '/',
    display: 'minimal-ui',
    background_color: SHARE_COLOURS.paper,
    theme_color: SHARE_COLOURS.paper,
    icons: [192, 512].map((edge) => ({
      src: `/icon-${edge}.png`,
      sizes: `${edge}x${edge}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  });
