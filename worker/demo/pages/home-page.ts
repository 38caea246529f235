import { escapeHtml } from '#domain/text/escape-html.ts';
import { listPath, type Place } from '../world/addresses.ts';
import type { Shelf } from '../world/listing.ts';
import { cardView, type Moment } from '../world/product-view.ts';
import { cardGrid } from './card.ts';
import { classNames } from './class-names.ts';
import type { PageParts } from './layout.ts';

const SPECIALS = 8;
const LOOKED_AT = 160;

/** The shop's first page: its aisles and what is on special now. */
export function homePage(shelf: Shelf, place: Place, moment: Moment): PageParts {
  const { shop, listings, byCategory } = shelf;
  const step = Math.max(1, Math.floor(listings.length / LOOKED_AT));
  const looked = listings.filter((_, index) => index % step === 0);
  const cards = looked.map((listing) => cardView(shelf, listing, moment));
  const specials = cards.filter((card) => card.price.wasCents !== null).slice(0, SPECIALS);
  const shown = specials.length > 3 ? specials : cards.slice(0, SPECIALS);
  const aisles = [...byCategory].map(([slug, goods]) => {
    const name = goods[0]?.product.category.name ?? slug;
    return `<li><a href="${place.base}${listPath(shop, slug)}">${escapeHtml(name)}</a> <small>${goods.length}</small></li>`;
  });
  return {
    title: shop.description,
    description: `${shop.name}: ${shop.description}`,
    canonicalPath: '/',
    body: `<section class="welcome"><h1>${escapeHtml(shop.name)}</h1><p>${escapeHtml(shop.description)}.</p></section>
<section><h2>Shop by aisle</h2><ul class="aisle-list">${aisles.join('')}</ul></section>
<section><h2>${specials.length > 3 ? 'On special' : 'From the shelves'}</h2>${cardGrid(shown, place, classNames(shop))}</section>`,
  };
}
