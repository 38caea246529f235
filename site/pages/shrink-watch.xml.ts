/* Shrink watch as RSS 2.0, the steepest rise first; a pack that shrinks again is a new item. */
import type { APIRoute } from 'astro';
import { SITE_NAME } from '#site/content/texts.ts';
import { audText } from '#site/ui/price-text.ts';
import { rssAnswer } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals }) => {
  const { publicPages, siteOrigin } = locals;
  const products = await publicPages.shrunkPacks();
  const [newest = null] = products
    .map(({ lastSeenAt }) => lastSeenAt)
    .toSorted()
    .toReversed();
  return rssAnswer(siteOrigin, {
    title: `${SITE_NAME}: shrink watch`,
    path: '/shrink-watch',
    description: 'Packs that shrank while their price stayed or rose.',
    newest,
    items: products.map(({ name, path, before, after, lastSeenAt, shops, ...product }) => ({
      path,
      since: lastSeenAt,
      title: `${name}: ${before} became ${after}, ${Math.round(product.unitPricePercent)}% more for the same amount`,
      description: shops
        .map((one) => `${one.shop}: ${audText(one.before.price)}, now ${audText(one.after.price)}.`)
        .join(' '),
      id: `${product.productId} ${before} ${after}`,
    })),
  });
};
