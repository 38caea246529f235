import { tag, tagsOf } from '../lexicon/lexicon.ts';
import { phraseKey } from '../lexicon/tokens.ts';
import { toCents } from '../money.ts';
import { namesAudience, OF_YOUNG } from '../search/audiences.ts';
import { ACCESSORY_NOUNS, headNounOf } from '../search/name-head.ts';
import { parseQuery } from '../search/parse-query.ts';
import type { Term } from '../search/query-terms.ts';
import { typedOf } from '../search/query-type.ts';
import { counted } from '../text/counted.ts';
import { type Asked, askedOf, check, passesOf, stating } from './measures.ts';
import { orderOf, ranked } from './order.ts';
import { isPlain, kindOf, namedShare, productOf, type SmartProduct } from './product.ts';
import type { QuestionReading } from './question.ts';
import type { Found, SmartOffer, SmartQuestion } from './recommendation.ts';
import { listed } from './wording.ts';

/* Found offers → the products that a question means, checked against its needs and ranked. Search has left out other goods and accessories. */

/** Products whose head nouns tell the type: as many as the top picks. */
const HEADS = 3;
/** Categories whose packs state the user or the purpose. */
const SAYS_WHAT_FOR = new Set(['Baby', 'Beauty', 'Cleaning', 'Pet Food', 'Pharmacy']);
const ACCESSORIES: ReadonlySet<string> = new Set([...ACCESSORY_NOUNS, 'accessory']);
const FOR_CHILDREN: ReadonlySet<string | null> = new Set(['Baby', 'Toys']);

/** Everything known for a search of a question. */
export type SmartEvidence = ReturnType<typeof gatherEvidence>;

/** The products of found offers that a question means and that meet its needs and budget, ranked. Leaves out what costs more than usual. */
export function gatherEvidence(question: SmartQuestion, found: Found) {
  const { query, reading, budgetCents, minCents } = question;
  const { thing, offers } = found;
  const isGift = reading.intent === 'gift';
  const kind = goodsOfKind(question.category, found, isGift);
  const { parsed, category, meanings } = kind;
  const type = typeOf(thing, kind.products);
  // What describes the receiver of a gift describes no goods.
  const words = isGift ? '' : found.asked;
  const asked = askedOf(reading.needs, [type, category.toLowerCase()], words, kind.products);
  const checked = kind.products.map((one) => ({
    ...one,
    checks: asked.map(({ text, condition }) => ({ text, check: check(condition, one) })),
  }));
  const unbroken = checked.filter(({ checks }) => checks.every((each) => each.check !== 'breaks'));
  const isStated = SAYS_WHAT_FOR.has(category);
  const most = isStated ? Math.max(0, ...unbroken.map(passesOf)) : 0;
  const meant = unbroken.filter((one) => passesOf(one) >= most);
  const [least, limit] = [minCents ?? 0, budgetCents ?? Number.POSITIVE_INFINITY];
  const affordable = meant.filter(({ best }) => best.priceCents <= limit);
  const isOverBudget = meant[0] !== undefined && !affordable[0];
  const fitting = affordable.filter(({ best }) => best.priceCents >= least);
  const [within = meant] = [fitting, affordable].filter(([one]) => one);
  const isDear = ({ best }: SmartProduct) => best.buyVerdict.word === 'wait';
  const now = within.filter((one) => !isDear(one));
  const dear = within.filter(isDear);
  const plain = meant.filter((one) => isPlain(one, thing));
  const known = plain[0] ? plain : meant;
  const named = known.find(({ best }) => best.isTheThing) ?? known[0] ?? null;
  // All goods for babies suit a child.
  const isMet = (term: Term) => FOR_CHILDREN.has(category) && namesAudience(typedOf(term));
  const lacksPurpose = isStated && most === 0 && !parsed.purpose.every(isMet);
  const unchecked = uncheckedOf(reading, asked, kind.products);
  const lacksName =
    reading.intent === 'compare' &&
    kind.products.map(namedShare(found.asked)).every((one) => one === 0);
  // A number that no name has is another model.
  const lacksModel = unchecked.some((wish) => /^\d{3,5}$/.test(wish));
  const isByPrice = isOverBudget || parsed.isCheapest || reading.isCheapest;
  const isToRun = reading.intent === 'cheapest-to-run';
  const order = orderOf(meant, {
    needs: asked[0] !== undefined,
    stars: isToRun,
    price: isByPrice,
  });
  return {
    ...{ query, thing, category, minCents, budgetCents, meanings },
    /** What was searched for first. */
    sought: found.asked,
    /** The price that the question asks about, "around $80" too; null for none. */
    quotedCents: reading.intent === 'worth-it' ? quotedOf(reading) : null,
    /** Product types of the question and its goods, as the tables of rules and tips know them. */
    type,
    /** What the needs ask of the goods, in the order of each product's checks. */
    asked,
    /** The best match that can be bought, whatever its price and verdict; null for none. */
    named,
    /** The cheapest comes first: all are over the budget, or the question asks for a cheap one. */
    isByPrice,
    isToRun,
    /** What orders the products, the weightiest first. */
    order,
    /** Products left out because their verdict is "wait", the best match first. */
    dear,
    /** No product matches the question; these are the nearest. */
    isLoose:
      offers.length > 0 &&
      (found.isLoose || kind.isOutside || lacksPurpose || lacksModel || lacksName),
    isOverBudget: isOverBudget && now.length > 0,
    /** What the shopper wishes and no shop states. */
    unchecked,
    /** All goods found go with the thing, as a case does. */
    isAside: kind.isAside,
    /** What was left out, a sentence each. */
    notes: [
      ...leftOutOf(offers),
      ...note(dear.length, 'product', 'We left out # that cost more than usual: better wait.'),
      ...note(
        checked.length - meant.length,
        'product',
        `We left out # not known to meet ${listed(asked.map(({ text }) => text))}.`,
      ),
      ...stockOf(now),
      ...kind.notes,
    ],
    /** Best first, within category and budget. Every figure of an answer is of these. */
    products: (meanings[0] ? [] : ranked(now, order)) as readonly SmartProduct[],
  };
}

