import { escapeHtml } from '#domain/text/escape-html.ts';
import type { SitemapEntry } from '#site/server/public-pages/sitemap.ts';

/** What XML 1.0 does not allow at all, escaped or not (§2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to drop
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** Text as it may stand between tags or in an attribute. */
export function xmlText(text: string): string {
  return escapeHtml(text.replace(FORBIDDEN, ''));
}

/** '<title>R&amp;D</title>' */
export function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/** A document, with its declaration, as `type`. */
export function xmlAnswer(document: string, type = 'application/xml'): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`, {
    headers: { 'content-type': `${type}; charset=utf-8` },
  });
}

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
