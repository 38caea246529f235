import type { Place } from '../world/addresses.ts';
import type { Shelf } from '../world/listing.ts';
import { layout } from './layout.ts';

/** Fetches the page's inner part and puts it in: without a browser there is nothing to read. */
export const SCRIPT_APP = `const root = document.getElementById('root');
const base = root.dataset.base;
const path = location.pathname.slice(base.length) || '/';
const answer = await fetch(base + '/fragment' + path + location.search);
const { title, html } = await answer.json();
document.title = title;
root.innerHTML = html;
root.dataset.ready = 'true';
`;

/** The empty page that a script fills in the visitor's browser. */
export function scriptShell(shelf: Shelf, place: Place, path: string): string {
  return layout(shelf, place, {
    title: 'Loading',
    description: shelf.shop.description,
    canonicalPath: path,
    body: `<div id="root" data-base="${place.base}"><p class="loading">Loading …</p></div><noscript>This shop needs JavaScript.</noscript>`,
    tail: `<script type="module" src="${place.base}/assets/app.js"></script>`,
  });
}
