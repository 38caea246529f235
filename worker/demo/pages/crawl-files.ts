import { escapeHtml } from '#domain/text/escape-html.ts';
import { listPath, type Place, productPath } from '../world/addresses.ts';
import type { Shelf } from '../world/listing.ts';
import type { DemoShop } from '../world/shops.ts';

const ADDRESSES_PER_FILE = 200;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The shop's robots.txt; one shop disallows its clearance, two set a Crawl-delay of a second. */
export function robotsTxt(shop: DemoShop, { base, origin }: Place): string {
  return [
    'User-agent: *',
    `Disallow: ${base}/cart`,
    `Disallow: ${base}/account`,
    ...(shop.traits.has('refuses-clearance') ? [`Disallow: ${base}/clearance`] : []),
    ...(shop.traits.has('crawl-delay') ? ['Crawl-delay: 1'] : []),
    '',
    'User-agent: HungryBot',
    'Disallow: /',
    '',
    ...(shop.discovery.sitemap ? [`Sitemap: ${origin}/sitemap.xml`, ''] : []),
  ].join('\n');
}

function productPaths(shelf: Shelf): string[] {
  return [...new Set(shelf.listings.map((listing) => productPath(shelf, listing)))];
}

function urlSet(paths: string[], { origin }: Place): string {
  const rows = paths.map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>\n${rows.join('\n')}\n</urlset>\n`;
}

function index(shelf: Shelf, { origin }: Place): string {
  const files = Math.ceil(productPaths(shelf).length / ADDRESSES_PER_FILE);
  const names = [
    'categories',
    ...Array.from({ length: files }, (_, file) => `products-${file + 1}`),
  ];
  const rows = names.map((name) => `<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACE}>\n${rows.join('\n')}\n</sitemapindex>\n`;
}

/** /sitemap.xml (an index), /sitemaps/categories.xml and /sitemaps/products-<n>.xml; null for any other path. */
export function sitemap(shelf: Shelf, place: Place, path: string): string | null {
  if (!shelf.shop.discovery.sitemap) return null;
  if (path === '/sitemap.xml') return index(shelf, place);
  if (path === '/sitemaps/categories.xml') {
    const slugs = [...shelf.byCategory.keys()];
    return urlSet(
      slugs.map((slug) => listPath(shelf.shop, slug)),
      place,
    );
  }
  const file = Number(/^\/sitemaps\/products-(\d+)\.xml$/.exec(path)?.[1] ?? 0);
  const paths = productPaths(shelf).slice(
    (file - 1) * ADDRESSES_PER_FILE,
    file * ADDRESSES_PER_FILE,
  );
  return file > 0 && paths.length > 0 ? urlSet(paths, place) : null;
}
