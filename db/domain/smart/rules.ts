import { dollars, formatAud } from '../money.ts';
import { counted } from '../text/counted.ts';
import { passesOf, type SmartEvidence, type SmartProduct, starsOf } from './evidence.ts';
import { type Check, type Condition, check, type Described, rowFor } from './measures.ts';
import type { SmartAdvice } from './recommendation.ts';
import tips from './tips.json' with { type: 'json' };
import { listed, priced, priceOf, said } from './wording.ts';

/** What to check before buying: a sentence, or one with a condition on names and specifications. */
type Tip = string | ({ text: string } & Condition);

/** Tips by product type. Lasting advice, without prices, models or dates. */
const TIPS: readonly { of: string; tips: readonly Tip[] }[] = tips.types;
const LEAST_TIPS = 3;
const MOST_TIPS = 4;
const TOP_PICKS = 3;
/** Categories that a question without an answer names. */
const MOST_MEANINGS = 3;
/** Fewer products than this show their whole range, as the middle half of three is one. */
const FEWEST_OF_A_HALF = 4;

/**
 * Three or four tips for goods of a type. A tip with a condition is shown where all of `picks` pass it. General tips fill up, or stand for an
 * unknown type.
 */
export function buyingTipsFor(type: string, picks: readonly Described[]): string[] {
  const fitting = (rowFor(TIPS, type)?.tips ?? []).flatMap((tip) => {
    if (typeof tip === 'string') return tip;
    return picks[0] && picks.every((pick) => check(tip, pick) === 'passes') ? tip.text : [];
  });
  const missing = fitting[0] ? Math.max(0, LEAST_TIPS - fitting.length) : MOST_TIPS;
  return [...fitting.slice(0, MOST_TIPS), ...tips.general.slice(0, missing)];
}

/** Words the advice by rules. Every figure in it was observed; without offers, it says so and suggests the `nearest` query. */
export function ruleAdvice(evidence: SmartEvidence, nearest: string | null = null): SmartAdvice {
  const picks = evidence.products.slice(0, TOP_PICKS);
  return {
    summary: summaryOf(evidence, nearest),
    priceRange: priceRangeOf(evidence),
    topPicks: picks.map((product) => rulePick(product, picks, evidence)),
    buyingTips: buyingTipsFor(evidence.type, picks),
    reasoning: [
      ...evidence.notes,
      ...evidence.asked.map(({ words, text, source }) => `For “${words}”: ${text}. ${source}.`),
      ...(picks[0] ? [rankingOf(evidence), 'Each is shown at its cheapest shop.'] : []),
    ],
    intent: 'find',
  };
}

/** Words a pick by rules; `picks` are all picks shown. */
export function rulePick(
  product: SmartProduct,
  picks: readonly SmartProduct[],
  { asked, isByPrice }: Pick<SmartEvidence, 'asked' | 'isByPrice'>,
): SmartAdvice['topPicks'][number] {
  const others = picks.filter((pick) => pick !== product);
  const isFirst = product === picks[0];
  const best = roleOf(product, others);
  const role = isFirst ? !isByPrice && others[0] && 'Good value' : best;
  const stating = (wanted: Check) =>
    listed(asked.flatMap(({ text }, nth) => (product.checks[nth] === wanted ? text : [])));
  const [met, open] = [stating('passes'), stating('unknown')];
  return {
    name: product.name,
    reason: said(
      shopsOf(product),
      best && `It is the ${best.toLowerCase()} of our picks.`,
      isFirst && !isByPrice && whyFirst(product, others),
      met && `It meets what you need: ${met}.`,
      open && `Its shops do not state ${open}: check before you buy.`,
    ),
    keyFeatures: [...product.features],
    userSentiment: sentimentOf(product),
    ...(role && { role }),
  };
}

/** Where it is cheapest. The verdict judges the year (#domain/prices/buy-verdict.ts). */
export const shopsOf = ({ best, shops }: SmartProduct): string =>
  `At ${best.retailerName}, ${shops.length > 1 ? `the lowest of ${shops.length} shops` : 'the only shop we know for it'}.`;

/** What a pick is among the others. */
function roleOf(product: SmartProduct, others: readonly SmartProduct[]): string {
  if (!others[0]) return '';
  const isCheapest = others.every(({ best }) => best.priceCents > product.best.priceCents);
  const isBestRated = others.every((other) => starsOf(other) < starsOf(product));
  if (isCheapest) return isBestRated ? 'Cheapest and the best rated' : 'Cheapest';
  return isBestRated ? 'Best rated' : '';
}

