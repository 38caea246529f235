/*
 * Product pages as large shops serve them, from a seed: menus, styles, scripts, related products and reviews around one
 * product that the page states in JSON-LD or in the state its framework left behind. About 130 kB each.
 */
import { chance, pick, reseed } from '#worker/demo/world/seeded.ts';
import { homeware } from './homeware.ts';
import {
  inJsonLd,
  inJsonLdGraph,
  inNextData,
  inProductGroup,
  inWindowState,
} from './statements.ts';
import { SHOP_STYLES, siteFooter, siteMenu, siteScripts } from './surroundings.ts';

/** What a page says, and what every reader must find on it. */
export interface Statement {
  name: string;
  /** Decimal text. */
  price: string;
  isInStock: boolean;
}

/** A page with its path and its truth. */
export interface ShopPage extends Statement {
  path: string;
  html: string;
  /** Where a saved page was served, which alone its links and codes fit, and the names that count as right. */
  saved?: { url: string; names: string[] };
}

const WAYS = [
  ...Array(7).fill(inJsonLd),
  ...Array(3).fill(inJsonLdGraph),
  ...Array(2).fill(inProductGroup),
  ...Array(5).fill(inNextData),
  ...Array(3).fill(inWindowState),
] as (typeof inJsonLd)[];

/** The page of this number: the same on every machine. */
export function shopPage(number: number): ShopPage {
  const seed = reseed(0x5eed, number);
  const product = homeware(seed, number);
  const { name, price, was, isInStock, path } = product;
  const said = pick(WAYS, seed, 1)(product);
  const related = Array.from({ length: 12 }, (_, index) =>
    relatedTile(reseed(seed, index + 1), number + index),
  ).join('\n');
  const html = `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><title>${name} | Wattlebird &amp; Sons</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="description" content="Buy ${name} online.">
<link rel="canonical" href="https://www.wattlebird.example.com.au${path}">
<meta property="og:type" content="product"><meta property="og:title" content="${name}"><meta property="og:image" content="${product.image}">
<style>${SHOP_STYLES}</style>
${said.head}
</head><body class="pdp theme-light">
${siteMenu(seed)}
<main id="main"><nav class="breadcrumb" aria-label="Breadcrumb"><a href="/">Home</a> / <a href="/category/kitchen">Kitchen</a></nav>
<div class="pdp-layout"><div class="gallery">${gallery(product.image, name)}</div>
<section class="pdp-info"><h1 class="pdp-title">${name}</h1>
<div class="rating-stars"><span class="stars">${product.stars}</span> <a href="#reviews">${product.reviews} reviews</a></div>
<div class="pdp-price"><span class="price-now">$${price}</span>${was ? ` <span class="price-was">Was $${was}</span>` : ''}</div>
<p class="instalments">or 4 interest-free payments of $${(Number(price) / 4).toFixed(2)} with LayPay</p>
${isInStock ? '<button class="btn btn-primary add-to-cart" type="button">Add to cart</button>' : '<p class="stock-message">Out of stock</p>'}
<ul class="perks"><li>Free delivery on orders over $65</li><li>30 day returns</li><li>Earn ${Math.round(Number(price))} points</li></ul></section></div>
<section class="pdp-description"><h2>About this item</h2>${paragraphs(seed, 8)}</section>
<section class="pdp-specs"><h2>Specifications</h2><table>${specifications(seed)}</table></section>
<section class="related-products carousel"><h2>You may also like</h2><ul>${related}</ul></section>
<section id="reviews" class="reviews"><h2>Reviews</h2>${reviews(seed)}</section></main>
${siteFooter()}
${siteScripts(seed)}
${said.tail}
</body></html>`;
  return { path, name, price, isInStock, html };
}

function relatedTile(seed: number, number: number): string {
  const other = homeware(seed, number + 500_000);
  return `<li class="tile product-tile" data-product="${other.sku}"><a class="tile-link" href="${other.path}"><img class="tile-image" loading="lazy" src="${other.image}" alt="${other.name}" width="240" height="240"><span class="tile-title">${other.name}</span></a><span class="tile-price price">$${other.price}</span><button class="tile-add" type="button" aria-label="Quick view ${other.name}">Quick view</button></li>`;
}

function gallery(image: string, name: string): string {
  return Array.from(
    { length: 6 },
    (_, index) =>
      `<button class="gallery-thumb" type="button"><picture><source type="image/avif" srcset="${image}?w=160&amp;n=${index} 1x, ${image}?w=320&amp;n=${index} 2x"><img src="${image}?w=320&amp;n=${index}" alt="${name}, view ${index + 1}" width="320" height="320"></picture></button>`,
  ).join('');
}

const WORDS =
  'the brushed steel body keeps heat for hours and the lid closes with a soft click so that nothing spills on the way to work made for daily use it goes into the dishwasher and stacks with the others of its range'.split(
    ' ',
  );

export function sentence(seed: number, words: number): string {
  return Array.from({ length: words }, (_, index) => pick(WORDS, seed, index)).join(' ');
}

function paragraphs(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `<p class="copy">${sentence(reseed(seed, 40 + index), 70)}.</p>`,
  ).join('\n');
}

function specifications(seed: number): string {
  return Array.from(
    { length: 18 },
    (_, index) =>
      `<tr><th scope="row">${sentence(reseed(seed, 80 + index), 2)}</th><td>${sentence(reseed(seed, 120 + index), 4)} ${Math.round(chance(seed, index) * 90)} mm</td></tr>`,
  ).join('');
}

function reviews(seed: number): string {
  return Array.from({ length: 15 }, (_, index) => {
    const own = reseed(seed, 200 + index);
    return `<article class="review"><header><span class="review-stars" aria-label="${1 + (own % 5)} out of 5">★★★★</span> <strong>${sentence(own, 4)}</strong> <time datetime="2026-0${1 + (own % 9)}-11">11 days ago</time></header><p>${sentence(reseed(own, 1), 60)}.</p><footer><button type="button">Helpful (${own % 20})</button></footer></article>`;
  }).join('\n');
}
