/* Today's price drops as RSS 2.0, by the rules of /deals: judged on a year of prices, not the shop's "was". */
import type { APIRoute } from 'astro';
import { SITE_NAME } from '#site/content/texts.ts';
import { audText } from '#site/ui/price-text.ts';
import { rssAnswer } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals }) => {
  const { publicPages, siteOrigin } = locals;
  const drops = await publicPages.drops();
  return rssAnswer(siteOrigin, {
    title: `${SITE_NAME}: really cheaper today`,
    path: '/deals',
    description: 'Products at least 5% below their usual price, judged on a year of prices.',
    newest: drops[0]?.since ?? null,
    // A price that returns later is a new item.
    items: drops.map(({ name, price, usual, retailer, since, ...drop }) => ({
      path: drop.path,
      category: drop.category,
      since,
      title: `${name}: ${audText(price)} at ${retailer} (${drop.fallPercent}% below usual)`,
      description: `${audText(price)} at ${retailer}. Usually ${audText(usual)}. ${drop.lowText}`,
      id: `${drop.offerId}-${Date.parse(since)}`,
    })),
  });
};
