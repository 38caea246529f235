import { dollars, formatAud } from '../money.ts';
import { counted } from '../text/counted.ts';
import { passesOf, starsOf } from './evidence.ts';
import { type Check, type Condition, check, type Described, rowFor } from './measures.ts';
import type { SmartAdvice, SmartEvidence, SmartProduct } from './recommendation.ts';
import tips from './tips.json' with { type: 'json' };

/** What to check before buying: a sentence, or one with a condition on names and specifications. */
type Tip = string | ({ text: string } & Condition);

/** Tips by product type. Lasting advice, without prices, models or dates. */
const TIPS: readonly { of: string; tips: readonly Tip[] }[] = tips.types;
const LEAST_TIPS = 3;
const MOST_TIPS = 4;

/**
 * Three or four tips for goods of a type. A tip with a condition is shown where all of `picks` pass it. General tips fill up, or stand for an
 * unknown type.
 */
export function buyingTipsFor(type: string, picks: readonly Described[]): string[] {
  const own = rowFor(TIPS, type);
  const fitting = (own?.tips ?? []).flatMap((tip) => {
    if (typeof tip === 'string') return tip;
    return picks.length > 0 && picks.every((pick) => check(tip, pick) === 'passes') ? tip.text : [];
  });
  const general = tips.general.slice(0, fitting[0] ? Math.max(0, LEAST_TIPS - fitting.length) : 4);
  return [...fitting.slice(0, MOST_TIPS), ...general];
}

const TOP_PICKS = 3;

/** Words the advice by rules. Every figure in it was observed; without offers, it says so and suggests the `nearest` query. */
export function ruleAdvice(evidence: SmartEvidence, nearest: string | null = null): SmartAdvice {
  const picks = evidence.products.slice(0, TOP_PICKS);
  return {
    summary: summaryOf(evidence, nearest),
    priceRange: priceRangeOf(evidence),
    topPicks: picks.map((product) => rulePick(product, picks, evidence)),
    buyingTips: buyingTipsFor(evidence.type, picks),
    reasoning: reasoningOf(evidence),
    intent: 'find',
  };
}

/** Words a pick by rules; `picks` are all picks shown. */
export function rulePick(
  product: SmartProduct,
  picks: readonly SmartProduct[],
  evidence: Pick<SmartEvidence, 'asked' | 'isByPrice'>,
): SmartAdvice['topPicks'][number] {
  const [first] = picks;
  const why = product === first ? whyFirst(product, picks, evidence) : '';
  const role = roleOf(product, picks);
  return {
    name: product.name,
    reason: [
      reasonOf(product),
      role && `It is ${role} of our picks.`,
      why,
      needsOf(product, evidence),
    ]
      .filter(Boolean)
      .join(' '),
    keyFeatures: product.features,
    userSentiment: sentimentOf(product),
    ...(picks.length > 1 && product === first && !evidence.isByPrice && { role: 'Good value' }),
    ...(role &&
      product !== first && { role: role.replace(/^(?:both )?the c/, 'C').replace(/^the b/, 'B') }),
  };
}

/** One sentence on why a dearer or lower rated pick comes first; empty where none is needed. */
function whyFirst(
  first: SmartProduct,
  picks: readonly SmartProduct[],
  { isByPrice }: Pick<SmartEvidence, 'isByPrice'>,
): string {
  const others = picks.filter((pick) => pick !== first);
  const rival = others.find(
    (one) =>
      one.best.priceCents < first.best.priceCents ||
      (starsOf(first) > 0 && starsOf(one) > starsOf(first)),
  );
  if (!rival || isByPrice) return '';
  if (passesOf(first) > passesOf(rival))
    return 'It comes first as it states what you need, and others do not.';
  if (first.best.buyVerdict.word === 'buy' && rival.best.buyVerdict.word !== 'buy')
    return 'It comes first as its price is low for its year.';
  if (starsOf(first) > starsOf(rival) && starsOf(rival) > 0)
    return `It comes first as buyers rate it ${starsOf(first)} of 5, against ${starsOf(rival)}.`;
  return first.score100 > rival.score100
    ? 'It comes first by its AI score: price, ratings and shops together.'
    : 'It comes first as it matches your words best.';
}

