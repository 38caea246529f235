import type { APIRoute } from 'astro';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { element, xmlText } from '#domain/text/xml-text.ts';
import type { PublicPages } from '#site/server/public-pages/public-pages.ts';
import type { SitemapEntry } from '#site/server/public-pages/sitemap.ts';

/** An XML response with its declaration and content type `type`. */
export function xmlAnswer(document: string, type = 'application/xml'): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`, {
    headers: { 'content-type': `${type}; charset=utf-8` },
  });
}

/** A feed and the page it mirrors. */
interface Feed {
  /** Follows the name of the site. */
  title: string;
  /** Path of the page ('/deals'); the feed adds '.xml'. */
  path: string;
  description: string;
  items(pages: PublicPages): Promise<FeedItem[]>;
}

interface FeedItem {
  title: string;
  /** Path of the linked page. */
  path: string;
  description: string;
  category?: string | null;
  /** Start, ISO. */
  since?: string;
  /** Unique per item. */
  id: string;
}

/** Minimum minutes between two requests by a feed reader. */
const TTL_MINUTES = 30;

/** The handler of a feed in RSS 2.0. */
export function feedRoute({ title, path, description, items: itemsOf }: Feed): APIRoute {
  return async ({ locals: { publicPages, siteOrigin: origin } }) => {
    const items = await itemsOf(publicPages);
    const newest = items
      .flatMap(({ since }) => since ?? [])
      .toSorted()
      .at(-1);
    const channel = [
      element('title', `${SITE_NAME}: ${title}`),
      element('link', origin + path),
      `<atom:link href="${xmlText(`${origin}${path}.xml`)}" rel="self" type="application/rss+xml"/>`,
      element('description', description),
      element('language', 'en-AU'),
      element('ttl', String(TTL_MINUTES)),
      ...(newest ? [element('lastBuildDate', new Date(newest).toUTCString())] : []),
      ...items.map((item) => itemOf(item, origin)),
    ];
    return xmlAnswer(
      `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n${channel.join('\n')}\n</channel></rss>`,
      'application/rss+xml',
    );
  };
}

function itemOf({ title, path, description, category, since, id }: FeedItem, origin: string) {
  const elements = [
    element('title', title),
    element('link', origin + path),
    element('description', description),
    ...(category ? [element('category', category)] : []),
    ...(since ? [element('pubDate', new Date(since).toUTCString())] : []),
    `<guid isPermaLink="false">${xmlText(id)}</guid>`,
  ];
  return `<item>${elements.join('')}</item>`;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The index of a sitemap's files (sitemaps.org/protocol.html#index). */
export function sitemapIndex(files: readonly SitemapEntry[], origin: string): string {
  return `<sitemapindex xmlns="${NAMESPACE}">${files.map((file) => entry('sitemap', file, origin)).join('\n')}</sitemapindex>`;
}

export function urlSet(entries: readonly SitemapEntry[], origin: string): string {
  return `<urlset xmlns="${NAMESPACE}">${entries.map((one) => entry('url', one, origin)).join('\n')}</urlset>`;
}

function entry(tag: string, { path, changedAt }: SitemapEntry, origin: string): string {
  const lastmod = changedAt === null ? '' : element('lastmod', changedAt);
  return `<${tag}>${element('loc', origin + path)}${lastmod}</${tag}>`;
}
