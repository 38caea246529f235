import { isNamedThing } from '../categories/head-noun.ts';
import { singularOf } from '../categories/singular.ts';
import type { MatchedProduct } from './filter-products.ts';
import { ACCESSORY_NOUNS, FRUITS, SEASONINGS } from './name-head.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { Term } from './query-terms.ts';
import { isDescription, isInCategories, typedOf } from './thing-of-query.ts';
import { kindOf, sameAs } from './vocabulary.ts';

/** Food is named after what it contains. */
const FOOD = 'Groceries';
/** Seasonings are sold as supplements too: turmeric capsules. */
const SUPPLEMENTS = 'Pharmacy';

type Named = Pick<MatchedProduct, 'isTheThing' | 'category'>;

/**
 * Whether products only share words with what a query names: banana milk for 'bananas', table salt for 'outdoor table', an olive shoe for
 * 'olives'. True where no food, or supplement of a seasoning, is the thing, and the query names a fruit, nut or seasoning alone; or none is
 * the thing, and it names nothing but a thing or one food of a category that none is in. The singular of a fruit may mean goods named after
 * it: an Apple phone.
 */
export function isOnlyNamedAfter(
  { terms, category }: Pick<ParsedQuery, 'terms' | 'category'>,
  products: readonly Named[],
): boolean {
  const things = products.filter(({ isTheThing }) => isTheThing);
  const typed = terms.map(typedOf).join(' ');
  const singular = singularOf(typed);
  const isSeasoning = SEASONINGS.has(singular);
  if (isSeasoning || (singular !== typed && FRUITS.has(singular))) {
    const own = [null, FOOD, ...(isSeasoning ? [SUPPLEMENTS] : [])];
    return !things.some((each) => own.includes(each.category));
  }
  if (things[0]) return false;
  const isFood = category === FOOD && !typed.includes(' ');
  return (isNamedThing(typed) || isFood) && !products.some((each) => each.category === category);
}

/** The last word of a noun, in the singular. */
const lastWord = (noun: string) => singularOf(noun.split(' ').at(-1) ?? '');

/** Whether a product goes with another thing, as a case does. */
const goesWithAnother = ({ head }: Pick<MatchedProduct, 'head'>) =>
  ACCESSORY_NOUNS.includes(lastWord(head));

/**
 * Products without those that are known to be another thing than the one that a query names: kettles for 'toaster', which share its
 * shelf, wine for 'bin', crisps for 'salt'. Nothing goes where the query names two things, or no product is the thing, but for food: ham
 * pizza is no ham. Goods of the same category whose names have the words stay ('bleach toilet cleaner'), but for food, and so does all
 * of a category that is named after the thing ('Cameras'). Goods that go with the thing always go.
 */
export function withoutOtherThings<
  Product extends Named & Pick<MatchedProduct, 'head' | 'isNamed' | 'isTyped'>,
>(all: Product[], { headNouns, terms, thing, category, isAccessory }: ParsedQuery): Product[] {
  const [best] = all;
  if (!best || isAccessory || goesWithAnother(best)) return all;
  // A brand of tissues sells toilet paper on the same shelf.
  const products = all.filter(
    (each) => each.isTheThing || each.category === best.category || !goesWithAnother(each),
  );
  const isFood = category === FOOD;
  const isAnother = (term: Term) =>
    !thing.includes(term) && isInCategories(term) && !isDescription(term);
  const typed = thing.map(typedOf);
  const isKnown = thing.some(isInCategories) || isNamedThing(typed.join(' '));
  const isSold = best.isTheThing || (isFood && terms.length === 1);
  if (!isKnown || !isSold || terms.some(isAnother)) return products;
  const words = [...headNouns, ...thing.flat(), ...typed.flatMap((term) => term.split(' '))];
  const kinds = typed.flatMap((term) => [term, ...sameAs(term)]).flatMap(kindOf);
  const nouns = new Set([...words, ...kinds].map(lastWord));
  const isMeant = (head: string) =>
    !isNamedThing(head) ||
    [head, ...kindOf(head), ...sameAs(head)].some((noun) => nouns.has(lastWord(noun)));
  const isNamesake = headNouns.map(lastWord).includes(lastWord(category?.toLowerCase() ?? ''));
  // 'Cup A Soup Noodles' are a "cup a soup"; beans in tomato sauce are no "tomato sauce".
  const isPhrase = typed.some((words) => words.includes(' ') && !isNamedThing(words));
  const isNear = (product: Product) =>
    product.category === category &&
    (isNamesake || (product.isNamed && (!isFood || (product.isTyped && isPhrase))));
  return products.filter(
    (product) =>
      product.isTheThing ||
      (!goesWithAnother(product) && (isMeant(product.head) || isNear(product))),
  );
}
