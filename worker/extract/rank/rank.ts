import { containment, nameSimilarity } from '#domain/text/name-similarity.ts';
import type { PageAddress } from '../page/address.ts';
import type { PriceMark, PriceMarks } from '../sources/printed/holders.ts';
import { printsPercentOff, REACH, reducedBeside } from '../sources/printed/prices.ts';
import type { VisibleProduct } from '../sources/printed/product.ts';
import { type Candidate, isAbove, WITH_GST } from '../values/candidate.ts';

/*
 * Decides which candidates describe the page's product, and which of their prices to trust, if any. The weights were set by hand on
 * pages of real shops, in folds that leave out whole shops (docs/extraction.md); changing any of them improved no fold.
 */

/** The trust in each source when sources disagree on a price. */
export const TRUST: Record<string, number> = {
  // An operator wrote these for the shop.
  selectors: 8,
  'json-ld': 4,
  json: 4,
  microdata: 3,
  rdfa: 3,
  'open-graph': 3,
  'embedded-state': 2,
  visible: 2,
};

/** The factor for the low end of a range, against an exact price. */
export const RANGE_TRUST = 0.4;

/** How well a candidate fits the page's own product; below 0 it is another product. */
export const FIT = {
  addressNamesIt: 2,
  addressNamesAnother: -2,
  /** Multiplied by the similarity of the name to one of the page's names. */
  sameName: 2,
  otherName: -1.5,
} as const;

/** Below this name similarity a candidate is another product. */
const SAME_PRODUCT = 0.45;

/** How sure it is that the candidate is the page's own product; below 0 it is another one. */
function fitOf(candidate: Candidate, page: PageAddress, names: readonly string[]): number {
  let fit = 0;
  if (page.isAbout(candidate)) fit += FIT.addressNamesIt;
  if (page.isElsewhere(candidate)) fit += FIT.addressNamesAnother;
  const { name } = candidate;
  if (name === null || names.length === 0) return fit;
  const best = Math.max(
    ...names.map((each) => Math.max(nameSimilarity(name, each), containment(name, each) * 0.9)),
  );
  return fit + (best >= SAME_PRODUCT ? best * FIT.sameName : FIT.otherName);
}

/** Returns the best-fitting candidate of each source, most trusted source first, without those of other products. */
export function fittingCandidates(
  candidates: readonly Candidate[],
  page: PageAddress,
  names: readonly string[],
): Candidate[] {
  const [lone, another] = candidates.filter(
    ({ source, price }) => (source === 'json-ld' || source === 'microdata') && price !== null,
  );
  const bySource = new Map<string, { candidate: Candidate; score: number }>();
  for (const candidate of candidates) {
    const { source, price, availability } = candidate;
    // A lone structured product with a price is the page's own, whatever the title says.
    const isAlone = candidate === lone && !another && !page.isElsewhere(candidate);
    const fit = Math.max(fitOf(candidate, page, names), isAlone ? 0 : Number.NEGATIVE_INFINITY);
    if (fit < 0) continue;
    const score = fit + (price ? 1 : 0) + (availability === 'unknown' ? 0 : 0.2);
    if (score > (bySource.get(source)?.score ?? -1)) bySource.set(source, { candidate, score });
  }
  return [...bySource.values()]
    .map(({ candidate }) => candidate)
    .sort((a, b) => trustIn(b) - trustIn(a));
}

function trustIn({ source }: Candidate): number {
  return TRUST[source] ?? 1;
}

/**
 * Replaces a candidate's price with the printed one when the page speaks against the stated one: shops forget to update their data
 * when a sale begins, or state cents, a member price, an instalment or the price before GST.
 */
export function withTrustedPrice(
  candidate: Candidate,
  visible: VisibleProduct | null,
  marks: PriceMarks,
): Candidate {
  const mark = visible?.mark;
  const { price: stated, source } = candidate;
  if (!mark || stated === null || source === 'selectors') return candidate;
  if (Number(stated) === Number(mark.amount)) return candidate;
  const places = marks.filter(
    (each) => Number(each.amount) === Number(stated) && each.region === 'main',
  );
  const was = places.length === 0 ? visible.wasFor(mark.amount) : null;
  // "$389 List price $619 37% off": the printed price, former price and percentage agree.
  const isPrintedSale = was !== null && printsPercentOff(mark, Number(was));
  if (!isPrintedSale && !isDoubtful(candidate, mark, places, marks)) return candidate;
  const currency = mark.currency ?? candidate.currency;
  return { ...candidate, price: mark.amount, currency, originalPrice: null, fromPrice: false };
}

/**
 * Returns the candidates without the price and stock of a variant that the page does not show: one sold out, at a price that is
 * printed nowhere, while the page prints another price and sells it.
 */
