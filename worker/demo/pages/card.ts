import { escapeHtml } from '#domain/text/escape-html.ts';
import type { Place } from '../world/addresses.ts';
import { type CardView, priceText, unitPriceText } from '../world/product-view.ts';
import type { ClassNames } from './class-names.ts';

function card(view: CardView, { base }: Place, names: ClassNames): string {
  const { price } = view;
  const was =
    price.wasCents === null
      ? ''
      : `<span class="${names.cardWas}">Was ${priceText(price.wasCents)}</span>`;
  const unit = view.unitPrice
    ? `<span class="per-unit">${unitPriceText(view.unitPrice)}</span>`
    : '';
  const empty =
    price.availability === 'out_of_stock' ? '<span class="sold">Out of stock</span>' : '';
  return `<li class="${names.card}"><a href="${base}${view.path}"><img src="${base}${view.picturePath}" alt="" width="300" height="300" loading="lazy"><span class="${names.cardTitle}">${escapeHtml(view.title)}</span></a>
<span class="${names.cardPrice}">${priceText(price.priceCents)}</span>${was}${unit}${empty}</li>`;
}

/** A grid of product cards. */
export function cardGrid(cards: readonly CardView[], place: Place, names: ClassNames): string {
  return `<ul class="${names.grid}">${cards.map((view) => card(view, place, names)).join('\n')}</ul>`;
}
