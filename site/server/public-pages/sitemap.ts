import { listedCategories, productEntries } from '#db/queries/public-pages/products.ts';
import { categoryPath, productPath, retailerPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { memoizedByKey, renewed } from '#site/api/core/shared-answers.ts';
import { PRODUCTS_PER_PAGE } from './category.ts';
import { type CategoryLink, isoOrNull } from './links.ts';

/** A public page or sitemap file. */
export interface SitemapEntry {
  path: string;
  /** Time of the last change; null if unknown. */
  changedAt: string | null;
}

/** Limit per file (sitemaps.org). */
export const URLS_PER_FILE = 50_000;
/** Each file reads all its products, but search engines come about once a day. */
const PRODUCTS_FOR_MS = 10 * 60_000;

/** Pages without prices. Pages of text are added where the file is written. */
const STATIC_PATHS = [
  '/',
  '/search',
  '/smart-search',
  '/trending',
  '/docket',
  '/price-pass',
  '/compare',
  '/faq',
];
const PRICE_PATHS = [
  '/categories',
  '/deals',
  '/refused-specials',
  '/shrink-watch',
  '/retailers',
  '/status',
  '/open-data',
];

/** Creates the sitemap: files of pages, categories and retailers, and as many files of products as needed. */
export function createSitemap(services: ApiServices, categories: () => Promise<CategoryLink[]>) {
  const products = memoizedByKey(PRODUCTS_FOR_MS, async (file: string): Promise<SitemapEntry[]> => {
    const page = { limit: URLS_PER_FILE, offset: (Number(file) - 1) * URLS_PER_FILE };
    const rows = await productEntries(services.em(), page);
    return rows.map(({ id, name, changedAt }) => ({
      path: productPath(id, name),
      changedAt: isoOrNull(changedAt),
    }));
  });
  const productFiles = renewed(PRODUCTS_FOR_MS, async () => {
    const rows = await listedCategories(services.em());
    return Math.ceil(rows.reduce((sum, row) => sum + row.products, 0) / URLS_PER_FILE);
  });
  const newestChange = async () => {
    const changes = (await categories()).map(({ changedAt }) => changedAt);
    return changes.toSorted().at(-1) ?? null;
  };

  /** The entries of a file by its name without '.xml'; null if the file does not exist. */
  async function entries(name: string): Promise<SitemapEntry[] | null> {
    if (name === 'pages') {
      const changedAt = await newestChange();
      return [
        ...STATIC_PATHS.map((path) => ({ path, changedAt: null })),
        ...PRICE_PATHS.map((path) => ({ path, changedAt })),
      ];
    }
    if (name === 'categories') {
      return (await categories()).flatMap(({ name: category, products: count, changedAt }) =>
        Array.from({ length: Math.ceil(count / PRODUCTS_PER_PAGE) }, (_, index) => ({
          path: categoryPath(category, index + 1),
          changedAt,
        })),
      );
    }
    if (name === 'retailers') {
      return (await services.freshness()).map(({ slug, lastSuccessAt }) => ({
        path: retailerPath(slug),
        changedAt: isoOrNull(lastSuccessAt),
      }));
    }
    const file = /^products-([1-9]\d{0,3})$/.exec(name)?.[1];
    const found = file ? await products(file) : [];
    return found.length > 0 ? found : null;
  }

  async function files(): Promise<SitemapEntry[]> {
    const [count, changedAt] = await Promise.all([productFiles(), newestChange()]);
    const numbered = Array.from({ length: count }, (_, index) => `products-${index + 1}`);
    return ['pages', 'categories', 'retailers', ...numbered].map((name) => ({
      path: `/sitemaps/${name}.xml`,
      changedAt,
    }));
  }

  return { files, entries };
}
