/*
 * The whole site as a search engine meets it: from the home page along every link, without JavaScript.
 */
import { load } from 'cheerio';

/** A page of the site. */
export type CrawledPage = Awaited<ReturnType<typeof readPage>>;

let asked = 0;

/** Asks for one page of the site; follows nothing. */
export async function readPage(origin: string, path: string, linkedFrom = '') {
  asked += 1;
  const response = await fetch(origin + path, {
    redirect: 'manual',
    // Each visit from an address of its own: limits of rate are not what is tested here.
    headers: { 'x-forwarded-for': `10.254.${asked >> 8}.${asked % 256}` },
  });
  const html = await response.text();
  const $ = load(html);
  const links = $('a[href]')
    .toArray()
    .map((element) => ({
      /** Absolute. */
      href: new URL($(element).attr('href') ?? '', origin + path).href,
      rel: $(element).attr('rel') ?? '',
      target: $(element).attr('target') ?? '',
      text: $(element).text().trim(),
    }));
  return {
    /** With its query. */
    path,
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    html,
    headers: response.headers,
    /** Where a redirect leads; null for all else. */
    location: response.headers.get('location'),
    isNoindex: /noindex/.test(
      `${$('meta[name="robots"]').attr('content')} ${response.headers.get('x-robots-tag')}`,
    ),
    canonical: $('link[rel="canonical"]').attr('href') ?? null,
    links,
    /** The page that links here; the first that was met. */
    linkedFrom,
  };
}

/**
 * Every page that links lead to from the home page, each once; addresses of the API are not pages. Of pages that search
 * engines are kept from, links with a query are left out: each search suggests further ones, without end.
 */
export async function crawlSite(origin: string): Promise<Map<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>();
  const waiting: [path: string, from: string][] = [['/', '']];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [path, from] = next;
    if (pages.has(path)) continue;
    const page = await readPage(origin, path, from);
    pages.set(path, page);
    for (const { href } of page.links) {
      const url = new URL(href);
      const isPage = url.origin === origin && !url.pathname.startsWith('/api/');
      if (isPage && !(page.isNoindex && url.search))
        waiting.push([url.pathname + url.search, path]);
    }
  }
  return pages;
}

/** The addresses that a sitemap, over its index, names. */
export async function sitemapPaths(origin: string): Promise<string[]> {
  const index = await locations(origin, '/sitemap.xml');
  const files = await Promise.all(index.map((file) => locations(origin, file)));
  return files.flat();
}

async function locations(origin: string, path: string): Promise<string[]> {
  const xml = await (await fetch(origin + path)).text();
  return load(xml, { xml: true })('loc')
    .toArray()
    .map((element) => {
      const url = new URL(load(element).text());
      if (url.origin !== origin) throw new Error(`${path} names ${url.href}`);
      return url.pathname + url.search;
    });
}
