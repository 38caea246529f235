/* Shrink watch as RSS 2.0, the steepest rise first; a pack that shrinks again is a new item. */
import { audText } from '#site/ui/price-text.ts';
import { feedRoute } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET = feedRoute({
  title: 'shrink watch',
  path: '/shrink-watch',
  description: 'Packs that shrank while their price stayed or rose.',
  items: async ({ shrunkPacks }) =>
    (await shrunkPacks()).map(({ name, path, before, after, lastSeenAt, shops, ...product }) => ({
      path,
      since: lastSeenAt,
      title: `${name}: ${before} became ${after}, ${Math.round(product.unitPricePercent)}% more for the same amount`,
      description: shops
        .map((one) => `${one.shop}: ${audText(one.before.price)}, now ${audText(one.after.price)}.`)
        .join(' '),
      id: `${product.productId} ${before} ${after}`,
    })),
});
