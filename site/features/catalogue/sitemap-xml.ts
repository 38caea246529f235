import type { SitemapEntry } from '#site/server/public-pages/sitemap.ts';
import { element } from './xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The index of a sitemap's files (sitemaps.org/protocol.html#index). */
export function sitemapIndex(files: readonly SitemapEntry[], origin: string): string {
  return `<sitemapindex xmlns="${NAMESPACE}">${files.map((file) => entry('sitemap', file, origin)).join('\n')}</sitemapindex>`;
}

/** One file of a sitemap. */
export function urlSet(entries: readonly SitemapEntry[], origin: string): string {
  return `<urlset xmlns="${NAMESPACE}">${entries.map((one) => entry('url', one, origin)).join('\n')}</urlset>`;
}

function entry(tag: string, { path, changedAt }: SitemapEntry, origin: string): string {
  const lastmod = changedAt === null ? '' : element('lastmod', changedAt);
  return `<${tag}>${element('loc', origin + path)}${lastmod}</${tag}>`;
}
