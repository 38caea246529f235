import { tokensOf } from '../lexicon/tokens.ts';
import { cents, dollars, formatAud } from '../money.ts';
import { headNounOf } from '../search/name-head.ts';
import { counted } from '../text/counted.ts';
import { type SmartEvidence, type SmartProduct, starsOf } from './evidence.ts';
import { figureOf } from './measures.ts';
import type { Intent } from './question.ts';
import type { SmartAdvice } from './recommendation.ts';
import { buyingTipsFor, pricesOf, ruleAdvice, rulePick, shopsOf } from './rules.ts';
import { listed, priceOf, said } from './wording.ts';

/*
 * Answers in kind: each intent words the evidence of its searches. One search answers most; a comparison has one for each side, a purpose
 * one for each product type.
 */

const LEAST_TYPES = 2;
const PEERS = 2;
/** Rows of specifications of a comparison at most. */
const MOST_ROWS = 8;
const ENERGY = { unit: 'star', facts: ['energy', 'energy rating', 'energy stars', 'star rating'] };
const AT_CHEAPEST = 'Each is shown at its cheapest shop.';

/** Advice, and the evidence of the products that it is about. */
interface Answer {
  advice: SmartAdvice;
  evidence: SmartEvidence;
}

/** The advice by rules on some of the products, changed as an intent words it. */
function answer(
  from: SmartEvidence,
  products: readonly SmartProduct[],
  changes: Partial<SmartAdvice>,
): Answer {
  const evidence = { ...from, products };
  return { evidence, advice: { ...ruleAdvice(evidence), ...changes } };
}

type Answering = (searched: readonly SmartEvidence[], intent: Intent) => Answer | null;
const ANSWERS: Partial<Record<Intent, Answering>> = {
  compare: compared,
  'worth-it': worthIt,
  'good-time': goodTime,
  purpose: severalTypes,
  gift: severalTypes,
  'cheapest-to-run': cheapestToRun,
};

/** Words the advice by rules for the searches of a question, and the products it is about. */
export function adviceFor(
  intent: Intent,
  searched: readonly SmartEvidence[],
  nearest: string | null,
): Answer {
  const [first] = searched;
  if (!first) throw new RangeError('a question has a search');
  const inKind = ANSWERS[intent]?.(searched, intent);
  if (inKind) return { ...inKind, advice: { ...inKind.advice, intent } };
  const found = searched.filter(({ products }) => products[0]);
  const evidence = found.find((each) => !each.isLoose && !each.isOverBudget) ?? found[0] ?? first;
  const advice = ruleAdvice(evidence, nearest);
  const empty = searched.filter(({ named, isLoose }) => named === null || isLoose);
  const summary = said(
    searched.length > 1 &&
      empty[0] &&
      `We found nothing for ${empty.map(({ thing }) => `“${thing}”`).join(' and ')}.`,
    advice.summary,
    intent === 'cheapest-to-run' &&
      found[0] &&
      'Their shops do not state the energy rating: compare the label before you buy.',
  );
  return { advice: { ...advice, intent, summary }, evidence };
}

/** Two products side by side; null where a side has none. */
function compared([left, right]: readonly SmartEvidence[]): Answer | null {
  const [a, b] = [left?.named, right?.named];
  if (!left || !right || !a || !b || a.productId === b.productId) return null;
  if (left.isLoose || right.isLoose) return null;
  const row = (label: string, say: (one: SmartProduct) => string) => ({
    label,
    values: [say(a), say(b)],
  });
  const stated = [...new Set([a, b].flatMap(({ facts }) => Object.keys(facts)))];
  const differing = stated.filter(
    (fact) => a.facts[fact] !== b.facts[fact] && !/colou?r|model|code/i.test(fact),
  );
  const [cheaper, dearer] = a.best.priceCents <= b.best.priceCents ? [a, b] : [b, a];
  const gap = cents(dearer.best.priceCents - cheaper.best.priceCents);
  const [better, worse] = starsOf(a) > starsOf(b) ? [a, b] : [b, a];
  const isRated = worse.rating !== null && starsOf(better) > starsOf(worse);
  const others =
    isRated && better !== cheaper
      ? `, ${better.name} those who go by buyers, who rate it ${starsOf(better)} of 5`
      : dearer.features[0] && `, ${dearer.name} those who want ${dearer.features[0]}`;
  const waits = [a, b].filter(({ best }) => best.buyVerdict.word === 'wait');
  return answer(left, [a, b], {
    summary: said(
      gap === 0
        ? `Both cost ${priceOf(a)}.`
        : `${cheaper.name} costs ${formatAud(gap)} less: ${priceOf(cheaper)} against ${priceOf(dearer)}.`,
      `${cheaper.name} suits those who want to pay less${others ?? ''}.`,
      waits[0] &&
        `Wait with ${listed(waits.map(({ name }) => name))}: the price is above its usual one.`,
    ),
    topPicks: [rulePick(a, [a], left), rulePick(b, [b], right)].map(({ role: _, ...pick }) => pick),
    buyingTips: buyingTipsFor(`${left.type}, ${right.type}`, [a, b]),
    reasoning: [
      `We compared the best match for “${left.thing}” with the best match for “${right.thing}”.`,
      AT_CHEAPEST,
    ],
    comparison: {
      names: [a.name, b.name],
      rows: [
        row('Price now', (one) => `${priceOf(one)} at ${one.best.retailerName}`),
        row('Against its year', ({ best }) => best.buyVerdict.text),
        row('Shops that sell it', ({ shops }) => String(shops.length)),
        row('Buyers’ rating', ratingOf),
        ...differing
          .slice(0, MOST_ROWS)
          .map((fact) => row(fact, ({ facts }) => facts[fact] ?? 'not stated')),
      ],
    },
  });
}

