/* What is really cheaper today as RSS 2.0, by the same rules as /deals: 12 weeks of prices, not the shop's "was". */
import type { APIRoute } from 'astro';
import { SITE_NAME } from '#site/content/texts.ts';
import type { Drop } from '#site/server/public-pages/drops.ts';
import { audText } from '#site/ui/price-text.ts';
import { element, xmlAnswer, xmlText } from '../features/catalogue/xml.ts';

export const prerender = false;

/** Minutes after which a reader may ask again. */
const TTL_MINUTES = 30;

/** Answers the feed. */
export const GET: APIRoute = async ({ locals }) => {
  const { publicPages, siteOrigin } = locals;
  const drops = await publicPages.drops();
  const newest = drops[0]?.since;
  const channel = [
    element('title', `${SITE_NAME}: really cheaper today`),
    element('link', `${siteOrigin}/deals`),
    `<atom:link href="${xmlText(siteOrigin)}/deals.xml" rel="self" type="application/rss+xml"/>`,
    element(
      'description',
      'Offers at least 5% below what they really cost over the last 12 weeks.',
    ),
    element('language', 'en-AU'),
    element('ttl', String(TTL_MINUTES)),
    ...(newest ? [element('lastBuildDate', new Date(newest).toUTCString())] : []),
    ...drops.map((drop) => item(drop, siteOrigin)),
  ];
  return xmlAnswer(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n${channel.join('\n')}\n</channel></rss>`,
    'application/rss+xml',
  );
};

/** One drop; a price that comes back later is a new one. */
function item(drop: Drop, siteOrigin: string): string {
  const { name, price, usual, fallPercent, retailer, category, since, offerId } = drop;
  return `<item>${[
    element('title', `${name}: ${audText(price)} at ${retailer} (${fallPercent}% below usual)`),
    element('link', siteOrigin + drop.path),
    element(
      'description',
      `${audText(price)} at ${retailer}. Usually ${audText(usual)} over the last 12 weeks.`,
    ),
    ...(category ? [element('category', category)] : []),
    element('pubDate', new Date(since).toUTCString()),
    `<guid isPermaLink="false">${xmlText(`${offerId}-${Date.parse(since)}`)}</guid>`,
  ].join('')}</item>`;
}
