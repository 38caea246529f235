/*
 * Product pages as shops serve them whose product is put in by script: a shell of menus, styles and scripts, a bundle and
 * a style sheet of the shop, and the product from a JSON call (one in five: from a state in the page). What the bundle
 * makes of it states the product in JSON-LD, or in its markup alone.
 */
import { chance, reseed } from '#worker/demo/world/seeded.ts';
import { type Homeware, homeware } from '../fetch-extract/homeware.ts';
import { type Statement, sentence } from '../fetch-extract/shop-pages.ts';
import { inJsonLd } from '../fetch-extract/statements.ts';
import { SHOP_STYLES, siteFooter, siteMenu, siteScripts } from '../fetch-extract/surroundings.ts';
import type { ServedFile } from '../subjects.ts';

/** A page, the JSON that its script asks for (null: it is in the page), and its truth. */
export interface ScriptPage extends Statement {
  path: string;
  html: string;
  data: ServedFile | null;
}

/** What the bundle needs to draw a product. */
interface Drawn extends Omit<Homeware, 'reviews'> {
  /** Markup of the JSON-LD that the bundle puts in; null where the product is in the markup alone. */
  statement: string | null;
  copy: string[];
  facts: [string, string][];
  related: Homeware[];
  reviews: { stars: number; text: string }[];
}

/** The page of this number: the same on every machine. */
export function scriptPage(number: number): ScriptPage {
  const seed = reseed(0x5c21, number);
  const product = homeware(seed, number);
  const { name, price, isInStock, path } = product;
  const way = chance(seed, 1);
  const statement = way < 0.75 ? jsonOf(inJsonLd(product).head) : null;
  const json = JSON.stringify(drawn(seed, product, statement)).replaceAll('<', '\\u003c');
  const isInline = chance(seed, 2) < 0.2;
  const data = isInline ? null : jsonFile(`/api/products/${product.sku}`, json);
  const html = `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><title>Wattlebird &amp; Sons</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="${STYLES.path}"><style>${SHOP_STYLES}</style>
</head><body class="pdp theme-light">
${siteMenu(seed)}
<main id="root" data-api="${data?.path ?? ''}"><div class="skeleton">Loading</div></main>
${siteFooter()}
${siteScripts(seed)}
${isInline ? `<script>window.__START__=${json}</script>` : ''}
<script src="${BUNDLE.path}" defer></script>
</body></html>`;
  return { path, html, data, name, price, isInStock };
}

const jsonFile = (path: string, body: string): ServedFile => {
  return { path, type: 'application/json', body, cacheControl: 'no-store' };
};

/** The last statement of some markup, which is the product's. */
function jsonOf(head: string): string {
  return head.slice(head.lastIndexOf('<script type="application/ld+json">') + 35, -9);
}

function drawn(seed: number, product: Homeware, statement: string | null): Drawn {
  const list = <Item>(length: number, item: (own: number) => Item) =>
    Array.from({ length }, (_, index) => item(reseed(seed, length * 100 + index)));
  return {
    ...product,
    statement,
    copy: list(8, (own) => sentence(own, 70)),
    facts: list(18, (own) => [sentence(own, 2), `${sentence(own, 4)} ${own % 90} mm`]),
    related: list(12, (own) => homeware(own, 500_000 + (own % 100_000))),
    reviews: list(15, (own) => ({ stars: 1 + (own % 5), text: sentence(own, 60) })),
  };
}

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** The style sheet of the shop. */
export const STYLES: ServedFile = {
  path: '/assets/shop.4f1c.css',
  type: 'text/css',
  cacheControl: FOR_GOOD,
  body: SHOP_STYLES.replaceAll('-', '-x-'),
};

/** Modules that a bundle carries beside what this page needs: 230 kB, each run once at start. */
const LIBRARY = Array.from(
  { length: 400 },
  (_, index) =>
    `m[${index}]=function(e){var t={id:${index},on:[],name:"module-${index}"};function n(r,o){for(var i=0,a=r.length,s=0;i<a;i++)s=(31*s+r.charCodeAt(i)+${index})|0;return o?s>>>0:s}function c(r){return r&&typeof r==="object"?Object.keys(r).reduce(function(o,i){return o[i]=c(r[i]),o},{}):r}t.hash=n;t.copy=c;t.listen=function(r){t.on.push(r);return function(){t.on=t.on.filter(function(o){return o!==r})}};t.emit=function(r){t.on.slice().forEach(function(o){o(c(r))})};t.key=n(t.name,!0);e[${index}]=t};`,
).join('\n');

/** The shop's bundle: its modules, then the product drawn into #root. */
export const BUNDLE: ServedFile = {
  path: '/assets/shop.9ab3.js',
  type: 'text/javascript',
  cacheControl: FOR_GOOD,
  body: `(function(){var m=[],all={};${LIBRARY}
m.forEach(function(f){f(all)});(${draw})(document.getElementById('root'))})();`,
};

/** Runs in the page, as its source. */
function draw(root: HTMLElement): void {
  const show = (product: Drawn) => {
    const safe = (text: unknown) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const tile = (other: Homeware) =>
      `<li class="tile"><a href="${other.path}"><img loading="lazy" src="/pictures/${other.sku}.jpg" alt="" width="240" height="240"><span>${safe(other.name)}</span></a><span class="tile-price">$${other.price}</span></li>`;
    if (product.statement !== null) {
      const script = document.createElement('script');
      script.type = 'application/ld+json';
      script.textContent = product.statement;
      document.head.append(script);
    }
    document.title = `${product.name} | Wattlebird & Sons`;
    root.innerHTML = `<nav class="breadcrumb"><a href="/">Home</a> / <a href="/category/kitchen">Kitchen</a></nav>
<div class="gallery"><img src="/pictures/${product.sku}.jpg" alt="" width="640" height="640"></div>
<section class="pdp-info"><h1 class="pdp-title">${safe(product.name)}</h1>
<div class="pdp-price"><span class="price-now">$${product.price}</span>${product.was ? ` <span class="price-was">Was $${product.was}</span>` : ''}</div>
${product.isInStock ? '<button class="btn add-to-cart" type="button">Add to cart</button>' : '<p class="stock-message">Out of stock</p>'}</section>
<section class="pdp-description"><h2>About this item</h2>${product.copy.map((text) => `<p>${text}.</p>`).join('')}</section>
<section class="pdp-specs"><table>${product.facts.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table></section>
<section class="related-products"><h2>You may also like</h2><ul>${product.related.map(tile).join('')}</ul></section>
<section class="reviews"><h2>Reviews</h2>${product.reviews.map(({ stars, text }) => `<article><span>${stars} out of 5</span><p>${text}.</p></article>`).join('')}</section>`;
  };
  const { __START__: start } = window as { __START__?: Drawn };
  if (start) show(start);
  else {
    void fetch(root.dataset['api'] ?? '')
      .then((answer) => answer.json())
      .then(show);
  }
}
