/* Refused specials as RSS 2.0, worst first; a changed claim is a new item. */
import { audText } from '#site/ui/price-text.ts';
import { feedRoute } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET = feedRoute({
  title: 'refused specials',
  path: '/refused-specials',
  description: 'Specials whose “was” price nobody was charged in the 12 weeks before.',
  items: async ({ refusedSpecials }) =>
    (await refusedSpecials()).map(({ name, retailer, claimed, reply, ...special }) => ({
      title: `${name} at ${retailer}: “was ${audText(claimed)}”, never above ${audText(special.highest)}`,
      path: special.path,
      description: `${special.text} Now ${audText(special.price)}.${reply ? ` ${retailer} replies: ${reply.text}` : ''}`,
      id: `${special.offerId}-${claimed}`,
    })),
});
