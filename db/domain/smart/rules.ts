import { dollars, formatAud } from '../money.ts';
import type { PackSize } from '../pack/pack-size.ts';
import { counted } from '../text/counted.ts';
import type { SmartEvidence } from './evidence.ts';
import { type Check, type Condition, check, type Described, rowFor } from './measures.ts';
import { reasonFor } from './order.ts';
import { type SmartProduct, shopsOf, shownScoreOf, starsOf } from './product.ts';
import type { SmartAdvice } from './recommendation.ts';
import tips from './tips.json' with { type: 'json' };
import { listed, said } from './wording.ts';

/** What to check before buying: a sentence, or one with a condition on names and specifications. */
type Tip = string | ({ text: string } & Condition);

/** Tips by product type. Lasting advice, without prices, models or dates. */
const TIPS: readonly { of: string; tips: readonly Tip[] }[] = tips.types;
const LEAST_TIPS = 3;
const MOST_TIPS = 4;
/** Fewer products than this show their whole range, as the middle half of three is one. */
const FEWEST_OF_A_HALF = 4;
/** From so many stars, how happy buyers are. */
const MOODS = [
  [4.5, 'Very happy'],
  [4, 'Mostly happy'],
  [3, 'Mixed'],
  [0, 'Often disappointed'],
] as const;

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

/** What an intent says of the picks; the rest of the advice follows from the evidence. */
export interface Answer extends Pick<SmartAdvice, 'intent' | 'summary' | 'comparison'> {
  /** Its first products are the picks. */
  evidence: SmartEvidence;
  picks: readonly SmartProduct[];
  /** How they were chosen. */
  how: string;
  /** What each pick is among them, instead of the cheapest or best rated. */
  roles?: readonly string[];
  /** Why the answer states no typical price. */
  rangeNote?: string;
}

/** Picks of an answer. */
export const TOP_PICKS = 3;

/** An answer about these products alone. */
export const about = (evidence: SmartEvidence, picks: readonly SmartProduct[]) => ({
  evidence: { ...evidence, products: picks },
  picks,
});

/** The advice by rules. Every figure in it was observed. */
export function ruleAdvice({
  evidence,
  picks,
  how,
  roles,
  rangeNote,
  ...answer
}: Answer): SmartAdvice {
  const { products, notes, asked, type } = evidence;
  const unknown = picks.map((pick) => new Set(needsOf(pick, 'unknown')));
  const unknownOfAll =
    (picks[1] && unknown.reduce((a, b) => a.intersection(b))) || new Set<string>();
  const pickOf = (product: SmartProduct, nth: number) => {
    const others = picks.filter((pick) => pick !== product);
    const isFirst = nth === 0 && roles === undefined && others[0] !== undefined;
    const best = roles ? '' : roleOf(product, others);
    const role = roles?.[nth] ?? (isFirst && !evidence.isByPrice ? 'Good value' : best);
    return {
      name: product.name,
      reason: said(
        `At ${product.best.retailerName}, ${shopsText(product)}.`,
        best && `It is the ${best.charAt(0).toLowerCase()}${best.slice(1)} of our picks.`,
        isFirst && whyFirst(product, others, evidence),
        needsText(needsOf(product, 'passes'), 'It meets what you need: #.'),
        unstatedText(product, unknownOfAll),
      ),
      keyFeatures: [...product.features],
      userSentiment: sentimentOf(product),
      ...(role && { role }),
    };
  };
  return {
    ...answer,
    summary: said(
      answer.summary,
      needsText([...unknownOfAll], 'Their shops do not state #: check before you buy.'),
    ),
    priceRange:
      rangeNote === undefined ? priceRangeOf(products) : { min: 0, max: 0, note: rangeNote },
    topPicks: picks.map(pickOf),
    // Tips beside a refusal would advise nobody.
    buyingTips: picks[0] ? buyingTipsFor(type, picks) : [],
    reasoning: [
      ...notes,
      ...asked.map(({ words, text, source }) => `For “${words}”: ${text}. ${source}.`),
      ...(picks[0] ? [how, 'Each is shown at its cheapest shop.'] : []),
    ],
  };
}

