import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSitemap } from './sitemap.ts';

describe('readSitemap', () => {
  it('reads pages and skips dates and images', () => {
    const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="x">
      <url><loc> https://shop.example/p/1?a=1&amp;b=2 </loc><lastmod>2026-11-20</lastmod>
        <image:image><image:loc>https://shop.example/1.jpg</image:loc></image:image></url>
      <url><loc><![CDATA[https://shop.example/p/2]]></loc></url></urlset>`;
    expect(readSitemap(xml)).toEqual({
      sitemaps: [],
      pages: ['https://shop.example/p/1?a=1&b=2', 'https://shop.example/p/2'],
    });
  });

  it('reads an index', () => {
    const xml =
      '<sitemapindex><sitemap><loc>https://shop.example/s1.xml</loc></sitemap></sitemapindex>';
    expect(readSitemap(xml).sitemaps).toEqual(['https://shop.example/s1.xml']);
  });

  it('reads RSS: the links of its items, or their permalinks', () => {
    const xml = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://shop.example/</link>
      <atom:link href="https://shop.example/new.rss" rel="self"/><item><title>Kettle</title><link> https://shop.example/p/1 </link>
      <guid>https://shop.example/?id=1</guid><enclosure url="https://shop.example/1.jpg"/></item>
      <item><guid isPermaLink="false">item-2</guid><link>https://shop.example/p/2?a=1&amp;b=2</link></item>
      <item><guid>https://shop.example/p/3</guid></item></channel></rss>`;
    expect(readSitemap(xml).pages).toEqual([
      'https://shop.example/p/1',
      'https://shop.example/p/2?a=1&b=2',
      'https://shop.example/p/3',
    ]);
  });

  it('reads Atom: the page of each entry', () => {
    const xml = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://shop.example/"/><entry><title>Kettle</title>
      <link rel="self" href="https://shop.example/p/1.atom"/><link rel="alternate" href="https://shop.example/p/1"/></entry>
      <entry><link href="https://shop.example/p/2"></link><content>x</content></entry></feed>`;
    expect(readSitemap(xml).pages).toEqual([
      'https://shop.example/p/1',
      'https://shop.example/p/2',
    ]);
  });

  it('takes no page in another language from a sitemap', () => {
    const xml = `<urlset xmlns:xhtml="x"><url><xhtml:link rel="alternate" hreflang="en-nz" href="https://shop.example/nz/1"/>
      <loc>https://shop.example/p/1</loc></url></urlset>`;
    expect(readSitemap(xml).pages).toEqual(['https://shop.example/p/1']);
  });

  it('drops addresses that are not http(s)', () => {
    const xml =
      '<urlset><url><loc>javascript:alert(1)</loc></url><url><loc>file:///etc/passwd</loc></url></urlset>';
    expect(readSitemap(xml).pages).toEqual([]);
  });

  it('stops at the protocol limit', () => {
    const xml = `<urlset>${'<url><loc>https://shop.example/p</loc></url>'.repeat(50_010)}</urlset>`;
    expect(readSitemap(xml).pages).toHaveLength(50_000);
  });

  it('survives a million open tags and any text', () => {
    expect(readSitemap('<a>'.repeat(1_000_000)).pages).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => void readSitemap(text)));
  });

  it('reads a text with one address per line', () => {
    const text =
      'https://shop.example/p/1\r\n\nhttps://shop.example/p/2\nmailto:us@shop.example\nnothing\n';
    expect(readSitemap(text).pages).toEqual([
      'https://shop.example/p/1',
      'https://shop.example/p/2',
    ]);
    expect(readSitemap('').pages).toEqual([]);
  });
});
