import { dollars, formatAud } from '../money.ts';
import { counted } from '../text/counted.ts';
import tips from './buying-tips.json' with { type: 'json' };
import type { SmartAdvice, SmartEvidence, SmartProduct } from './recommendation.ts';

/** A tip, or words and a tip for products whose name has one of them: "For a mower" is no tip for a barbecue. */
type Tip = string | string[];

/** What to check before buying, by category. Lasting advice, without prices, models or dates. */
const TIPS: Readonly<Record<string, readonly Tip[]>> = tips;
const LEAST_TIPS = 3;

/**
 * Three or more tips for products of one of our categories: those about all its goods or about `names`, and general ones where these are
 * fewer, as for any other category.
 */
export function buyingTipsFor(category: string, names: readonly string[]): string[] {
  // A shopper may send any category, even '__proto__'.
  const own = (Object.hasOwn(TIPS, category) && TIPS[category]) || [];
  const fitting = own.flatMap((tip) => {
    if (typeof tip === 'string') return tip;
    const [words = '', text = ''] = tip;
    const about = new RegExp(`\\b(?:${words})`, 'i');
    return names.some((name) => about.test(name)) ? text : [];
  });
  if (fitting.length === 0) return [...tips.general];
  return [...fitting, ...tips.general.slice(0, Math.max(0, LEAST_TIPS - fitting.length))];
}

export const TOP_PICKS = 3;

/** Words the advice by rules. Every figure in it was observed; without offers, it says so and suggests the `nearest` query. */
export function ruleAdvice(evidence: SmartEvidence, nearest: string | null = null): SmartAdvice {
  const picks = evidence.products.slice(0, TOP_PICKS);
  return {
    summary: summaryOf(evidence, nearest),
    priceRange: priceRangeOf(evidence),
    topPicks: picks.map((product) => rulePick(product, picks)),
    buyingTips: buyingTipsFor(
      evidence.category,
      picks.map(({ name }) => name),
    ),
    reasoning: reasoningOf(evidence),
  };
}

/** Words a pick by rules; `picks` are all picks shown. */
export function rulePick(
  product: SmartProduct,
  picks: readonly SmartProduct[],
): SmartAdvice['topPicks'][number] {
  return {
    name: product.name,
    reason: reasonOf(product, picks),
    keyFeatures: product.features,
    userSentiment: sentimentOf(product),
  };
}

const AND = new Intl.ListFormat('en-AU');
/** Categories that a question without an answer names. */
const MOST_MEANINGS = 3;

function summaryOf(evidence: SmartEvidence, nearest: string | null): string {
  const { products, query, prices, meanings } = evidence;
  if (meanings[0]) {
    const found = AND.format(meanings.slice(0, MOST_MEANINGS));
    return `“${query}” can mean different things: we found goods in ${found}. Tell us which product you want.`;
  }
  const [first] = products;
  if (!first || !prices) {
    const why =
      evidence.waiting > 0
        ? 'each costs more than it usually does'
        : evidence.offersUnseen > 0
          ? 'none was seen in the last two weeks'
          : 'none can be bought right now';
    const next = nearest === null ? 'fewer or more general words' : `“${nearest}”`;
    return evidence.offersRead > 0
      ? `We found ${counted(evidence.offersRead, 'offer')} for “${query}”, but ${why}, so we recommend none.`
      : `No shop we compare sells anything that matches. Try ${next}.`;
  }
  const isAlone = products.length === 1;
  const rank = rankOf(evidence);
  const subject = isAlone ? 'It' : `Our first choice, ${rank},`;
  const choice = `${subject} is ${first.name}, ${formatAud(first.best.priceCents)} at ${first.best.retailerName}.`;
  const budget = budgetSentence(evidence, isAlone);
  const rest = isAlone ? [choice, budget] : [budget, choice];
  return [openingOf(evidence, isAlone), ...rest].filter(Boolean).join(' ');
}

function rankOf({ isByPrice, isByName }: SmartEvidence): string {
  if (isByPrice) return 'the cheapest';
  return isByName ? 'whose name fits best' : 'by match and AI score';
}

function openingOf({ query, isLoose, products, shops }: SmartEvidence, isAlone: boolean): string {
  if (isLoose) {
    const closest = isAlone ? 'this is' : 'these are';
    return `No exact match for “${query}”; ${closest} the closest we found.`;
  }
  const shopsText = counted(shops, 'shop');
  return isAlone
    ? `We found one product for “${query}”, at ${shopsText}.`
    : `We compared ${counted(products.length, 'product')} for “${query}” at ${shopsText}.`;
}

