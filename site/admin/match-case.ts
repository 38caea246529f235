/* Two offers side by side with their differences marked, so that an operator can judge whether they are one product. */
import { html } from 'hono/html';
import type { MatchCase, OfferCard } from '#db/queries/matches/cases.ts';
import { formatAud } from '#domain/money.ts';
import { contentText } from '#domain/pack/content-text.ts';
import { parsePackSize } from '#domain/pack/pack-size.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { groupedBy } from '#domain/products/grouped-by.ts';
import { printedGtin } from '#domain/products/gtin.ts';
import { counted } from '#domain/text/counted.ts';
import type { Html } from '../api/core/page.ts';
import { unitPriceText } from '../ui/price-text.ts';
import { actionButton, lines, productLink, shopLink } from './layout.ts';

export const MATCHES = '/admin/matches';

/** Facts that offers of one product share if both state them. */
const FACTS: readonly [label: string, of: (card: OfferCard) => string | null][] = [
  ['Pack', ({ name }) => packOf(name)],
  ['Variant', ({ variant }) => variant || null],
  ['Brand', ({ brand }) => brand],
  ['Barcode', ({ gtin }) => gtin && printedGtin(gtin)],
  ['Category', ({ category }) => category],
];
/** Prices that differ by this factor are too far apart for one product. */
const FAR_APART = 2;

/** A doubted match: the reason for the doubt, both offers, and the buttons `actions`. */
export function matchCase(each: MatchCase, actions: Html): Html {
  const { left, right, because, reports, offer } = each;
  const report = reports > 0 ? `Reported ${reports === 1 ? 'once' : `${reports} times`}` : null;
  const question = report ?? (offer ? 'Another product?' : 'One product?');
  const title = html`<h2 id="case-${left.id}">${productLink(left.productId, left.productName)}</h2>`;
  return html`<article class="card stack tight" aria-labelledby="case-${left.id}">
${title}<p><span class="badge tone-yellow">${question}</span> ${because.join('; ')}</p>
${offer ? '' : html`<p class="small muted">Merge moves the left product’s offers to the right product, which keeps its name and address.</p>`}
${comparison(left, right)}
<div class="row">${actions}</div></article>`;
}

function comparison(left: OfferCard, right: OfferCard | null): Html {
  const both = right ? [left, right] : [left];
  const row = (label: string, cell: (card: OfferCard) => Html | string, isOther = false) =>
    html`<tr class="${isOther ? 'differs' : ''}"><th scope="row">${label}${
      isOther ? html`<span class="visually-hidden"> differs</span>` : ''
    }</th>${both.map((card) => html`<td>${cell(card)}</td>`)}</tr>`;
  const differ = (of: (card: OfferCard) => string | null) => {
    const stated = both.map((card) => of(card)?.toLowerCase()).filter(Boolean);
    return new Set(stated).size > 1;
  };
  const cents = both.map(({ priceCents }) => priceCents);
  const isFar = Math.max(...cents) >= FAR_APART * Math.min(...cents);
  return html`<table class="admin-compare"><thead><tr><td></td>
${both.map(({ shop }) => html`<th scope="col">${shop}</th>`)}</tr></thead><tbody>
${row('Picture', picture)}
${row('Title', (card) => titled(card, both.find((other) => other !== card) ?? card))}
${row('Price', ({ priceCents, unitPrice }) => lines(html`<strong>${formatAud(priceCents)}</strong>`, unitPrice ? unitPriceText(unitPrice) : ''), isFar)}
${FACTS.map(([label, of]) => (both.some(of) ? row(label, (card) => of(card) ?? '–', differ(of)) : ''))}
${both.some(({ shelf }) => shelf) ? row('Shelf', ({ shelf }) => shelf ?? '–') : ''}
${both.some(({ sku }) => sku) ? row('SKU', ({ sku }) => sku ?? '–') : ''}
${left.productId === right?.productId ? '' : row('Product', product)}
${row('Link', matchOf)}
</tbody></table>`;
}

function picture(card: OfferCard): Html | string {
  const src = pictureUrl(card);
  return src === '' ? '–' : html`<img src="${src}" alt="" width="96" height="96" loading="lazy">`;
}

/** The title, with the words marked that the other title lacks. */
function titled({ url, name }: OfferCard, other: OfferCard): Html | string {
  const known = plain(other.name);
  const words = name
    .split(/\s+/)
    .map((word) => (known.includes(plain(word)) ? html`${word} ` : html`<mark>${word}</mark> `));
  return shopLink(url, html`${words}`);
}

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, '');

function packOf(name: string): string | null {
  const pack = parsePackSize(name);
  return pack && contentText(pack);
}

function product({ productId, productName, offers }: OfferCard): Html {
  return lines(productLink(productId, productName), counted(offers, 'offer'));
}

function matchOf({ name, matchMethod: method, matchConfidence, matchBecause }: OfferCard): Html {
  const grouped = groupedBy({ method, name });
  const sure = method === 'new' ? '' : `, ${Math.round(matchConfidence * 100)} % sure`;
  return lines(grouped + sure, matchBecause.join('; '));
}

export function caseButton(
  action: 'split' | 'merge' | 'keep',
  label: string,
  { left }: MatchCase,
  fields: Record<string, string | null>,
  look = '',
): Html {
  const of = `${left.name} at ${left.shop}`;
  return actionButton({ path: `${MATCHES}/${action}`, label, of, look, fields });
}