const ratingOf = ({ rating }: SmartProduct) =>
  rating ? `${rating.average} of 5 (${counted(rating.count, 'rating')})` : 'too few ratings';

/** What the named product costs today, in its year. */
const today = (one: SmartProduct) =>
  `${one.name} costs ${priceOf(one)} at ${one.best.retailerName}. ${one.best.buyVerdict.text}`;

const nearestTo = ({ isModel, isWhole }: SmartEvidence) =>
  isModel && !isWhole && 'We do not find exactly that model; this is about the nearest.';

/** The named product against its year and the goods of its kind at about its price; null where none is found. */
function worthIt([own, kind = own]: readonly SmartEvidence[]): Answer | null {
  const it = own?.named;
  if (!own || !it) return null;
  const price = it.best.priceCents;
  const gap = ({ best }: SmartProduct) => Math.abs(best.priceCents - price);
  const peers = (kind?.products ?? [])
    .filter(({ productId }) => productId !== it.productId)
    .toSorted((a, b) => gap(a) - gap(b))
    .slice(0, PEERS);
  const better = peers.find((one) => it.rating !== null && starsOf(one) > starsOf(it));
  const isBeaten = better !== undefined && better.best.priceCents <= price;
  const cheaper = peers.find(({ best }) => best.priceCents < price);
  const { word } = it.best.buyVerdict;
  const opening =
    word === 'wait'
      ? 'Not at today’s price'
      : isBeaten
        ? 'Hard to say yes'
        : `${word === 'buy' ? 'At today’s price, yes' : 'At its usual price'}, if it does what you want`;
  return answer(own, [it, ...peers], {
    summary: said(
      nearestTo(own),
      `${opening}: ${today(it)}`,
      it.rating
        ? `Buyers rate it ${starsOf(it)} of 5 in ${counted(it.rating.count, 'rating')}.`
        : 'It has too few ratings to go by.',
      better
        ? `${better.name} is rated higher (${starsOf(better)} of 5) and costs ${isBeaten ? 'no more: ' : ''}${priceOf(better)}.`
        : cheaper && `The nearest that costs less is ${cheaper.name}, ${priceOf(cheaper)}.`,
    ),
  });
}

const TIMES = {
  ...{ buy: 'Yes, now is a good time', fair: 'An ordinary time', wait: 'Better wait' },
  'not-enough-history': 'We cannot tell yet',
};

/** Whether to buy now: the verdict of one product, or of how many of a kind are below their usual price, and when specials are due. */
function goodTime([own]: readonly SmartEvidence[]): Answer | null {
  const it = own?.named;
  if (!own || !it) return null;
  const { products, waiting, isModel } = own;
  const judged = products.filter(({ best }) => best.buyVerdict.word !== 'not-enough-history');
  const low = judged.filter(({ best }) => best.buyVerdict.word === 'buy');
  const shown = isModel || !products[0] ? [it] : [...new Set([...low, ...products])].slice(0, 3);
  const known = judged.length + waiting;
  const ofKind = low.length > known / 3 ? TIMES.buy : low[0] ? 'For some, yes' : TIMES.fair;
  const { buyVerdict, outlook } = it.best;
  const rhythms = [...shown, it].flatMap(({ best }) => best.outlook?.rhythm ?? []);
  return answer(own, shown, {
    summary: said(
      nearestTo(own),
      isModel
        ? `${TIMES[buyVerdict.word]}: ${today(it)}`
        : known === 0
          ? `${TIMES['not-enough-history']}: we have not followed their prices for long enough.`
          : `${ofKind}: of ${counted(known, 'product')} whose year we know, ${low.length} cost well below their usual price today and ${waiting} cost more than it.`,
      isModel && !/lowest/i.test(buyVerdict.text) && outlook?.lastLow,
      rhythms[0] ?? `We know no regular rhythm of specials for ${isModel ? 'it' : 'them'}.`,
    ),
  });
}

