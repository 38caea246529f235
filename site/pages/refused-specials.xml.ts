/* Refused specials as RSS 2.0, worst first; a claim of another price is a new item. */
import type { APIRoute } from 'astro';
import { SITE_NAME } from '#site/content/texts.ts';
import { audText } from '#site/ui/price-text.ts';
import { element, rssAnswer, xmlText } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals }) => {
  const { publicPages, siteOrigin } = locals;
  const specials = await publicPages.refusedSpecials();
  return rssAnswer(siteOrigin, {
    title: `${SITE_NAME}: refused specials`,
    path: '/refused-specials',
    description: 'Specials whose “was” price nobody was charged in the 12 weeks before.',
    newest: null,
    items: specials.map((special) => [
      element(
        'title',
        `${special.name} at ${special.retailer}: “was ${audText(special.claimed)}”, never above ${audText(special.highest)}`,
      ),
      element('link', siteOrigin + special.path),
      element(
        'description',
        `${special.text} Now ${audText(special.price)}.${special.reply ? ` ${special.retailer} replies: ${special.reply.text}` : ''}`,
      ),
      `<guid isPermaLink="false">${xmlText(`${special.offerId}-${special.claimed}`)}</guid>`,
    ]),
  });
};
