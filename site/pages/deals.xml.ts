/* What is really cheaper today as RSS 2.0, by the same rules as /deals: a year of prices, not the shop's "was". */
import type { APIRoute } from 'astro';
import { SITE_NAME } from '#site/content/texts.ts';
import type { Drop } from '#site/server/public-pages/drops.ts';
import { audText } from '#site/ui/price-text.ts';
import { element, rssAnswer, xmlText } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals }) => {
  const { publicPages, siteOrigin } = locals;
  const drops = await publicPages.drops();
  return rssAnswer(siteOrigin, {
    title: `${SITE_NAME}: really cheaper today`,
    path: '/deals',
    description: 'Products at least 5% below what they usually cost, by a year of prices.',
    newest: drops[0]?.since ?? null,
    items: drops.map((drop) => item(drop, siteOrigin)),
  });
};

/** One drop; a price that comes back later is a new one. */
function item(drop: Drop, siteOrigin: string): string[] {
  const { name, price, usual, fallPercent, retailer, category, since, offerId, lowText } = drop;
  return [
    element('title', `${name}: ${audText(price)} at ${retailer} (${fallPercent}% below usual)`),
    element('link', siteOrigin + drop.path),
    element(
      'description',
      `${audText(price)} at ${retailer}. Usually ${audText(usual)}. ${lowText}`,
    ),
    ...(category ? [element('category', category)] : []),
    element('pubDate', new Date(since).toUTCString()),
    `<guid isPermaLink="false">${xmlText(`${offerId}-${Date.parse(since)}`)}</guid>`,
  ];
}
