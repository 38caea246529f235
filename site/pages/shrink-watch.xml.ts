/* Shrink watch as RSS 2.0, the steepest rise first; a pack that shrinks again is a new item. */
import type { APIRoute } from 'astro';
import { SITE_NAME } from '#site/content/texts.ts';
import { audText } from '#site/ui/price-text.ts';
import { element, rssAnswer, xmlText } from '../features/catalogue/xml.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals }) => {
  const { publicPages, siteOrigin } = locals;
  const products = await publicPages.shrunkPacks();
  const newest =
    products
      .map(({ lastSeenAt }) => lastSeenAt)
      .sort()
      .at(-1) ?? null;
  return rssAnswer(siteOrigin, {
    title: `${SITE_NAME}: shrink watch`,
    path: '/shrink-watch',
    description: 'Packs that shrank while their price stayed or rose.',
    newest,
    items: products.map((product) => [
      element(
        'title',
        `${product.name}: ${product.before} became ${product.after}, ${Math.round(product.unitPricePercent)}% more for the same amount`,
      ),
      element('link', siteOrigin + product.path),
      element(
        'description',
        product.shops
          .map(
            ({ shop, before, after }) =>
              `${shop}: ${audText(before.price)}, now ${audText(after.price)}.`,
          )
          .join(' '),
      ),
      element('pubDate', new Date(product.lastSeenAt).toUTCString()),
      `<guid isPermaLink="false">${xmlText(`${product.productId} ${product.before} ${product.after}`)}</guid>`,
    ]),
  });
};
