import { cents, formatAud } from '../money.ts';
import { sizesOf } from '../products/variant-traits.ts';
import { counted } from '../text/counted.ts';
import { alternatives } from './alternatives.ts';
import { compared } from './comparison.ts';
import type { SmartEvidence } from './evidence.ts';
import { energyStarsOf } from './order.ts';
import { kindOf, type SmartProduct, shopsOf, starsOf } from './product.ts';
import type { Intent } from './question.ts';
import type { SmartAdvice } from './recommendation.ts';
import { type Answer, about, needsText, ruleAdvice, TOP_PICKS, unstatedText } from './rules.ts';
import { severalTypes } from './several-types.ts';
import { listed, priced, priceOf, ratingText, said } from './wording.ts';

/*
 * Answers in kind: each intent chooses from the evidence of its searches and words the choice. One search answers most; a comparison has one
 * for each side, a purpose one for each product type.
 */

/** A peer of this share of a price is one that costs much less. */
const MUCH_LESS = 0.6;

/** A price asked about that is this share of itself below every price known is doubtful. */
const FAR = 0.3;

/** Wishes that an answer calls unchecked. */
const MOST_UNCHECKED = 3;

/** Categories that a question without an answer names. */
const MOST_MEANINGS = 3;

const NO_GOODS =
  'We compare the prices of goods that shops sell. Work, hire and tickets are not among them.';

/** What an intent makes of its searches; null where it cannot. */
type Choice = Omit<Answer, 'intent'> | null;
const CHOICES: Partial<Record<Intent, (searched: readonly SmartEvidence[]) => Choice>> = {
  compare: compared,
  'worth-it': worthIt,
  alternative: alternatives,
  'good-time': goodTime,
  purpose: (searched) => severalTypes(searched, { isSet: true }),
  service: ([own]) =>
    own ? { ...about({ ...own, notes: [], asked: [] }, []), summary: NO_GOODS, how: '' } : null,
  gift: (searched) => severalTypes(searched, { isSet: false }),
};

/** The advice by rules for the searches of a question, and the evidence that it is about. Suggests the `nearest` query without offers. */
export function adviceFor(
  intent: Intent,
  searched: readonly SmartEvidence[],
  nearest: string | null = null,
): { advice: SmartAdvice; evidence: SmartEvidence } {
  const choice = CHOICES[intent]?.(searched) ?? found(searched, nearest, intent === 'gift');
  return { advice: ruleAdvice({ ...choice, intent }), evidence: choice.evidence };
}

/** The best of one search: the first that matches. */
function found(
  searched: readonly SmartEvidence[],
  nearest: string | null,
  isGift: boolean,
): NonNullable<Choice> {
  const isSingle = searched.length === 1;
  const some = searched.filter(({ products, isLoose }) => products[0] && (isSingle || !isLoose));
  const [first] = searched;
  if (!first) throw new RangeError('a question has a search');
  const chosen = some.find((each) => !each.isLoose && !each.isOverBudget) ?? some[0];
  // Of several goods the nearest to each would be a medley.
  const evidence = chosen ?? { ...first, products: isSingle ? first.products : [] };
  const missing = searched.filter(({ named, isLoose }) => named === null || isLoose);
  const { products, order, isByPrice, isOverBudget } = evidence;
  const criteria = order.map(({ name }) => name).join(', then ');
  return {
    ...{ evidence, picks: (isGift ? variedFirst(products) : products).slice(0, TOP_PICKS) },
    summary: said(
      searched.length > 1 &&
        missing[0] &&
        `We found nothing for ${listed(missing.map(({ sought }) => `“${sought}”`))}.`,
      (isSingle || products[0] || evidence.notes[0]) && foundText(evidence, nearest),
    ),
    how: said(
      isOverBudget ? 'Everything is above your budget.' : isByPrice && 'You asked for a cheap one.',
      `We ranked by ${criteria}.`,
    ),
  };
}

/** One of each kind of goods before the rest. */
const variedFirst = (products: readonly SmartProduct[]): SmartProduct[] => {
  const kinds = Map.groupBy(products, (one) => kindOf(one) ?? one.productId);
  return [...new Set([...[...kinds.values()].flatMap(([first]) => first ?? []), ...products])];
};

