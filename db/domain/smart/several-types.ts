import { type Cents, cents, formatAud } from '../money.ts';
import { capitalised } from '../text/capitalised.ts';
import type { SmartEvidence } from './evidence.ts';
import type { SmartProduct } from './product.ts';
import { type Answer, about } from './rules.ts';
import { listed, said } from './wording.ts';

/* What a purpose, a list of goods or a gift is answered with: a pick of each of its product types. */

const LEAST_TYPES = 2;

/** A pick of each search that found goods within the limits. */
const fittingOf = (
  searched: readonly SmartEvidence[],
  pickOf: (products: readonly SmartProduct[]) => SmartProduct | undefined,
) =>
  searched.flatMap(({ thing, products, isLoose, isOverBudget }) => {
    const pick = pickOf(products);
    return pick && !isLoose && !isOverBudget ? { thing, pick } : [];
  });
/** The first of the picks that a budget holds together. */
function affordable<Pick extends { pick: SmartProduct }>(picks: readonly Pick[], budget: Cents) {
  const chosen: Pick[] = [];
  for (const each of picks) if (costOf([...chosen, each]) <= budget) chosen.push(each);
  return chosen;
}
const cheapestOf = (products: readonly SmartProduct[]) =>
  products.toSorted((a, b) => a.best.priceCents - b.best.priceCents)[0];
const costOf = (chosen: readonly { pick: SmartProduct }[]): Cents =>
  cents(chosen.reduce((sum, { pick }) => sum + pick.best.priceCents, 0));

/** One pick of each product type, of a set within its budget together, else ideas; null for fewer than two types. */
export function severalTypes(
  searched: readonly SmartEvidence[],
  { isSet }: { isSet: boolean },
): Omit<Answer, 'intent'> | null {
  const budget = (isSet && searched[0]?.budgetCents) || null;
  const best = fittingOf(searched, ([pick]) => pick);
  const isDear = budget !== null && costOf(best) > budget;
  const all = isDear ? fittingOf(searched, cheapestOf) : best;
  const fitting = isDear ? affordable(all, budget) : all;
  const types = new Map(fitting.toReversed().map(({ thing, pick }) => [pick.productId, thing]));
  const chosen = fitting.filter(({ thing, pick }) => types.get(pick.productId) === thing);
  const picks = chosen.map(({ pick }) => pick);
  const [first] = searched;
  if (!first || picks.length < LEAST_TYPES) return null;
  const left = searched.filter((each) => !chosen.some(({ thing }) => thing === each.thing));
  const isListed = searched.every(({ thing, query }) => query.includes(thing));
  const isFound = ({ thing }: SmartEvidence) => all.some((one) => one.thing === thing);
  const [beyond, missing] = [left.filter(isFound), left.filter((each) => !isFound(each))].map(
    (some) => some.map(({ thing }) => thing).join(', '),
  );
  return {
    ...about({ ...first, type: '', asked: [], notes: [] }, picks),
    rangeNote: 'Goods of several kinds have no typical price.',
    roles: chosen.map(({ thing }) => capitalised(thing)),
    summary: said(
      `For “${first.query}” we picked ${isSet ? 'one of each' : 'ideas of several kinds'}: ${listed(chosen.map(({ thing }) => thing))}.`,
      isSet &&
        `Together they cost ${formatAud(costOf(chosen))}${budget ? `, within your ${formatAud(budget)}` : ''}, each at its cheapest shop.`,
      isDear && beyond && `Beyond your budget: ${beyond}.`,
      isSet && missing && `We found nothing to recommend for: ${missing}.`,
    ),
    how: said(
      !isListed && 'We took the usual things for it from our own table.',
      'We took the first choice of each kind.',
    ),
  };
}