/** What a question wishes that no need checks and none of the goods states, in its words. */
const uncheckedOf = (
  { needs, excluded }: QuestionReading,
  asked: readonly Asked[],
  goods: readonly SmartProduct[],
): string[] =>
  [
    ...needs
      .filter(({ kind }) => kind === 'use' || kind === 'place')
      .map(({ words }) => words)
      .filter((words) => !asked.some((need) => words.includes(need.words))),
    // Names need not say what goods are; a word alone may be a brand.
    ...excluded
      .filter((words) => /\s/.test(words) && !tag(words)[0])
      .map((words) => `not ${words}`),
  ].filter((words) => !goods.some((one) => check(stating([words]), one) === 'passes'));

const quotedOf = ({ minDollars, maxDollars }: SmartQuestion['reading']) =>
  maxDollars === null ? null : toCents(((minDollars ?? maxDollars) + maxDollars) / 2);

/** The products that can be bought of the kind that a search names, or that the shopper chose. */
function goodsOfKind(chosen: string | null, found: Found, isGift: boolean) {
  const parsed = parseQuery(found.asked);
  const groups = [...Map.groupBy(found.offers, ({ productId }) => productId).values()];
  const some = groups.flatMap((group) => productOf(group, found) ?? []);
  // "Bags for a vacuum" are no vacuum.
  const goesWith = (one: SmartProduct) =>
    isAccessory(one) || one.best.isTheThing || !one.best.isSimilar;
  const asked = parsed.isAccessory && parsed.purpose[0] ? some.filter(goesWith) : some;
  const proper = parsed.isAccessory ? asked : asked.filter((one) => !isAccessory(one));
  const all = proper[0] ? proper : asked;
  const named = parseQuery(found.thing).category;
  const { category, meanings } = categoryFor(chosen, named, all);
  // Gifts are of several categories.
  const isOpen = isGift && chosen === null;
  const matching = all.filter((one) => isOpen || one.category === category);
  // The shopper chose a category that has none.
  const isElsewhere = chosen !== null && all[0] !== undefined && !matching[0];
  return {
    ...{
      parsed,
      category,
      meanings,
      isOutside: isElsewhere,
      isAside: !proper[0] && all[0] !== undefined,
    },
    products: thingsAmong(
      matching[0] ? matching : all,
      parsed.isForChildren || OF_YOUNG.test(found.asked),
    ),
    notes: [
      ...(isElsewhere ? [`None of them is in ${category}, so other categories are shown.`] : []),
    ],
  };
}

