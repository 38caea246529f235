import { Parser } from 'htmlparser2';

/** What the sitemap protocol allows in one file (sitemaps.org/protocol). */
const ENTRY_LIMIT = 50_000;
const TEXT_LIMIT_CHARS = 2_048;
/** Real sitemaps are four deep; the parser's cost grows with the square of the depth. */
const DEPTH_LIMIT = 32;

/** One sitemap file: further sitemaps of an index, or pages. */
export interface Sitemap {
  sitemaps: string[];
  pages: { url: string; lastModified: string | null }[];
}

/**
 * Reads a sitemap or sitemap index as a stream, or a text with an address a line; addresses that are not http(s) and entries
 * past 50,000 are dropped.
 */
export function readSitemap(xml: string): Sitemap {
  if (!xml.includes('<')) return { sitemaps: [], pages: pagesOfLines(xml) };
  const sitemap: Sitemap = { sitemaps: [], pages: [] };
  let field: 'loc' | 'lastmod' | null = null;
  let entry = { loc: '', lastmod: '' };
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        // Paused for good: what was read so far stands.
        if (depth > DEPTH_LIMIT) parser.pause();
        const local = localName(name);
        if (local === 'url' || local === 'sitemap') entry = { loc: '', lastmod: '' };
        field =
          (local === 'loc' && !name.includes('image')) || local === 'lastmod'
            ? (local as 'loc' | 'lastmod')
            : null;
      },
      ontext(text) {
        if (field && entry[field].length < TEXT_LIMIT_CHARS) entry[field] += text;
      },
      onclosetag(name) {
        depth -= 1;
        const local = localName(name);
        field = null;
        if (local !== 'url' && local !== 'sitemap') return;
        const url = URL.parse(entry.loc.trim());
        if (!url || !/^https?:$/.test(url.protocol)) return;
        if (local === 'sitemap' && sitemap.sitemaps.length < ENTRY_LIMIT)
          sitemap.sitemaps.push(url.href);
        if (local === 'url' && sitemap.pages.length < ENTRY_LIMIT) {
          sitemap.pages.push({ url: url.href, lastModified: entry.lastmod.trim() || null });
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return sitemap;
}

/** The other form of the protocol: nothing but addresses. */
function pagesOfLines(text: string): Sitemap['pages'] {
  const pages: Sitemap['pages'] = [];
  for (const [line] of text.matchAll(/\S+/g)) {
    if (pages.length >= ENTRY_LIMIT) break;
    const url = line.length <= TEXT_LIMIT_CHARS ? URL.parse(line) : null;
    if (url && /^https?:$/.test(url.protocol)) pages.push({ url: url.href, lastModified: null });
  }
  return pages;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
