import { listedCategories, productEntries } from '#db/queries/public-pages/products.ts';
import { categoryPath, productPath } from '#domain/public-path.ts';
import { memoized, memoizedByKey } from '#site/api/memoized.ts';
import type { ApiServices } from '#site/api/services.ts';
import { PRODUCTS_A_PAGE } from './category.ts';
import type { CategoryLink } from './links.ts';

/** A public page, or a file of the sitemap. */
export interface SitemapEntry {
  path: string;
  /** When what it shows last changed; null when that is not known. */
  changedAt: string | null;
}

/** The protocol's limit of one file (sitemaps.org). */
export const URLS_A_FILE = 50_000;
/** All products are read for it; a search engine comes once a day. */
const PRODUCTS_FOR_MS = 10 * 60_000;

/** Pages that are there whatever the shops sell; those of text are added by the page that writes the file. */
const FIXED = ['/', '/search', '/smart-search', '/trending', '/faq'];
const OF_PRICES = ['/categories', '/deals', '/retailers', '/status'];

/** The sitemap's files: pages, categories, retailers, and products in as many files as they need. */
export function createSitemap(
  services: ApiServices,
  categories: () => Promise<CategoryLink[]>,
): {
  files(): Promise<SitemapEntry[]>;
  entries(name: string): Promise<SitemapEntry[] | null>;
} {
  const products = memoizedByKey(PRODUCTS_FOR_MS, async (file: string) => {
    const page = { limit: URLS_A_FILE, offset: (Number(file) - 1) * URLS_A_FILE };
    const rows = await productEntries(services.em(), page);
    return rows.map(({ id, name, changedAt }) => ({
      path: productPath(id, name),
      changedAt: new Date(changedAt).toISOString(),
    }));
  });
  const productFiles = memoized(PRODUCTS_FOR_MS, async () => {
    const rows = await listedCategories(services.em());
    return Math.ceil(rows.reduce((sum, row) => sum + row.products, 0) / URLS_A_FILE);
  });

  async function pages(): Promise<SitemapEntry[]> {
    const newest = newestOf(await categories());
    return [
      ...FIXED.map((path) => ({ path, changedAt: null })),
      ...OF_PRICES.map((path) => ({ path, changedAt: newest })),
    ];
  }
  async function categoryPages(): Promise<SitemapEntry[]> {
    return (await categories()).flatMap(({ name, products: count, changedAt }) =>
      Array.from({ length: Math.ceil(count / PRODUCTS_A_PAGE) }, (_, index) => ({
        path: categoryPath(name, index + 1),
        changedAt,
      })),
    );
  }
  async function retailers(): Promise<SitemapEntry[]> {
    const rows = await services.freshness();
    return rows.map(({ slug, lastSuccessAt }) => ({
      path: `/retailers/${slug}`,
      changedAt: lastSuccessAt && new Date(lastSuccessAt).toISOString(),
    }));
  }
  async function files(): Promise<SitemapEntry[]> {
    const count = await productFiles();
    const names = ['pages', 'categories', 'retailers'];
    for (let file = 1; file <= count; file += 1) names.push(`products-${file}`);
    const newest = newestOf(await categories());
    return names.map((name) => ({ path: `/sitemaps/${name}.xml`, changedAt: newest }));
  }
  async function entries(name: string): Promise<SitemapEntry[] | null> {
    if (name === 'pages') return pages();
    if (name === 'categories') return categoryPages();
    if (name === 'retailers') return retailers();
    const file = /^products-([1-9]\d{0,3})$/.exec(name)?.[1];
    const found = file ? await products(file) : [];
    return found.length > 0 ? found : null;
  }
  return { files, entries };
}

function newestOf(categories: readonly CategoryLink[]): string | null {
  return (
    categories
      .map(({ changedAt }) => changedAt)
      .toSorted()
      .at(-1) ?? null
  );
}