const isAccessory = ({ name, best }: SmartProduct): boolean =>
  ACCESSORIES.has(phraseKey(headNounOf(name, best.brand) ?? ''));

const note = (count: number, of: string, text: string): string[] =>
  count > 0 ? [text.replace('#', () => counted(count, of))] : [];

/** What cannot be bought, or was not seen for long. */
function leftOutOf(offers: readonly SmartOffer[]): string[] {
  const gone = offers.filter(({ canBuy }) => !canBuy);
  const unseen = gone.filter(({ availability }) => availability === 'unknown').length;
  return [
    ...note(gone.length - unseen, 'offer', 'We left out # that cannot be bought right now.'),
    ...note(unseen, 'offer', 'We left out # that we have not seen for two weeks.'),
  ];
}

/** For how many of the prices of an answer the shop does not state its stock. */
function stockOf(products: readonly SmartProduct[]): string[] {
  const offers = products.flatMap((one) => one.offers);
  const unstated = offers.filter(({ availability }) => availability === 'unknown').length;
  const text = `For # of ${offers.length} the shop does not state its stock.`;
  return note(unstated, 'price', text);
}

/**
 * The category that the shopper chose, else the one that the words name, else that of most products which are the thing. `meanings` are
 * the categories found for "something for a cold", of which no product is the thing and none holds most products.
 */
function categoryFor(chosen: string | null, named: string | null, all: readonly SmartProduct[]) {
  const things = all.filter(({ best }) => best.isTheThing);
  const counts = [...Map.groupBy(things[0] ? things : all, ({ category }) => category ?? '')]
    .filter(([name]) => name)
    .toSorted(([, a], [, b]) => b.length - a.length);
  const found = counts.map(([name]) => name);
  const of = counts.reduce((sum, [, { length }]) => sum + length, 0);
  const main = counts.find(([, { length }]) => length > of / 2)?.[0];
  const wished = found.find((name) => name.toLowerCase() === chosen?.trim().toLowerCase());
  const own = named && found.includes(named) ? named : (main ?? named ?? 'Other');
  const isOpen = chosen === null && named === null && !main && !things[0];
  return { category: wished ?? chosen ?? own, meanings: isOpen ? found : [] };
}

/**
 * Those that are the thing, for tea no coffee; with a lone one what no name calls other goods, for a console no games. All where none is.
 * Without goods for children or puppies, whom a query would name, if there are others.
 */
function thingsAmong(products: readonly SmartProduct[], isForYoung: boolean) {
  const things = products.filter(({ best }) => best.isTheThing);
  const [lone, another] = things;
  const alike = lone && !another ? products.filter((one) => !isOther(one, lone)) : things;
  const meant = lone ? alike : products;
  const adults = meant.filter(
    ({ name, category }) => FOR_CHILDREN.has(category) || !OF_YOUNG.test(name),
  );
  return isForYoung || !adults[0] ? meant : adults;
}

/** Whether a product's name says that it is of another kind. */
function isOther(one: SmartProduct, thing: SmartProduct): boolean {
  const head = headNounOf(one.name, one.best.brand) ?? '';
  return (
    kindOf(one) !== kindOf(thing) &&
    tagsOf(head, 'type', 'ingredient', 'hint', 'accessory').length > 0
  );
}

/** The product types that words name, and what the first products are, as the tables of rules and tips know them. */
function typeOf(words: string, products: readonly SmartProduct[]): string {
  const named = tagsOf(words, 'type', 'hint', 'ingredient').map(({ phrase }) => phrase);
  const first = products.slice(0, HEADS);
  const heads = first.flatMap(({ name, best }) => headNounOf(name, best.brand) ?? []);
  return [...new Set([...named, ...heads])].join(', ');
}
