import { type Answer, bare, HTML, JSON_TYPE } from './answer.ts';
import { layout } from './pages/layout.ts';
import { scriptShell } from './pages/script-page.ts';
import { pictureOf } from './pictures/picture.ts';
import { fileAnswer } from './shop-files.ts';
import { findPage } from './shop-pages.ts';
import type { ShopRequest } from './shop-request.ts';

const FRAGMENT = '/fragment';
const PICTURE = /^\/media\/([a-z0-9-]+)\.webp$/;
const YEAR_CACHE = { 'cache-control': 'public, max-age=31536000' };

/** A shop whose pages are drawn by script sends an empty frame, and the inner part to its script. */
function scriptAnswer(request: ShopRequest): Answer | null {
  const { shelf, place, url } = request;
  if (!url.pathname.startsWith(FRAGMENT)) {
    const page = findPage(request);
    if (!page) return null;
    if ('movedTo' in page) return bare(301, '', { location: page.movedTo });
    return { status: 200, type: HTML, body: () => scriptShell(shelf, place, url.pathname) };
  }
  const inner = new URL(url.pathname.slice(FRAGMENT.length) + url.search, url);
  const page = findPage({ ...request, url: inner });
  if (!page || 'movedTo' in page) return null;
  const body = () => {
    const { title, body: html } = page.parts();
    return JSON.stringify({ title, html });
  };
  return { status: 200, type: JSON_TYPE, body, ...(page.etag ? { etag: page.etag } : {}) };
}

function pageAnswer(request: ShopRequest): Answer | null {
  const { shelf, place } = request;
  if (shelf.shop.pageStyle === 'script') return scriptAnswer(request);
  const page = findPage(request);
  if (!page) return null;
  if ('movedTo' in page) return bare(301, '', { location: page.movedTo });
  const body = () => layout(shelf, place, page.parts());
  return { status: 200, type: HTML, body, ...(page.etag ? { etag: page.etag } : {}) };
}

function pictureAnswer(request: ShopRequest): Answer | null {
  const id = PICTURE.exec(request.url.pathname)?.[1];
  const listing = id === undefined ? undefined : request.shelf.byProduct.get(id);
  if (!listing) return null;
  const { product } = listing;
  return {
    status: 200,
    type: 'image/webp',
    body: () => pictureOf(product),
    etag: `"${product.id}-1"`,
    headers: YEAR_CACHE,
  };
}

/** What a shop answers to a GET; 404 where it has nothing. */
export function shopAnswer(request: ShopRequest): Answer {
  if (request.broken === '403') return bare(403, 'Access denied');
  const answer = pictureAnswer(request) ?? fileAnswer(request) ?? pageAnswer(request);
  return answer ?? bare(404, 'There is no such page in this shop.');
}