const shopsText = (product: SmartProduct) => {
  const { length } = shopsOf([product]);
  return length > 1 ? `the lowest of ${length} shops` : 'the only shop we know for it';
};

const needsOf = ({ checks }: SmartProduct, wanted: Check): string[] =>
  checks.filter(({ check }) => check === wanted).map(({ text }) => text);

/** A sentence about needs, which '#' stands for; empty for none. */
export const needsText = (needs: readonly string[], text: string): string =>
  needs[0] === undefined ? '' : text.replace('#', () => listed(needs));

/** What a shopper must check, as no shop states it; empty for nothing, or where it was said `already`. */
export const unstatedText = (product: SmartProduct, already?: ReadonlySet<string>): string =>
  needsText(
    needsOf(product, 'unknown').filter((need) => !already?.has(need)),
    'Its shops do not state #: check before you buy.',
  );

export const PER: Readonly<Record<PackSize['unit'], string>> = {
  ...{ g: 'per kg', mL: 'per litre', m: 'per metre', each: 'apiece' },
};

/** What a pick is among the others. Packs of different sizes are compared by their contents. */
function roleOf(product: SmartProduct, others: readonly SmartProduct[]): string {
  if (!others[0]) return '';
  const { pack } = product;
  const isLeast = (priceOf: (one: SmartProduct) => number) =>
    others.every((other) => priceOf(other) > priceOf(product));
  const hasContents = pack !== null && others.every((other) => other.pack?.unit === pack.unit);
  const isCheapest = isLeast(({ best }) => best.priceCents);
  const isByContent =
    hasContents && isLeast(({ best, pack: own }) => best.priceCents / (own?.total ?? 1));
  const isBestRated = others.every((other) => starsOf(other) < starsOf(product));
  const cheapest = hasContents && !isByContent ? 'Lowest price' : 'Cheapest';
  const byContent = isByContent ? `Cheapest ${PER[pack.unit]}` : '';
  const price = isCheapest ? cheapest : byContent;
  if (!isBestRated) return price;
  return price ? `${price} and the best rated` : 'Best rated';
}

/** Why a pick comes before one that is cheaper, rated higher or has a higher AI score; empty where none is. */
function whyFirst(first: SmartProduct, others: readonly SmartProduct[], { order }: SmartEvidence) {
  const [rival] = others
    .filter(
      (one) =>
        one.best.priceCents < first.best.priceCents ||
        starsOf(one) > starsOf(first) ||
        shownScoreOf(one) > shownScoreOf(first),
    )
    .toSorted((a, b) => b.score100 - a.score100);
  return rival && `It comes first as ${reasonFor(first, rival, order)}.`;
}

/** The price range of the middle half, so that one outlier does not stretch it. */
function priceRangeOf(products: readonly SmartProduct[]): SmartAdvice['priceRange'] {
  const sorted = products.map(({ best }) => best.priceCents).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)];
  const [lowest, highest] = [at(0), at(1)];
  if (lowest === undefined || highest === undefined)
    return { min: 0, max: 0, note: 'We have no current price to go by.' };
  const isHalf = products.length >= FEWEST_OF_A_HALF;
  const [min = lowest, max = highest] = isHalf ? [at(0.25), at(0.75)] : [];
  const note = isHalf
    ? `The middle half of ${products.length} products, each at its cheapest shop; all of them run from ${formatAud(lowest)} to ${formatAud(highest)}.`
    : products.length === 1
      ? 'The price of the only product, at its cheapest shop.'
      : `From ${products.length} products only, each at its cheapest shop.`;
  return { min: dollars(min), max: dollars(max), note };
}

function sentimentOf({ rating }: SmartProduct): string {
  if (!rating) return 'Not enough ratings yet.';
  const [, mood] = MOODS.find(([least]) => rating.average >= least) ?? [];
  return `${mood}: ${rating.average.toFixed(1)} out of 5 (${counted(rating.count, 'rating')} at shops).`;
}
