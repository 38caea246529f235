import { load } from 'cheerio/slim';
import type { ProductSelectors } from '#db/entities/retailer.ts';
import { parseAvailability } from '#domain/offers/availability.ts';
import { parsePriceText } from '#domain/price-text/price-text.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { isAbove, readGtin } from '../../values/amount.ts';
import { type Candidate, emptyCandidate } from '../../values/candidate.ts';
import { absoluteAddress } from '../../values/nodes.ts';

/** Characters of one field; more is no field but a part of the page. */
const LONGEST_FIELD = 300;

/** What the profile's selectors find on a page that was parsed within limits before; empty fields where they find nothing. */
export function readBySelectors(
  body: string,
  pageUrl: string,
  selectors: ProductSelectors,
  currency: string | null,
): Candidate {
  const $ = load(body);
  const text = (selector: string | undefined): string | null => {
    if (!selector) return null;
    const [css = '', attribute] = selector.split('@');
    const found = $(css).first();
    const value = attribute ? found.attr(attribute) : found.text();
    const trimmed = foldSpaces(value ?? '').trim();
    return trimmed === '' || trimmed.length > LONGEST_FIELD ? null : trimmed;
  };
  const amount = (selector: string | undefined) =>
    parsePriceText(text(selector) ?? '', currency).amount;
  const price = amount(selectors.price);
  const was = amount(selectors.originalPrice);
  const image = text(selectors.image);
  return {
    ...emptyCandidate('selectors'),
    name: text(selectors.name),
    url: pageUrl,
    price,
    currency: price ? currency : null,
    originalPrice: was && price && isAbove(was, price) ? was : null,
    availability: parseAvailability(text(selectors.availability)),
    brand: text(selectors.brand),
    gtin: readGtin(text(selectors.gtin)),
    sku: text(selectors.sku),
    imageUrl: image ? absoluteAddress(image, pageUrl) : null,
  };
}
