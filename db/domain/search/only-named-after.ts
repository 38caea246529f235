import type { MatchedProduct } from './arrange-products.ts';
import type { ParsedQuery } from './parse-query.ts';

/**
 * Plurals of fruits and nuts that flavour other goods: a shopper who types one wants the fruit. The singular, and any other word, may mean
 * goods named after it: vanilla yoghurt, an Apple phone.
 */
const FRUITS =
  /^(?:almonds|apples|apricots|bananas|blueberries|cashews|cherries|coconuts|cranberries|grapes|hazelnuts|lemons|limes|mangoe?s|nectarines|oranges|peaches|peanuts|pears|pineapples|pistachios|plums|raisins|raspberries|strawberries|sultanas|walnuts|watermelons)$/;

/** Whether a query names a fruit or nut alone and its products only taste of it: banana milk for 'bananas'. */
export function isOnlyNamedAfter(
  { terms: [first, ...others] }: Pick<ParsedQuery, 'terms'>,
  products: readonly Pick<MatchedProduct, 'isTheThing'>[],
): boolean {
  const isFruit = others.length === 0 && FRUITS.test(first?.[0] ?? '');
  return isFruit && !products.some(({ isTheThing }) => isTheThing);
}
