import { cents, formatAud } from '../money.ts';
import { counted } from '../text/counted.ts';
import { pricesOf, starsOf } from './evidence.ts';
import type { SmartAdvice, SmartEvidence, SmartProduct } from './recommendation.ts';
import { buyingTipsFor, ruleAdvice, rulePick } from './rules.ts';

/* Two products side by side, and what the answers of all intents share. */

/** Rows of specifications at most. */
const MOST_ROWS = 8;

/** What a search was for: words, and whether they are those of the question. */
export interface Searched {
  thing: string;
  evidence: SmartEvidence;
}

/** Advice, and the evidence of the products that it is about. */
export type Answer = { advice: SmartAdvice; evidence: SmartEvidence };

/** The evidence of an answer about some products. */
export const about = (
  evidence: SmartEvidence,
  products: readonly SmartProduct[],
): SmartEvidence => ({
  ...evidence,
  products: products.map((product, nth) => ({ ...product, ref: `p${nth + 1}` })),
  prices: pricesOf(products),
});

/** Two products side by side; null where a side has none. */
export function compared(searched: readonly Searched[]): Answer | null {
  const [left, right] = searched;
  const [a, b] = [left?.evidence.named ?? null, right?.evidence.named ?? null];
  const isLoose = left?.evidence.isLoose || right?.evidence.isLoose;
  if (!left || !right || isLoose || !a || !b || a.productId === b.productId) return null;
  const evidence = about(left.evidence, [a, b]);
  const names = [a.name, b.name];
  const row = (label: string, say: (one: SmartProduct) => string) => ({
    label,
    values: [say(a), say(b)],
  });
  const stated = [...new Set([...Object.keys(a.facts), ...Object.keys(b.facts)])];
  const differing = stated.filter(
    (fact) => a.facts[fact] !== b.facts[fact] && !/colou?r|model|code/i.test(fact),
  );
  const rows = [
    row('Price now', ({ best }) => `${formatAud(best.priceCents)} at ${best.retailerName}`),
    row('Against its year', ({ best }) => best.buyVerdict.text),
    row('Shops that sell it', ({ shops }) => String(shops)),
    row('Buyers’ rating', ({ rating }) =>
      rating ? `${rating.average} of 5 (${counted(rating.count, 'rating')})` : 'too few ratings',
    ),
    ...differing
      .slice(0, MOST_ROWS)
      .map((fact) => row(fact, ({ facts }) => facts[fact] ?? 'not stated')),
  ];
  const [cheaper, dearer] = a.best.priceCents <= b.best.priceCents ? [a, b] : [b, a];
  const gap = cents(dearer.best.priceCents - cheaper.best.priceCents);
  const [better, worse] = starsOf(a) > starsOf(b) ? [a, b] : [b, a];
  const betterRated = worse.rating && starsOf(better) > starsOf(worse) ? better : null;
  const price =
    gap === 0
      ? `Both cost ${formatAud(cheaper.best.priceCents)}.`
      : `${cheaper.name} costs ${formatAud(gap)} less: ${formatAud(cheaper.best.priceCents)} against ${formatAud(dearer.best.priceCents)}.`;
  const forWhom = [
    `${cheaper.name} suits those who want to pay less`,
    betterRated && betterRated !== cheaper
      ? `${betterRated.name} those who go by buyers, who rate it ${starsOf(betterRated)} of 5`
      : dearer.features[0] && `${dearer.name} those who want ${dearer.features[0]}`,
  ].filter(Boolean);
  const waits = [a, b]
    .filter(({ best }) => best.buyVerdict.word === 'wait')
    .map(({ name }) => name);
  const summary = [
    price,
    `${forWhom.join(', ')}.`,
    waits[0] && `Wait with ${waits.join(' and ')}: the price is above its usual one.`,
  ];
  const pick = (product: SmartProduct, { evidence: own }: Searched) => {
    const { role: _, ...worded } = rulePick(product, [product], own);
    return worded;
  };
  const base = ruleAdvice(evidence);
  const advice = {
    ...base,
    summary: summary.filter(Boolean).join(' '),
    topPicks: [pick(a, left), pick(b, right)],
    buyingTips: buyingTipsFor(`${left.evidence.type}, ${right.evidence.type}`, [a, b]),
    reasoning: [
      `We compared the best match for “${left.thing}” with the best match for “${right.thing}”.`,
      'Each is shown at its cheapest shop.',
    ],
    comparison: { names, rows },
  };
  return { advice, evidence };
}
