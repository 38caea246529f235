/* The price drops as RSS 2.0, by the rules of /deals: judged on a year of prices, not the shop's "was". */
import { audText } from '#site/ui/price-text.ts';
import { feedRoute } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET = feedRoute({
  title: 'really cheaper now',
  path: '/deals',
  description: 'Products at least 5% below their usual price, judged on a year of prices.',
  // A price that returns later is a new item.
  items: async ({ drops }) =>
    (await drops()).map(({ name, price, usual, retailer, since, ...drop }) => ({
      path: drop.path,
      category: drop.category,
      since,
      title: `${name}: ${audText(price)} at ${retailer} (${drop.fallPercent}% below usual)`,
      description: `${audText(price)} at ${retailer}. Usually ${audText(usual)}. ${drop.lowText}`,
      id: `${drop.offerId}-${Date.parse(since)}`,
    })),
});