function foundText(evidence: SmartEvidence, nearest: string | null): string {
  const { products, query, meanings, isLoose, isToRun, unchecked, isAside } = evidence;
  const [first] = products;
  if (meanings[0])
    return `“${query}” can mean different things: we found goods in ${listed(meanings.slice(0, MOST_MEANINGS))}. Tell us which product you want.`;
  if (!first) return nothingText(evidence, nearest);
  const isAlone = products.length === 1;
  const shops = counted(shopsOf(products).length, 'shop');
  const isCheapest = products.every(({ best }) => best.priceCents >= first.best.priceCents);
  const choice = isAlone ? 'It' : `Our first choice${isCheapest ? ', the cheapest,' : ''}`;
  const stars = energyStarsOf(first);
  const sentences = [
    budgetText(evidence),
    `${choice} is ${priced(first)}.`,
    needsText(
      unchecked.slice(0, MOST_UNCHECKED).map((words) => `“${words}”`),
      'No shop states #: check before you buy.',
    ),
    isToRun &&
      (stars > 0
        ? `By the Energy Rating label it costs least to run of those that state it: ${stars} stars; compare stars among one size.`
        : 'Their shops do not state the energy rating: compare the label before you buy.'),
  ];
  return said(
    isAside && asideText(evidence),
    isLoose
      ? `No exact match for “${query}”; ${isAlone ? 'this is' : 'these are'} the closest we found.`
      : isAlone
        ? `We found one product for “${query}”, at ${shops}.`
        : `We compared ${counted(products.length, 'product')} for “${query}” at ${shops}.`,
    ...(isAlone ? sentences.toReversed() : sentences),
  );
}

const asideText = ({ thing }: SmartEvidence) => `We found only accessories for “${thing}”.`;

/** Why there is nothing to recommend. */
function nothingText({ query, thing, notes, dear }: SmartEvidence, nearest: string | null): string {
  if (notes[0])
    return said(
      `There is nothing to recommend for “${query}” right now.`,
      dear[0] && `The best match is ${today(dear[0])}`,
      ...notes,
    );
  const asked = thing === query ? '' : ` “${thing}”`;
  return `No shop we compare sells anything that matches${asked}. Try ${nearest === null ? 'fewer or more general words' : `“${nearest}”`}.`;
}

function budgetText({ budgetCents, minCents, isOverBudget, products }: SmartEvidence): string {
  const [nearest] = products.toSorted((a, b) => a.best.priceCents - b.best.priceCents);
  if (budgetCents === null || !nearest) return '';
  const budget = formatAud(budgetCents);
  if (products.length === 1)
    return `It ${isOverBudget ? 'exceeds' : 'fits'} your budget of ${budget}.`;
  if (isOverBudget)
    return `None of them fits your budget of ${budget}; the nearest costs ${priceOf(nearest)}.`;
  return minCents === null || nearest.best.priceCents < minCents
    ? `All of them fit your budget of ${budget}.`
    : `All of them cost ${formatAud(minCents)} to ${budget}.`;
}

/** What the named product costs today, in its year; and what of the words asked for its shops do not state. */
const today = (one: SmartProduct) =>
  said(`${priced(one)}.`, one.best.buyVerdict.text, unstatedText(one));

/** The named product against its year and the goods of its kind at about its price; null where none is found. */
function worthIt([own, kind = own]: readonly SmartEvidence[]): Choice {
  const it = own?.named;
  if (!own || !it || own.isLoose) return null;
  const { priceCents, buyVerdict } = it.best;
  const gap = ({ best }: SmartProduct) => Math.abs(best.priceCents - priceCents);
  const others = (kind?.products ?? [])
    .filter(({ productId }) => productId !== it.productId)
    .toSorted((a, b) => gap(a) - gap(b));
  const [saving] = others
    .filter(({ best }) => best.priceCents <= priceCents * MUCH_LESS)
    .toSorted((a, b) => b.score100 - a.score100);
  const [nearest, next] = others;
  const peers = [nearest, saving ?? next].filter((one) => one !== undefined);
  const better = peers.find((one) => it.rating !== null && starsOf(one) > starsOf(it));
  const isBeaten = better !== undefined && better.best.priceCents <= priceCents;
  const cheaper = peers.find(({ best }) => best.priceCents < priceCents);
  const beaten = buyVerdict.word === 'buy' ? BEATEN.buy : BEATEN.other;
  const opening = isBeaten ? beaten : WORTH[buyVerdict.word];
  return {
    ...about(own, [it, ...peers]),
    roles: ['What you asked about'],
    summary: said(
      own.isAside && asideText(own),
      quotedText(own, it) ?? `${buyVerdict.word === 'wait' ? WORTH.wait : opening}: ${today(it)}`,
      it.rating ? `Buyers rate it ${ratingText(it)}.` : 'It has too few ratings to go by.',
      better
        ? `${better.name} is rated higher (${starsOf(better)} of 5) and costs ${costsBeside(better, it)}.`
        : cheaper && `The nearest that costs less is ${priced(cheaper)}.`,
    ),
    how: 'Beside it stands what is nearest in price of its kind, and the best that costs much less.',
  };
}