export function withoutOtherVariant(
  candidates: readonly Candidate[],
  visible: VisibleProduct | null,
  marks: PriceMarks,
): readonly Candidate[] {
  const mark = visible?.mark;
  if (!mark?.isLabelled || !visible?.hasBuyButton) return candidates;
  const isUnprinted = ({ price }: Candidate) =>
    price !== null && marks.every(({ amount }) => Number(amount) !== Number(price));
  const soldOut = candidates.find(
    (each) => each.availability === 'out_of_stock' && isUnprinted(each),
  );
  return candidates.map((each) =>
    soldOut && each.price !== null && Number(each.price) === Number(soldOut.price)
      ? { ...each, price: null, originalPrice: null, availability: 'unknown' }
      : each,
  );
}

function isDoubtful(
  { source, price }: Candidate,
  mark: PriceMark,
  places: PriceMarks,
  marks: PriceMarks,
): boolean {
  const isUnseen = source === 'embedded-state' || source === 'open-graph';
  // Every printed occurrence is a "was", a conditional price, or stands beside today's lower one.
  if (places.length > 0)
    return places.every(
      (place) => isOtherPrice(place, mark) || reducedBeside(place, marks) === mark,
    );
  const stated = Number(price);
  const printed = Number(mark.amount);
  const isInCents = stated === Math.round(printed * 100);
  const isBeforeTax = Math.abs(stated * WITH_GST - printed) < CENT;
  if (isInCents || isBeforeTax || printsPercentOff(mark, stated)) return true;
  // An unlabelled amount may be anything, such as a delivery fee; it is no evidence against unprinted data.
  if (!mark.isLabelled && !mark.isNamed) return false;
  const isMarkup = source === 'microdata' || source === 'rdfa';
  return isUnseen || (isMarkup && Math.floor(stated) > Number(mark.amount));
}

/** True when the mark is a "was" above today's price, or a conditional price below it. */
function isOtherPrice(place: PriceMark, today: PriceMark): boolean {
  if (place.role === 'price' || Math.abs(place.order - today.order) > REACH) return false;
  return (place.role === 'was') === isAbove(place.amount, today.amount);
}

const CENT = 0.011;

/** Fields taken from the most trusted source that states them. */
const TEXT_FIELDS = [
  ...['name', 'url', 'brand', 'gtin', 'mpn', 'sku', 'imageUrl', 'category', 'description'],
  ...['seller', 'variant', 'memberPrice', 'deliveryCost', 'currency'],
] as ('name' | 'brand')[];

/**
 * Merges the candidates for one product, most trusted first. The price with the most trust in sum wins; every other field comes
 * from the most trusted source that states it. Null without candidates.
 */
export function mergeCandidates(candidates: readonly Candidate[]): Candidate | null {
  const [lead] = candidates;
  if (!lead) return null;
  const all: Candidate = { ...lead };
  for (const candidate of candidates.slice(1)) {
    for (const field of TEXT_FIELDS) all[field] ??= candidate[field];
    all.rating ??= candidate.rating;
    if (all.availability === 'unknown') all.availability = candidate.availability;
    if (Object.keys(all.specifications).length === 0) all.specifications = candidate.specifications;
  }
  // When OpenGraph leads, prefer the heading: OpenGraph titles add the shop's name and "buy".
  if (lead.source === 'open-graph')
    all.name = candidates.find(({ source }) => source === 'visible')?.name ?? all.name;
  const winner = mostTrusted(candidates);
  if (!winner) return { ...all, price: null, originalPrice: null, fromPrice: false };
  const agreeing = candidates.filter(
    ({ price }) => price !== null && Number(price) === Number(winner.price),
  );
  return {
    ...all,
    price: winner.price,
    currency: agreeing.find(({ currency }) => currency)?.currency ?? all.currency,
    originalPrice: agreeing.find(({ originalPrice }) => originalPrice)?.originalPrice ?? null,
    unitPrice: agreeing.find(({ unitPrice }) => unitPrice)?.unitPrice ?? all.unitPrice,
    fromPrice: winner.fromPrice,
    source: agreeing.map(({ source }) => source).join('+'),
  };
}

/** Returns the first candidate of the price with the most trust. */
function mostTrusted(candidates: readonly Candidate[]): Candidate | null {
  const priced = candidates.filter(({ price }) => price !== null);
  const support = (candidate: Candidate): number =>
    priced
      .filter(({ price }) => Number(price) === Number(candidate.price))
      .reduce((sum, each) => sum + trustIn(each) * (each.fromPrice ? RANGE_TRUST : 1), 0);
  return priced.toSorted((a, b) => support(b) - support(a))[0] ?? null;
}
