import { tokensOf } from '../lexicon/tokens.ts';
import { cents, formatAud } from '../money.ts';
import { headNounOf } from '../search/name-head.ts';
import { counted } from '../text/counted.ts';
import { type Answer, about, compared, type Searched } from './compare.ts';
import { starsOf } from './evidence.ts';
import { figureOf } from './measures.ts';
import type { Intent } from './question.ts';
import type { SmartAdvice, SmartEvidence, SmartProduct } from './recommendation.ts';
import { buyingTipsFor, reasonOf, ruleAdvice, rulePick } from './rules.ts';

/*
 * Answers in kind: each intent words the evidence of its searches. One search answers most; a comparison has one for each side, a purpose
 * one for each product type.
 */

const LEAST_TYPES = 2;
const MOST_TYPES = 6;
const PEERS = 2;
const ENERGY = { unit: 'star', facts: ['energy', 'energy rating', 'energy stars', 'star rating'] };

/** Words the advice by rules for the searches of a question, and the products it is about. */
export function adviceFor(
  intent: Intent,
  searched: readonly Searched[],
  nearest: string | null,
): { advice: SmartAdvice; evidence: SmartEvidence } {
  const [first] = searched;
  if (!first) throw new RangeError('a question has a search');
  const answer = ANSWERS[intent]?.(searched, intent) ?? null;
  if (answer) return { ...answer, advice: { ...answer.advice, intent } };
  const { evidence } =
    searched.find(
      ({ evidence: { products, isLoose, isOverBudget } }) =>
        products[0] && !isLoose && !isOverBudget,
    ) ??
    searched.find((each) => each.evidence.products[0]) ??
    first;
  const advice = ruleAdvice(evidence, nearest);
  const empty = searched.filter((each) => each.evidence.named === null || each.evidence.isLoose);
  const missing =
    searched.length > 1 && empty[0]
      ? `We found nothing for ${empty.map(({ thing }) => `“${thing}”`).join(' and ')}. `
      : '';
  const unrated =
    intent === 'cheapest-to-run' && evidence.products[0]
      ? ' Their shops do not state the energy rating: compare the label before you buy.'
      : '';
  const summary = `${missing}${advice.summary}${unrated}`;
  return { advice: { ...advice, intent, summary }, evidence };
}

const ANSWERS: Partial<
  Record<Intent, (searched: readonly Searched[], intent: Intent) => Answer | null>
> = {
  compare: compared,
  'worth-it': worthIt,
  'good-time': goodTime,
  purpose: severalTypes,
  gift: (searched, intent) => (searched.length > 1 ? severalTypes(searched, intent) : null),
  'cheapest-to-run': cheapestToRun,
};

/** The named product against its year and the goods of its kind at about its price; null where none is found. */
function worthIt([own, kind]: readonly Searched[]): Answer | null {
  const it = own?.evidence.named;
  if (!own || !it) return null;
  const gap = ({ best }: SmartProduct) => Math.abs(best.priceCents - it.best.priceCents);
  const peers = (kind ?? own).evidence.products
    .filter(({ productId }) => productId !== it.productId)
    .toSorted((a, b) => gap(a) - gap(b))
    .slice(0, PEERS);
  const evidence = about(own.evidence, [it, ...peers]);
  const better = peers.find((peer) => starsOf(peer) > starsOf(it) && it.rating !== null);
  const isBeaten = better !== undefined && better.best.priceCents <= it.best.priceCents;
  const [cheaper] = peers.filter((peer) => peer.best.priceCents < it.best.priceCents);
  const { word } = it.best.buyVerdict;
  const yes = word === 'buy' ? 'At today’s price, yes' : 'At its usual price';
  const opening =
    word === 'wait'
      ? 'Not at today’s price'
      : isBeaten
        ? 'Hard to say yes'
        : `${yes}, if it does what you want`;
  const summary = [
    `${opening}: ${it.name} costs ${formatAud(it.best.priceCents)} at ${it.best.retailerName}. ${it.best.buyVerdict.text}`,
    it.rating
      ? `Buyers rate it ${it.rating.average} of 5 in ${counted(it.rating.count, 'rating')}.`
      : 'It has too few ratings to go by.',
    better &&
      `${better.name} is rated higher (${starsOf(better)} of 5) and costs ${isBeaten ? 'no more: ' : ''}${formatAud(better.best.priceCents)}.`,
    !better &&
      cheaper &&
      `The nearest that costs less is ${cheaper.name}, ${formatAud(cheaper.best.priceCents)}.`,
  ];
  const base = ruleAdvice(evidence);
  return { advice: { ...base, summary: summary.filter(Boolean).join(' ') }, evidence };
}