/** Whether a pick is what was searched for: sausage rolls are no sausages. */
function isThing({ name, best }: SmartProduct, { thing, isLoose, isOverBudget }: SmartEvidence) {
  const before = headNounOf(name, best.brand)?.split(' ').slice(0, -1) ?? [];
  return !isLoose && !isOverBudget && !before.includes(tokensOf(thing).at(-1)?.key ?? '');
}

/** One pick of each product type; null for fewer than two types. */
function severalTypes(searched: readonly SmartEvidence[], intent: Intent): Answer | null {
  const picks = new Map<string, SmartEvidence>();
  for (const each of searched) {
    const [pick] = each.products;
    const isNew = ![...picks.values()].some(
      ({ products }) => products[0]?.productId === pick?.productId,
    );
    if (pick && isNew && isThing(pick, each)) picks.set(each.thing, { ...each, products: [pick] });
  }
  const [first] = picks.values();
  const products = [...picks.values()].flatMap((each) => each.products);
  const prices = pricesOf(products);
  if (!first || !prices || picks.size < LEAST_TYPES) return null;
  const missing = searched.filter(({ thing }) => !picks.has(thing)).map(({ thing }) => thing);
  const total = cents(products.reduce((sum, { best }) => sum + best.priceCents, 0));
  const named = [...picks].flatMap(([thing, { products }]) =>
    products.map((pick) => `${thing} (${pick.name}, ${priceOf(pick)})`),
  );
  return answer(first, products, {
    summary: said(
      `For “${first.query}” we picked ${intent === 'gift' ? 'ideas of several kinds' : 'one of each'}: ${named.join(', ')}.`,
      intent === 'purpose' && `Together they cost ${formatAud(total)}.`,
      missing[0] && `We found nothing to recommend for: ${missing.join(', ')}.`,
    ),
    priceRange: {
      min: dollars(prices.lowest),
      max: dollars(prices.highest),
      note: `The cheapest and the dearest of the ${products.length} picks, each at its cheapest shop.`,
    },
    topPicks: [...picks].flatMap(([thing, each]) =>
      each.products.map((pick) => ({
        ...rulePick(pick, [pick], each),
        reason: shopsOf(pick),
        role: thing.charAt(0).toUpperCase() + thing.slice(1),
      })),
    ),
    buyingTips: buyingTipsFor('', []),
    reasoning: [
      'We took the usual things for it from our own table, and the best value of each kind.',
      AT_CHEAPEST,
    ],
  });
}

/** The goods with the most energy stars first; null where none states them. */
function cheapestToRun([own]: readonly SmartEvidence[]): Answer | null {
  const starred = (own?.products ?? []).flatMap((one) => {
    const stars = figureOf(ENERGY, one);
    return stars === null ? [] : { one, stars };
  });
  const sorted = starred.toSorted(
    (a, b) => b.stars - a.stars || a.one.best.priceCents - b.one.best.priceCents,
  );
  const [best] = sorted;
  if (!own || !best) return null;
  const products = sorted.map(({ one }) => one);
  const { advice, evidence } = answer({ ...own, isByPrice: true }, products, {});
  return answer({ ...own, isByPrice: false }, products, {
    summary: `By the Energy Rating label, ${best.one.name} costs least to run: ${best.stars} stars, ${priceOf(best.one)} at ${best.one.best.retailerName}. We compared ${counted(sorted.length, 'product')} whose shops state the stars.`,
    topPicks: advice.topPicks.map(({ role: _, ...pick }, nth) => ({
      ...pick,
      reason: `${sorted[nth]?.stars} energy stars. ${pick.reason}`,
    })),
    reasoning: [
      ...evidence.notes,
      'More stars need less power for the same work (Energy Rating, energyrating.gov.au). Compare stars among one size.',
      AT_CHEAPEST,
    ],
  });
}