/** What the price that a question asks about is beside today's lowest; null without one, and beside another size or model. */
function quotedText({ quotedCents, query }: SmartEvidence, it: SmartProduct): string | null {
  const [size] = sizesOf(query);
  const isOther = size !== undefined && it.sizes[0] !== undefined && !it.sizes.includes(size);
  if (quotedCents === null || isOther || it.checks.some(({ check }) => check !== 'passes'))
    return null;
  const gap = it.best.priceCents - quotedCents;
  const [quoted, lowest] = [formatAud(quotedCents), `the lowest price we know: ${today(it)}`];
  if (gap === 0) return `${quoted} is ${lowest}`;
  const doubt = ' So far below, it may be another model, or used: check.';
  return gap > 0
    ? `Yes: ${quoted} is ${formatAud(cents(gap))} below ${lowest}${gap > quotedCents * FAR ? doubt : ''}`
    : `No: ${quoted} is ${formatAud(cents(-gap))} above ${lowest}`;
}

/** '$319.00, the same', '$40.00 less: $279.00', or the price of what costs more. */
function costsBeside(one: SmartProduct, other: SmartProduct): string {
  const less = other.best.priceCents - one.best.priceCents;
  if (less < 0) return priceOf(one);
  return less === 0 ? 'the same' : `${formatAud(cents(less))} less: ${priceOf(one)}`;
}

const BEATEN = {
  buy: 'A good price for it, but there is better for no more',
  other: 'Hard to say yes',
};
const WORTH = {
  buy: 'At today’s price, yes, if it does what you want',
  fair: 'At its usual price, if it does what you want',
  wait: 'Not at today’s price',
  'not-enough-history': 'If it does what you want; we cannot judge its price yet',
};
const TIMES = {
  ...{ buy: 'Yes, now is a good time', fair: 'An ordinary time', wait: 'Better wait' },
  'not-enough-history': 'We cannot tell yet',
};

/** Whether to buy now: the verdict of one product, or of how many of a kind are below their usual price, and when specials are due. */
function goodTime([own]: readonly SmartEvidence[]): Choice {
  const it = own?.named;
  if (!own || !it) return null;
  const { products } = own;
  const waiting = own.dear.length;
  const isOne = products.length + waiting === 1;
  const judged = products.filter(({ best }) => best.buyVerdict.word !== 'not-enough-history');
  const low = judged.filter(({ best }) => best.buyVerdict.word === 'buy');
  const picks =
    isOne || !products[0] ? [it] : [...new Set([...low, ...products])].slice(0, TOP_PICKS);
  const known = judged.length + waiting;
  const none = waiting > known / 2 ? TIMES.wait : TIMES.fair;
  const ofKind = low.length > known / 3 ? TIMES.buy : low[0] ? 'For some, yes' : none;
  const { buyVerdict, lastLow } = it.best;
  const regular = [...picks, it].find(({ best }) => best.rhythm);
  return {
    ...about(own, picks),
    roles: picks.map(({ best }) => (best.buyVerdict.word === 'buy' ? 'Below its usual price' : '')),
    summary: said(
      isOne
        ? `${TIMES[buyVerdict.word]}: ${today(it)}`
        : known === 0
          ? `${TIMES['not-enough-history']}: we have not followed their prices for long enough.`
          : `${ofKind}: of ${counted(known, 'product')} whose year we know, ${low.length || 'none'} cost well below their usual price today and ${waiting || 'none'} cost more than it.`,
      isOne && !/lowest/i.test(buyVerdict.text) && lastLow,
      regular
        ? `${regular.name}: ${regular.best.rhythm}`
        : `We know no regular rhythm of specials for ${isOne ? 'it' : 'them'}.`,
    ),
    how: isOne ? 'We judged its price by its own year.' : 'What is low for its year comes first.',
  };
}
