import { productsNear } from '#db/queries/public-pages/products.ts';
import { CATEGORIES } from '#domain/category.ts';
import { PublicError } from '#domain/errors.ts';
import { isWorthAPage } from '#domain/products/worth-a-page.ts';
import { productIdIn, productPath, retailerPath } from '#domain/public-path.ts';
import { iso } from '#domain/time.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { toObservations } from '#site/api/responses/observations.ts';
import { toPriceHistory } from '#site/api/responses/price-history.ts';
import { productWithYear, readDetail } from '#site/api/responses/product-detail.ts';
import { categoryNamed, productLink } from './links.ts';

export type PublicProduct = NonNullable<Awaited<ReturnType<typeof publicProduct>>>;

const NEAR = 5;

/** The page of the product whose id the last part of its address holds; null when no shop lists it. */
export async function publicProduct(services: ApiServices, segment: string) {
  const asked = productIdIn(segment);
  const read = asked && (await productWithYear(services, asked).catch(unlessMissing));
  if (!read) return null;
  const { known, year } = read;
  const { found, best } = known;
  const { id } = found.product;
  // A shop's own word for a category has no page.
  const category = CATEGORIES.find((own) => own === best.category) ?? null;
  const [detail, near, retailers] = await Promise.all([
    readDetail(services, known, year),
    productsNear(services.em(), { id, category, priceCents: best.priceCents }, NEAR),
    services.freshness(),
  ]);
  const history = toPriceHistory({ id, best }, year, '1y');
  const seenMs = found.offers.map((offer) => offer.lastSeenAt.getTime());
  return {
    detail,
    path: productPath(id, found.product.name),
    /** True where the address is that of a product that became part of this one. */
    isMerged: id !== asked,
    /** False while a single shop sells it: there is nothing to compare, and search engines are not asked here. */
    isWorthAPage: isWorthAPage(found.offers),
    category: categoryNamed(category),
    /** The last year's best price over all shops. */
    history,
    observations: toObservations(known, year, history, services.config.siteUrl),
    /** Products at about the same price: of its kind, or of its category. */
    near: { isKind: near.isKind, products: near.products.map(productLink) },
    retailerPaths: Object.fromEntries(
      retailers.map(({ name, slug }) => [name, retailerPath(slug)]),
    ),
    /** When the newest of its prices was read. */
    seenAt: iso(Math.max(...seenMs)),
  };
}

function unlessMissing(error: unknown): null {
  if (error instanceof PublicError && error.status === 404) return null;
  throw error;
}
