/* Sentences from observations, shared by all answers. */
import { formatAud } from '../money.ts';
import { counted } from '../text/counted.ts';
import type { SmartProduct } from './product.ts';

const AND = new Intl.ListFormat('en-AU');

/** 'Books, Toys and Music'. */
export const listed = (texts: readonly string[]): string => AND.format(texts);

/** Joins the sentences that there are. */
export const said = (...sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.filter(Boolean).join(' ');

/** '$549.00'. */
export const priceOf = ({ best }: SmartProduct): string => formatAud(best.priceCents);

/** 'Sunbeam Uno, $549.00 at Crema Cove'. */
export const priced = (product: SmartProduct): string =>
  `${product.name}, ${priceOf(product)} at ${product.best.retailerName}`;

/** '4.6 of 5 (120 ratings)'; null where there are too few. */
export const ratingText = ({ rating }: SmartProduct) =>
  rating && `${rating.average} of 5 (${counted(rating.count, 'rating')})`;