/** Whether to buy now: the verdict of one product, or of how many of a kind are below their usual price, and when specials are due. */
function goodTime([own]: readonly Searched[]): Answer | null {
  const it = own?.evidence.named;
  if (!own || !it) return null;
  const { evidence: found } = own;
  const isOne = own.evidence.isModel;
  const judged = found.products.filter(({ best }) => best.buyVerdict.word !== 'not-enough-history');
  const low = judged.filter(({ best }) => best.buyVerdict.word === 'buy');
  const outlook = it.best.outlook;
  const products = isOne ? [it] : [...new Set([...low, ...found.products])].slice(0, 3);
  const evidence = about(found, products[0] ? products : [it]);
  const due =
    products.find(({ best }) => best.outlook?.rhythm)?.best.outlook?.rhythm ?? outlook?.rhythm;
  const words = {
    buy: 'Yes, now is a good time',
    fair: 'An ordinary time',
    wait: 'Better wait',
    'not-enough-history': 'We cannot tell yet',
  };
  const known = judged.length + found.waiting;
  const share = low.length / Math.max(1, known);
  const ofKind = share > 1 / 3 ? words.buy : share > 0 ? 'For some, yes' : words.fair;
  const first = isOne
    ? `${words[it.best.buyVerdict.word]}: ${it.name} costs ${formatAud(it.best.priceCents)} at ${it.best.retailerName}. ${it.best.buyVerdict.text}`
    : known === 0
      ? `${words['not-enough-history']}: we have not followed their prices for long enough.`
      : `${ofKind}: of ${counted(known, 'product')} whose year we know, ${low.length} cost well below their usual price today and ${found.waiting} cost more than it.`;
  const last = isOne && !/lowest/i.test(it.best.buyVerdict.text) ? (outlook?.lastLow ?? '') : '';
  const next = due ?? `We know no regular rhythm of specials for ${isOne ? 'it' : 'them'}.`;
  const base = ruleAdvice(evidence);
  return { advice: { ...base, summary: [first, last, next].filter(Boolean).join(' ') }, evidence };
}

/** Whether a pick is what was searched for: sausage rolls are no sausages. */
function answers({ name, best }: SmartProduct, { thing, evidence }: Searched): boolean {
  const before = headNounOf(name, best.brand)?.split(' ').slice(0, -1) ?? [];
  const isNamedAfter = before.includes(tokensOf(thing).at(-1)?.key ?? '');
  return !evidence.isLoose && !evidence.isOverBudget && !isNamedAfter;
}

/** One pick of each product type; null for fewer than two types. */
function severalTypes(searched: readonly Searched[], intent: Intent): Answer | null {
  const chosen = searched.flatMap((each) => {
    const [pick] = each.evidence.products;
    return pick && answers(pick, each) ? [{ ...each, pick }] : [];
  });
  const unique = chosen.filter(
    ({ pick }, nth) => chosen.findIndex((other) => other.pick.productId === pick.productId) === nth,
  );
  const [first] = unique;
  if (!first || unique.length < LEAST_TYPES) return null;
  const shown = unique.slice(0, MOST_TYPES);
  const evidence = about(
    first.evidence,
    shown.map(({ pick }) => pick),
  );
  const total = cents(shown.reduce((sum, { pick }) => sum + pick.best.priceCents, 0));
  const missing = searched.filter((each) => !shown.some(({ thing }) => thing === each.thing));
  const summary = [
    `For “${evidence.query}” we picked ${intent === 'gift' ? 'ideas of several kinds' : 'one of each'}: ${shown.map(({ thing, pick }) => `${thing} (${pick.name}, ${formatAud(pick.best.priceCents)})`).join(', ')}.`,
    intent === 'purpose' && `Together they cost ${formatAud(total)}.`,
    missing[0] &&
      `We found nothing to recommend for: ${missing.map(({ thing }) => thing).join(', ')}.`,
  ];
  const prices = shown.map(({ pick }) => pick.best.priceCents / 100);
  const base = ruleAdvice(evidence);
  const advice = {
    ...base,
    summary: summary.filter(Boolean).join(' '),
    priceRange: {
      min: Math.min(...prices),
      max: Math.max(...prices),
      note: `The cheapest and the dearest of the ${shown.length} picks, each at its cheapest shop.`,
    },
    topPicks: shown.map(({ thing, pick }) => ({
      name: pick.name,
      reason: reasonOf(pick),
      keyFeatures: pick.features,
      userSentiment: rulePick(pick, [pick], evidence).userSentiment,
      role: thing.charAt(0).toUpperCase() + thing.slice(1),
    })),
    buyingTips: buyingTipsFor('', []),
    reasoning: [
      'We took the usual things for it from our own table, and the best value of each kind.',
      'Each is shown at its cheapest shop.',
    ],
  };
  return { advice, evidence };
}

/** The goods with the most energy stars first; null where none states them. */
function cheapestToRun([own]: readonly Searched[]): Answer | null {
  const energyOf = (one: SmartProduct) => figureOf(ENERGY, one);
  const rated = (own?.evidence.products ?? []).filter((one) => energyOf(one) !== null);
  const [best] = rated;
  if (!own || !best) return null;
  const sorted = rated.toSorted(
    (a, b) => (energyOf(b) ?? 0) - (energyOf(a) ?? 0) || a.best.priceCents - b.best.priceCents,
  );
  const evidence = { ...about(own.evidence, sorted), isByPrice: false };
  const [first = best] = evidence.products;
  const advice = ruleAdvice(evidence);
  const summary = `By the Energy Rating label, ${first.name} costs least to run: ${energyOf(first)} stars, ${formatAud(first.best.priceCents)} at ${first.best.retailerName}. We compared ${counted(sorted.length, 'product')} whose shops state the stars.`;
  const reasoning = [
    ...advice.reasoning,
    'More stars need less power for the same work (Energy Rating, energyrating.gov.au). Compare stars among one size.',
  ];
  const topPicks = advice.topPicks.map(({ role: _, reason, ...pick }) => {
    const stars = energyOf(evidence.products.find(({ name }) => name === pick.name) ?? first);
    return {
      ...pick,
      reason: `${stars} energy stars. ${reason.replace(/ It comes first .*?\.(?= |$)/, '')}`,
    };
  });
  return { advice: { ...advice, summary, reasoning, topPicks }, evidence };
}