/** One sentence on why a dearer or lower rated pick comes first; empty where none is needed. */
function whyFirst(first: SmartProduct, others: readonly SmartProduct[]): string {
  const stars = starsOf(first);
  const rival = others.find(
    (one) => one.best.priceCents < first.best.priceCents || (stars > 0 && starsOf(one) > stars),
  );
  if (!rival) return '';
  if (passesOf(first) > passesOf(rival))
    return 'It comes first as it states what you need, and others do not.';
  if (first.best.buyVerdict.word === 'buy' && rival.best.buyVerdict.word !== 'buy')
    return 'It comes first as its price is low for its year.';
  if (stars > starsOf(rival) && starsOf(rival) > 0)
    return `It comes first as buyers rate it ${stars} of 5, against ${starsOf(rival)}.`;
  return first.score100 > rival.score100
    ? 'It comes first by its AI score: price, ratings and shops together.'
    : 'It comes first as it matches your words best.';
}

function summaryOf(evidence: SmartEvidence, nearest: string | null): string {
  const { products, query, meanings, isLoose, isByPrice, notes } = evidence;
  const [first] = products;
  if (meanings[0])
    return `“${query}” can mean different things: we found goods in ${listed(meanings.slice(0, MOST_MEANINGS))}. Tell us which product you want.`;
  if (!first) {
    const next = nearest === null ? 'fewer or more general words' : `“${nearest}”`;
    return notes[0]
      ? said(`There is nothing to recommend for “${query}” right now.`, ...notes)
      : `No shop we compare sells anything that matches. Try ${next}.`;
  }
  const isAlone = products.length === 1;
  const shops = counted(new Set(products.flatMap((product) => product.shops)).size, 'shop');
  const closest = `${isAlone ? 'this is' : 'these are'} the closest we found`;
  const rank =
    passesOf(first) > 0 ? 'by your needs, AI score and price' : 'by match, AI score and price';
  const choice = isAlone ? 'It' : `Our first choice, ${isByPrice ? 'the cheapest' : rank},`;
  const sentences = [budgetSentence(evidence), `${choice} is ${priced(first)}.`];
  return said(
    isLoose
      ? `No exact match for “${query}”; ${closest}.`
      : isAlone
        ? `We found one product for “${query}”, at ${shops}.`
        : `We compared ${counted(products.length, 'product')} for “${query}” at ${shops}.`,
    ...(isAlone ? sentences.toReversed() : sentences),
  );
}

function budgetSentence(evidence: SmartEvidence): string {
  const { budgetCents, minCents, isOverBudget, products } = evidence;
  if (budgetCents === null) return '';
  const budget = formatAud(budgetCents);
  if (products.length === 1)
    return `It ${isOverBudget ? 'exceeds' : 'fits'} your budget of ${budget}.`;
  const [nearest] = products;
  if (isOverBudget && nearest)
    return `None of them fits your budget of ${budget}; the nearest costs ${priceOf(nearest)}.`;
  return minCents === null
    ? `All of them fit your budget of ${budget}.`
    : `All of them cost ${formatAud(minCents)} to ${budget}.`;
}

/** The lowest, the median and the highest of the products' best prices; null without any. */
export function pricesOf(products: readonly SmartProduct[]) {
  const sorted = products.map(({ best }) => best.priceCents).toSorted((a, b) => a - b);
  const [lowest] = sorted;
  if (lowest === undefined) return null;
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? lowest;
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? lowest;
  return {
    lowest,
    median,
    highest: sorted.at(-1) ?? lowest,
    middle: [at(0.25), at(0.75)] as const,
  };
}

/** The price range of the middle half, so that one outlier does not stretch it. */
function priceRangeOf({ products }: SmartEvidence): SmartAdvice['priceRange'] {
  const prices = pricesOf(products);
  if (!prices) return { min: 0, max: 0, note: 'We have no current price to go by.' };
  const { lowest, highest, middle } = prices;
  if (products.length >= FEWEST_OF_A_HALF) {
    const note = `The middle half of ${products.length} products, each at its cheapest shop; all of them run from ${formatAud(lowest)} to ${formatAud(highest)}.`;
    return { min: dollars(middle[0]), max: dollars(middle[1]), note };
  }
  const note =
    products.length === 1
      ? 'The price of the only product, at its cheapest shop.'
      : `From ${products.length} products only, each at its cheapest shop.`;
  return { min: dollars(lowest), max: dollars(highest), note };
}

const SENTIMENTS = [
  ...([
    [4.5, 'Very happy'],
    [4, 'Mostly happy'],
    [3, 'Mixed'],
  ] as const),
  [0, 'Often disappointed'] as const,
];

function sentimentOf({ rating }: SmartProduct): string {
  if (!rating) return 'Not enough ratings yet.';
  const [, mood] = SENTIMENTS.find(([least]) => rating.average >= least) ?? [];
  return `${mood}: ${rating.average.toFixed(1)} out of 5 (${counted(rating.count, 'rating')} at shops).`;
}

function rankingOf({ isOverBudget, isByPrice, asked }: SmartEvidence): string {
  if (isOverBudget) return 'Everything is above your budget, so the cheapest comes first.';
  if (isByPrice) return 'You asked for a cheap one, so the cheapest comes first.';
  const first = asked[0] ? 'What is known to meet your needs comes first. ' : '';
  return `${first}We ranked products by how well they match and by score: the price against its own year, ratings, and how much the shop can be trusted.`;
}
