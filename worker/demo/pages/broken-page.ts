import { escapeHtml } from '#domain/text/escape-html.ts';
import type { ProductView } from '../world/product-view.ts';
import type { PageParts } from './layout.ts';

/** The page after a redesign: no structured data, other elements, the price only in the cart. */
export function redesignedPage(view: ProductView): PageParts {
  return {
    title: view.title,
    description: view.description,
    canonicalPath: view.pagePath,
    body: `<div class="x1"><div class="x2">${escapeHtml(view.title)}</div><div class="x3">Add to cart to see the price.</div></div>`,
  };
}

/** The page of a shop whose backend is down: a frame around nothing. */
export function emptyPage(path: string): PageParts {
  return { title: 'Shop', description: '', canonicalPath: path, body: '<div id="app"></div>' };
}
