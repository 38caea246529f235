import { productsNear } from '#db/queries/public-pages/products.ts';
import { CATEGORIES } from '#domain/categories/category.ts';
import { PublicError } from '#domain/errors.ts';
import { isWorthAPage } from '#domain/products/worth-a-page.ts';
import { productIdIn, productPath, retailerPath } from '#domain/public-path.ts';
import { postcodeOf } from '#domain/retailers/delivered-price.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { toObservations } from '#site/api/responses/observations.ts';
import { toPriceHistory } from '#site/api/responses/price-history.ts';
import { productWithYear, readDetail } from '#site/api/responses/product-detail.ts';
import { categoryNamed, productLink } from './links.ts';

export type PublicProduct = NonNullable<Awaited<ReturnType<typeof publicProduct>>>;

const NEAR = 5;

/** The page of a product by the last segment of its path, which contains the id; null if no shop lists it. */
export async function publicProduct(
  services: ApiServices,
  segment: string,
  query = new URLSearchParams(),
) {
  const requestedId = productIdIn(segment);
  const known = requestedId && (await productWithYear(services, requestedId).catch(nullIfMissing));
  if (!known) return null;
  const { found, best } = known;
  const { id } = found.product;
  const postcode = postcodeOf(query.get('postcode'));
  // A shop's own category name has no page.
  const category = CATEGORIES.find((own) => own === best.category) ?? null;
  const [detail, near, retailers] = await Promise.all([
    readDetail(services, known, postcode),
    productsNear(services.em(), { id, category, priceCents: best.priceCents }, NEAR),
    services.freshness(),
  ]);
  const history = toPriceHistory(known, '1y');
  return {
    detail,
    /** The shopper's order of the offers. */
    choice: {
      by: query.get('by') === 'delivered' ? ('delivered' as const) : ('price' as const),
      postcode: postcode ?? '',
    },
    path: productPath(id, found.product.name),
    /** True if the path names a product that was merged into this one. */
    isMerged: id !== requestedId,
    /** False while only one shop sells it; such a page is not for search engines. */
    isWorthAPage: isWorthAPage(found.offers),
    category: categoryNamed(category),
    /** The best price over all shops in the past year. */
    history,
    observations: toObservations(known, history, services.config.siteUrl),
    /** Products at a similar price: of the same kind, else of the same category. */
    near: { isKind: near.isKind, products: near.products.map(productLink) },
    retailerPaths: Object.fromEntries(
      retailers.map(({ name, slug }) => [name, retailerPath(slug)]),
    ),
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof PublicError && error.status === 404) return null;
  throw error;
}