function budgetSentence(evidence: SmartEvidence, isAlone: boolean): string {
  const { budgetCents, isOverBudget, products } = evidence;
  if (budgetCents === null) return '';
  const budget = formatAud(budgetCents);
  if (isAlone) return `It ${isOverBudget ? 'exceeds' : 'fits'} your budget of ${budget}.`;
  if (!isOverBudget) return `All of them fit your budget of ${budget}.`;
  const nearest = products[0]?.best.priceCents;
  return `None of them fits your budget of ${budget}${nearest === undefined ? '' : `; the nearest costs ${formatAud(nearest)}`}.`;
}

/** Fewer products than this show their whole range, as the middle half of three is one. */
const FEWEST_OF_A_HALF = 4;

/** The price range of the middle half, so that one outlier does not stretch it. */
function priceRangeOf({ prices, products }: SmartEvidence): SmartAdvice['priceRange'] {
  if (!prices) return { min: 0, max: 0, note: 'We have no current price to go by.' };
  const { lowestCents, highestCents } = prices;
  if (products.length < FEWEST_OF_A_HALF) {
    const note =
      products.length === 1
        ? 'The price of the only product, at its cheapest shop.'
        : `From ${products.length} products only, each at its cheapest shop.`;
    return { min: dollars(lowestCents), max: dollars(highestCents), note };
  }
  const sorted = products.map(({ best }) => best.priceCents).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? lowestCents;
  const note = `The middle half of ${products.length} products, each at its cheapest shop; all of them run from ${formatAud(lowestCents)} to ${formatAud(highestCents)}.`;
  return { min: dollars(at(0.25)), max: dollars(at(0.75)), note };
}

/** Where it is cheapest, and how it compares with the other picks. The verdict judges the year (#domain/prices/buy-verdict.ts). */
function reasonOf(product: SmartProduct, picks: readonly SmartProduct[]): string {
  const { best, shops } = product;
  const rank = shops > 1 ? `the lowest of ${shops} shops` : 'the only shop we know for it';
  return [`At ${best.retailerName}, ${rank}.`, roleOf(product, picks)].filter(Boolean).join(' ');
}

function roleOf(product: SmartProduct, picks: readonly SmartProduct[]): string {
  if (picks.length < 2) return '';
  const others = picks.filter((pick) => pick !== product);
  const isCheapest = others.every((pick) => pick.best.priceCents > product.best.priceCents);
  const stars = product.rating?.average ?? 0;
  const isBestRated = stars > 0 && others.every((pick) => (pick.rating?.average ?? 0) < stars);
  if (isCheapest && isBestRated) return 'It is both the cheapest and the best rated of our picks.';
  if (isCheapest) return 'It is the cheapest of our picks.';
  return isBestRated ? 'It is the best rated of our picks.' : '';
}

function sentimentOf({ rating }: SmartProduct): string {
  if (!rating) return 'Not enough ratings yet.';
  const { average, count } = rating;
  const facts = `${average.toFixed(1)} out of 5 (${counted(count, 'rating')} at shops).`;
  if (average >= 4.5) return `Very happy: ${facts}`;
  if (average >= 4) return `Mostly happy: ${facts}`;
  return average >= 3 ? `Mixed: ${facts}` : `Often disappointed: ${facts}`;
}

function reasoningOf(evidence: SmartEvidence): string[] {
  if (evidence.offersRead === 0) return [];
  const { offersRead, offersNotBuyable, offersUnseen, offersUnstated, accessories } = evidence;
  const { category, prices } = evidence;
  return [
    `We read ${counted(offersRead, 'offer')} that match your search.`,
    offersNotBuyable > 0 &&
      `We left out ${counted(offersNotBuyable, 'offer')} that cannot be bought right now.`,
    offersUnseen > 0 &&
      `We left out ${counted(offersUnseen, 'offer')} that we have not seen for two weeks.`,
    offersUnstated > 0 &&
      `Of ${counted(offersUnstated, 'offer')} the shop does not state its stock.`,
    evidence.waiting > 0 &&
      `We left out ${counted(evidence.waiting, 'product')} that cost more than usual: better wait.`,
    accessories > 0 && `We left out ${counted(accessories, 'accessory', 'accessories')}.`,
    evidence.isOutsideCategory && `None of them is in ${category}, so other categories are shown.`,
    prices && rankingOf(evidence),
    prices && 'Each is shown at its cheapest shop.',
  ].filter((line) => typeof line === 'string');
}

function rankingOf({ isOverBudget, isByPrice, isByName }: SmartEvidence): string {
  if (isOverBudget) return 'Everything is above your budget, so the cheapest comes first.';
  if (isByPrice) return 'You asked for a cheap one, so the cheapest comes first.';
  const first = isByName ? 'What says in its name that it suits comes first. ' : '';
  return `${first}We ranked products by how well they match and by score: the price against its own year, ratings, and how much the shop can be trusted.`;
}
