import { escapeHtml } from '#domain/text/escape-html.ts';
import type { Markup, Part } from '../styles/markup.ts';
import { listPath, type Place } from '../world/addresses.ts';
import {
  availabilityText,
  type ProductView,
  priceText,
  unitPriceText,
} from '../world/product-view.ts';
import type { PageParts } from './layout.ts';
import { cardGrid } from './list-page.ts';
import { type ClassNames, classNames } from './shop-css.ts';

/** '$1,299.00'; some shops put dollars and cents into separate elements. */
function shownPrice(view: ProductView): string {
  const text = priceText(view.price.priceCents);
  if (!view.listing.shop.traits.has('split')) return text;
  const [dollars = '', cents = ''] = text.split('.');
  return `<span class="dollars">${dollars}</span><span class="cents">.${cents}</span>`;
}

function priceBlock(view: ProductView, place: Place, markup: Markup, names: ClassNames): string {
  const { price, unitPrice } = view;
  const on = (part: Part) => markup.on(part, view, place);
  const was = price.wasCents;
  const rows = [
    `<p class="${names.price}"><span${on('price')}>${shownPrice(view)}</span></p>`,
    was === null
      ? ''
      : `<p class="${names.was}">Was <s${on('was')}>${priceText(was)}</s></p><p class="${names.save}">Save ${priceText(was - price.priceCents)}</p>`,
    unitPrice ? `<p class="${names.unit}">${unitPriceText(unitPrice)}</p>` : '',
    price.memberPriceCents === null
      ? ''
      : `<p class="${names.member}">Members’ price ${priceText(price.memberPriceCents)}</p>`,
    view.multiBuy
      ? `<p class="multi-buy">${view.multiBuy.quantity} for ${priceText(view.multiBuy.totalCents)}</p>`
      : '',
    view.instalmentCents === null
      ? ''
      : `<p class="instalments">or 4 interest-free payments of ${priceText(view.instalmentCents)}</p>`,
    `<p class="${names.stock}"${on('availability')}>${availabilityText(price)}</p>`,
  ];
  return `<div class="${names.page}-buy"${on('offer')}>${markup.inside('offer', view, place)}${rows.filter(Boolean).join('\n')}
<button class="add-to-cart" disabled>Add to cart</button></div>`;
}

/** The picture, or a small one that links it. */
function picture(view: ProductView, place: Place, markup: Markup): string {
  const { picturePath, title, listing } = view;
  const image = (path: string, side: number) =>
    `<img${markup.on('image', view, place)} src="${place.base}${path}" alt="${escapeHtml(title)}" width="${side}" height="${side}">`;
  if (!listing.shop.traits.has('linked-pictures')) return image(picturePath, 600);
  const small = picturePath.replace('/media/', '/media/small/');
  return `<a href="${place.base}${picturePath}">${image(small, 120)}</a>`;
}

function optionLinks(view: ProductView, { base }: Place, names: ClassNames): string {
  if (view.siblings.length < 2) return '';
  const links = view.siblings.map((sibling) => {
    const label = Object.values(sibling.listing.product.options).join(', ') || sibling.title;
    const current = sibling.listing === view.listing ? ' aria-current="true"' : '';
    return `<li><a href="${base}${sibling.path}"${current}>${escapeHtml(label)}</a></li>`;
  });
  return `<div class="${names.options}"><h2>Options</h2><ul>${links.join('')}</ul></div>`;
}

function factTable(view: ProductView, names: ClassNames): string {
  const rows: [string, string][] = [
    ['Brand', view.listing.product.brand],
    ...(view.mpn ? [['Model', view.mpn] as [string, string]] : []),
    ...Object.entries(view.listing.product.options).map(([axis, value]): [string, string] => [
      axis.charAt(0).toUpperCase() + axis.slice(1),
      value,
    ]),
    ...Object.entries(view.facts),
    ['Item number', view.listing.sku],
  ];
  const cells = rows.map(
    ([name, value]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<section class="${names.specs}"><h2>Specifications</h2><table>${cells.join('')}</table></section>`;
}

function ratingBlock(view: ProductView, place: Place, markup: Markup, names: ClassNames): string {
  if (!view.rating) return '';
  const { value, count } = view.rating;
  return `<p class="${names.rating}"${markup.on('rating', view, place)}>${markup.inside('rating', view, place)}<span aria-hidden="true">${'★'.repeat(Math.round(value))}</span> ${value} out of 5 (${count} reviews)</p>`;
}

function sellerTable(view: ProductView): string {
  if (view.sellers.length === 0) return '';
  const rows = view.sellers.map(
    (offer) =>
      `<tr><td>${escapeHtml(offer.seller)}</td><td>${priceText(offer.priceCents)}</td><td>${offer.availability === 'in_stock' ? 'In stock' : 'Out of stock'}</td></tr>`,
  );
  return `<section class="other-sellers"><h2>Other sellers</h2><table>${rows.join('')}</table></section>`;
}

/** The product page's content with the markup of the shop's page style. */
function productBody(view: ProductView, place: Place, markup: Markup): string {
  const names = classNames(view.listing.shop);
  const on = (part: Part) => markup.on(part, view, place);
  const { category } = view.listing.product;
  const { base } = place;
  const openBox =
    view.openBoxCents === null
      ? ''
      : `<p class="open-box">Open-box return available from ${priceText(view.openBoxCents)}</p>`;
  return `<nav class="breadcrumbs"><a href="${base}/">Home</a> › <a href="${base}${listPath(view.listing.shop, category.slug)}">${escapeHtml(category.name)}</a></nav>
<article class="${names.page}"${on('product')}>${markup.inside('product', view, place)}
<div class="${names.gallery}">${picture(view, place, markup)}</div>
<div class="${names.info}"><p class="maker">${escapeHtml(view.listing.product.brand)}</p><h1 class="${names.title}"${on('name')}>${escapeHtml(view.title)}</h1>
${ratingBlock(view, place, markup, names)}
${priceBlock(view, place, markup, names)}
${openBox}${optionLinks(view, place, names)}
<p class="blurb"${on('description')}>${escapeHtml(view.description)}</p></div>
${factTable(view, names)}${sellerTable(view)}
</article>
<aside class="related"><h2>You may also like</h2>${cardGrid(view.shelf, view.related, place)}</aside>`;
}

export function productPage(view: ProductView, place: Place, markup: Markup): PageParts {
  return {
    title: view.title,
    description: view.description,
    canonicalPath: view.pagePath,
    head: markup.head(view, place),
    body: productBody(view, place, markup),
    tail: markup.tail(view, place),
  };
}

/** The page after a redesign: other elements, no structured data, prices only in the cart. */
export function redesignedPage(view: ProductView): PageParts {
  return {
    title: view.title,
    description: view.description,
    canonicalPath: view.pagePath,
    body: `<div class="x1"><div class="x2">${escapeHtml(view.title)}</div><div class="x3">Add to cart to see the price.</div></div>`,
  };
}

/** The page of a shop whose backend is down: an empty frame. */
export function emptyPage(path: string): PageParts {
  return { title: 'Shop', description: '', canonicalPath: path, body: '<div id="app"></div>' };
}
