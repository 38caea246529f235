import { deliverySentences } from '#domain/retailers/facts-text.ts';
import { escapeHtml } from '#domain/text/escape-html.ts';
import { listPath, type Place } from '../world/addresses.ts';
import type { Shelf } from '../world/listing.ts';

export interface PageParts {
  title: string;
  description: string;
  canonicalPath: string;
  head?: string;
  body: string;
  tail?: string;
}

/** The page on which a shop states its delivery and its price promise: the source of its facts. */
export const FACTS_PATH = '/delivery';
const NAV_CATEGORIES = 7;
const DEMO_NOTICE = 'Demo shop: invented for Priceroo’s demonstration. Nothing here is for sale.';

function shopHeader({ shop, byCategory }: Shelf, { base }: Place): string {
  const categories = [...byCategory.values()]
    .slice(0, shop.traits.has('menu') ? undefined : NAV_CATEGORIES)
    .flatMap((listings) => {
      const category = listings[0]?.product.category;
      return category
        ? `<a href="${base}${listPath(shop, category.slug)}">${escapeHtml(category.name)}</a>`
        : [];
    });
  const promise = shop.traits.has('members')
    ? 'Join the club for members’ prices.'
    : shop.delivery
      ? deliverySentences(shop.delivery).join(' ')
      : 'Delivery is shown at the checkout. Click and collect from $25.';
  const hasFacts = shop.delivery || shop.priceMatch;
  return `<p class="notice">${DEMO_NOTICE}</p>
<header class="masthead"><a class="brandmark" href="${base}/"><img src="${base}/logo.svg" alt="" width="44" height="44"><span>${escapeHtml(shop.name)}</span></a>
<form action="${base}/search" role="search"><input type="search" name="q" aria-label="Search ${escapeHtml(shop.name)}" placeholder="Search ${escapeHtml(shop.name)}"><button>Search</button></form></header>
<nav class="aisles">${categories.join('')}</nav>
<p class="promise">${escapeHtml(promise)}${hasFacts ? ` <a href="${base}${FACTS_PATH}">Delivery and prices</a>` : ''}</p>`;
}

export function layout(shelf: Shelf, place: Place, page: PageParts): string {
  const { shop } = shelf;
  const { base, origin } = place;
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} | ${escapeHtml(shop.name)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="canonical" href="${escapeHtml(origin + page.canonicalPath)}">
<link rel="icon" href="${base}/logo.svg">
<link rel="stylesheet" href="${base}/assets/shop.css">
${page.head ?? ''}
</head>
<body>
${shopHeader(shelf, place)}
<main>${page.body}</main>
<footer><p>${escapeHtml(shop.name)} · ${escapeHtml(shop.category)} · ${escapeHtml(shop.region)}</p><p>All prices in Australian dollars (AUD), GST included.</p><p>${DEMO_NOTICE}</p></footer>
${page.tail ?? ''}
</body>
</html>`;
}

/** The script that fetches and inserts the page's content, so that only a browser can read it. */
export const SCRIPT_APP = `const root = document.getElementById('root');
const base = root.dataset.base;
const path = location.pathname.slice(base.length) || '/';
const answer = await fetch(base + '/fragment' + path + location.search);
const { title, html } = await answer.json();
document.title = title;
root.innerHTML = html;
root.dataset.ready = 'true';
`;

/** The empty page that the script fills in the browser. */
export function scriptShell(shelf: Shelf, place: Place, path: string): string {
  return layout(shelf, place, {
    title: 'Loading',
    description: shelf.shop.description,
    canonicalPath: path,
    body: `<div id="root" data-base="${place.base}"><p class="loading">Loading …</p></div><noscript>This shop needs JavaScript.</noscript>`,
    tail: `<script type="module" src="${place.base}/assets/app.js"></script>`,
  });
}