/** What is known of the needs. */
function needsOf({ checks }: SmartProduct, { asked }: Pick<SmartEvidence, 'asked'>): string {
  const saying = (wanted: Check) =>
    AND.format(asked.flatMap(({ text }, nth) => (checks[nth] === wanted ? text : [])));
  const [met, open] = [saying('passes'), saying('unknown')];
  return [
    met && `It meets what you need: ${met}.`,
    open && `Its shops do not state ${open}: check before you buy.`,
  ]
    .filter(Boolean)
    .join(' ');
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
  if (!first || !prices) return nothingOf(evidence, nearest);
  const isAlone = products.length === 1;
  const rank = rankOf(evidence);
  const subject = isAlone ? 'It' : `Our first choice, ${rank},`;
  const choice = `${subject} is ${first.name}, ${formatAud(first.best.priceCents)} at ${first.best.retailerName}.`;
  const budget = budgetSentence(evidence, isAlone);
  const rest = isAlone ? [choice, budget] : [budget, choice];
  return [openingOf(evidence, isAlone), ...rest].filter(Boolean).join(' ');
}

/** Why there is no pick. */
function nothingOf(evidence: SmartEvidence, nearest: string | null): string {
  const { query, broken, asked, waiting, offersRead, offersUnseen } = evidence;
  const [near] = broken;
  if (near && waiting === 0) {
    const wanted = AND.format(asked.map(({ text }) => text));
    return `None of the ${counted(broken.length, 'product')} we found meets ${wanted}; the nearest is ${near.name}, ${formatAud(near.best.priceCents)} at ${near.best.retailerName}.`;
  }
  const why =
    waiting > 0
      ? 'each costs more than it usually does'
      : offersUnseen > 0
        ? 'none was seen in the last two weeks'
        : 'none can be bought right now';
  const next = nearest === null ? 'fewer or more general words' : `“${nearest}”`;
  return offersRead > 0
    ? `We found ${counted(offersRead, 'offer')} for “${query}”, but ${why}, so we recommend none.`
    : `No shop we compare sells anything that matches. Try ${next}.`;
}

function rankOf({ isByPrice, isByName }: SmartEvidence): string {
  if (isByPrice) return 'the cheapest';
  return isByName ? 'whose name fits best' : 'by match, AI score and price';
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
export function priceRangeOf({ prices, products }: SmartEvidence): SmartAdvice['priceRange'] {
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

/** Where it is cheapest. The verdict judges the year (#domain/prices/buy-verdict.ts). */
export function reasonOf({ best, shops }: SmartProduct): string {
  const rank = shops > 1 ? `the lowest of ${shops} shops` : 'the only shop we know for it';
  return `At ${best.retailerName}, ${rank}.`;
}

function roleOf(product: SmartProduct, picks: readonly SmartProduct[]): string {
  if (picks.length < 2) return '';
  const others = picks.filter((pick) => pick !== product);
  const isCheapest = others.every((pick) => pick.best.priceCents > product.best.priceCents);
  const stars = starsOf(product);
  const isBestRated = stars > 0 && others.every((pick) => starsOf(pick) < stars);
  if (isCheapest && isBestRated) return 'both the cheapest and the best rated';
  if (isCheapest) return 'the cheapest';
  return isBestRated ? 'the best rated' : '';
}

function sentimentOf({ rating }: SmartProduct): string {
  if (!rating) return 'Not enough ratings yet.';
  const { average, count } = rating;
  const facts = `${average.toFixed(1)} out of 5 (${counted(count, 'rating')} at shops).`;
  if (average >= 4.5) return `Very happy: ${facts}`;
  if (average >= 4) return `Mostly happy: ${facts}`;
  return average >= 3 ? `Mixed: ${facts}` : `Often disappointed: ${facts}`;
}

export function reasoningOf(evidence: SmartEvidence): string[] {
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
    evidence.broken.length > 0 &&
      `We left out ${counted(evidence.broken.length, 'product')} that ${evidence.broken.length === 1 ? 'breaks' : 'break'} what you need.`,
    ...evidence.asked.map(({ need, text, source }) => `For “${need.words}”: ${text}. ${source}.`),
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
