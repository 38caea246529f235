import type { FittingProduct } from './arrange-products.ts';
import type { Understood } from './understand-query.ts';

/**
 * Fruits and nuts that give other goods their taste, in the plural: who types it wants the fruit. Of all other words, as of these in
 * the singular, goods called after it may be meant: kangaroo mince, vanilla yoghurt, an Apple phone.
 */
const FRUITS =
  /^(?:almonds|apples|apricots|bananas|blueberries|cashews|cherries|coconuts|cranberries|grapes|hazelnuts|lemons|limes|mangoe?s|nectarines|oranges|peaches|peanuts|pears|pineapples|pistachios|plums|raisins|raspberries|strawberries|sultanas|walnuts|watermelons)$/;

/** Whether the query is a fruit or nut alone, and what fits only tastes of it: banana milk. */
export function isOnlyNamedAfter(
  { groups: [asked, ...others] }: Pick<Understood, 'groups'>,
  fitting: readonly Pick<FittingProduct, 'isTheThing'>[],
): boolean {
  const isFruit = others.length === 0 && FRUITS.test(asked?.[0] ?? '');
  return isFruit && !fitting.some(({ isTheThing }) => isTheThing);
}
