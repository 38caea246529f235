import { type Answer, JSON_TYPE, TEXT, XML } from './answer.ts';
import { jsonApi } from './json-api.ts';
import { shopLogo } from './pages/logo.ts';
import { robotsTxt } from './pages/robots.ts';
import { SCRIPT_APP } from './pages/script-page.ts';
import { shopCss } from './pages/shop-css.ts';
import { sitemap } from './pages/sitemap.ts';
import type { ShopRequest } from './shop-request.ts';

const file = (type: string, body: string): Answer => ({ status: 200, type, body });

/** What a shop serves beside its pages: robots.txt, sitemaps, logo, style, script, JSON; null where there is nothing. */
export function fileAnswer({ shelf, place, url, moment }: ShopRequest): Answer | null {
  const { shop } = shelf;
  const path = url.pathname;
  if (path === '/robots.txt') return file(TEXT, robotsTxt(shop, place));
  if (path === '/logo.svg') return file('image/svg+xml', shopLogo(shop));
  if (path === '/assets/shop.css') return file('text/css; charset=utf-8', shopCss(shop));
  if (path === '/assets/app.js') return file('text/javascript; charset=utf-8', SCRIPT_APP);
  const map = path.startsWith('/sitemap') ? sitemap(shelf, place, path) : null;
  if (map !== null) return file(XML, map);
  if (shop.pageStyle !== 'json-api' || !path.startsWith('/api/')) return null;
  const data = jsonApi(shelf, place, url, moment);
  return data ? file(JSON_TYPE, JSON.stringify(data)) : null;
}
