import type { PageAddress } from '../page/address.ts';
import type { PriceMark } from '../sources/printed/holders.ts';
import type { VisibleProduct } from '../sources/printed/product.ts';
import { printsPercentOff, REACH, reducedBeside } from '../sources/printed/was-price.ts';
import type { Candidate } from '../values/candidate.ts';
import { isAbove } from '../values/candidate.ts';
import { alikeness, containment } from '../values/nodes.ts';

/*
 * The weights of the ranking, which a person may read: what speaks for an amount or a source, and what against it. Set by hand on
 * pages of real shops, in folds that leave out whole shops (docs/extraction.md), and kept where a change of one helps no fold.
 */

/** How far each source is believed when they disagree on a price. */
export const TRUST: Record<string, number> = {
  // Someone looked at the shop and wrote it down.
  selectors: 8,
  'json-ld': 4,
  json: 4,
  microdata: 3,
  rdfa: 3,
  'open-graph': 3,
  'embedded-state': 2,
  visible: 2,
};

/** A price that is the low end of a range, beside one that is not. */
export const RANGE_TRUST = 0.4;

/**
 * What the page says against a stated amount. From 1 on, in sum, the stated amount gives way to the printed one: shops forget their
 * data when a sale begins, or state cents, a member's price, an instalment or the price before GST.
 */
export const DOUBT = {
  /** It is printed, everywhere as a "was" above today's price or as a condition below it. */
  printedAsOther: 1,
  /** It is printed beside a lower one that alone is called today's. */
  reduced: 1,
  /** State that shoppers see nowhere, where a place called a price prints another. */
  unseen: 1,
  /** Markup that a template wrote once, where nothing prints its price, but a lower one. */
  staleMarkup: 1,
  /** A hundred times the printed amount, or the printed amount without GST. */
  misstated: 1,
  /** The percentage printed with the price is what it is below the stated amount. */
  percentOff: 1,
} as const;

/** How sure it is that a candidate is the page's own product; below 0 it is another one. */
export const FIT = {
  addressNamesIt: 2,
  addressNamesAnother: -2,
  /** Times the share of the words that a name of the page has in common with it. */
  sameName: 2,
  otherName: -1.5,
} as const;

/*
 * The one ranking: which candidates are about the page's product, which of their prices is believed, and when none is.
 */

/** Below this share of common words a candidate is taken for another product of the page. */
const SAME_PRODUCT = 0.45;
/** Named by the address and the heading. */
const SURE = 3;
/** Beside a sure one, an object of the state that fits less shares a word or a number with the page, and is about something else. */
const HARDLY = 1;

/** How sure it is that the candidate is the page's own product; below 0 it is another one. */
function fitOf(candidate: Candidate, page: PageAddress, names: readonly string[]): number {
  let fit = 0;
  if (page.isAbout(candidate)) fit += FIT.addressNamesIt;
  if (page.isElsewhere(candidate)) fit += FIT.addressNamesAnother;
  const { name } = candidate;
  if (name === null || names.length === 0) return fit;
  const best = Math.max(
    ...names.map((each) => Math.max(alikeness(name, each), containment(name, each) * 0.9)),
  );
  return fit + (best >= SAME_PRODUCT ? best * FIT.sameName : FIT.otherName);
}

/** The best-fitting candidate of each source, the most trusted first; those that speak of other products are left out. */
export function fittingCandidates(
  candidates: readonly Candidate[],
  page: PageAddress,
  names: readonly string[],
): Candidate[] {
  const [lone, another] = candidates.filter(
    ({ source, price }) => (source === 'json-ld' || source === 'microdata') && price !== null,
  );
  const fits = candidates.map((candidate) => {
    const fit = fitOf(candidate, page, names);
    // The page's only structured product with a price is the page's, whatever the page is titled.
    const isAlone = candidate === lone && !another && !page.isElsewhere(candidate);
    return { candidate, fit: isAlone ? Math.max(0, fit) : fit };
  });
  const isSure = fits.some(({ fit }) => fit >= SURE);
  const bySource = new Map<string, { candidate: Candidate; score: number }>();
  for (const { candidate, fit } of fits) {
    const { source, price, availability } = candidate;
    if (fit < 0 || (source === 'embedded-state' && fit < HARDLY && isSure)) continue;
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

/** A candidate whose price the page itself explains away, with the printed price instead; any other as it is. */
export function believed(
  candidate: Candidate,
  visible: VisibleProduct | null,
  marks: readonly PriceMark[],
): Candidate {
  const mark = visible?.mark;
  const { price: stated, source } = candidate;
  if (!mark || stated === null || source === 'selectors' || mark.region !== 'main')
    return candidate;
  if (Number(stated) === Number(mark.amount)) return candidate;
  const places = marks.filter(
    (each) => Number(each.amount) === Number(stated) && each.region === 'main',
  );
  const facts = doubts(candidate, Number(stated), mark, places, marks);
  const doubt = Object.entries(DOUBT).reduce(
    (sum, [name, weight]) => sum + (facts[name as keyof typeof DOUBT] ? weight : 0),
    0,
  );
  if (doubt < 1) return candidate;
  const isBeforeSale = places.some((place) => isReducedTo(mark, place));
  const originalPrice = isBeforeSale ? (visible.wasFor(mark.amount) ?? stated) : null;
  return { ...candidate, price: mark.amount, originalPrice, fromPrice: false };
}

function doubts(
  { source }: Candidate,
  stated: number,
  mark: PriceMark,
  places: readonly PriceMark[],
  marks: readonly PriceMark[],
): Record<keyof typeof DOUBT, boolean> {
  const isPrinted = places.length > 0;
  const isUnseen = source === 'embedded-state';
  const isMarkup = source === 'microdata' || source === 'rdfa';
  // A bare amount may be of anything, delivery or a gift box: it does not speak against data that the page does not print.
  const isCalledPrice = mark.isLabelled || mark.isNamed;
  return {
    printedAsOther:
      isPrinted &&
      places.every(
        (place) =>
          isOtherPrice(place, mark) ||
          isReducedTo(mark, place) ||
          (isUnseen && reducedBeside(place, marks) === mark),
      ),
    reduced: isPrinted && places.every((place) => isReducedTo(mark, place)),
    unseen: !isPrinted && isUnseen && isCalledPrice,
    staleMarkup:
      !isPrinted && isMarkup && isCalledPrice && Math.floor(stated) > Number(mark.amount),
    misstated: !isPrinted && isMisstated(stated, Number(mark.amount)),
    percentOff: !isPrinted && printsPercentOff(mark, stated),
  };
}

/** True for "$79.00 $59.00" of which only the lower one is called today's, sale or special price. */
function isReducedTo(today: PriceMark, place: PriceMark): boolean {
  return (
    today.isNamed &&
    today.role === 'price' &&
    place.role === 'price' &&
    !place.isNamed &&
    isAbove(place.amount, today.amount) &&
    Math.abs(place.order - today.order) <= REACH / 8
  );
}

/** True when the place prints the amount as a "was" above today's price, or as a condition below it. */
function isOtherPrice(place: PriceMark, today: PriceMark): boolean {
  if (place.role === 'price' || Math.abs(place.order - today.order) > REACH) return false;
  return place.role === 'was'
    ? isAbove(place.amount, today.amount)
    : isAbove(today.amount, place.amount);
}

const CENT = 0.011;
/** The Goods and Services Tax on top of a price before it (GST Act 1999, s 9-70). */
const WITH_GST = 1.1;

/** Cents written as dollars, or the price before GST: neither is printed, and both fit the printed price to the cent. */
function isMisstated(stated: number, printed: number): boolean {
  return stated === Math.round(printed * 100) || Math.abs(stated * WITH_GST - printed) < CENT;
}

/** What comes from the most trusted source that states it. */
const TEXT_FIELDS = [
  ...['name', 'url', 'brand', 'gtin', 'mpn', 'sku', 'imageUrl', 'category', 'description'],
  ...['seller', 'variant', 'memberPrice', 'deliveryCost', 'currency'],
] as ('name' | 'brand')[];

/**
 * Merges what the sources say about one product. The price is the one with most trust behind it; every other field comes from the
 * most trusted source that states it. Null when no source names the product.
 */
export function merged(candidates: readonly Candidate[]): Candidate | null {
  const [lead] = candidates;
  if (!lead) return null;
  const all: Candidate = { ...lead };
  for (const candidate of candidates.slice(1)) {
    for (const field of TEXT_FIELDS) all[field] ??= candidate[field];
    all.rating ??= candidate.rating;
    if (all.availability === 'unknown') all.availability = candidate.availability;
    if (Object.keys(all.specifications).length === 0) all.specifications = candidate.specifications;
  }
  // Where only metas name the product, the heading does: titles carry the shop's name and "buy" around the product's.
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

/** The first candidate of the price with most trust behind it. */
function mostTrusted(candidates: readonly Candidate[]): Candidate | null {
  const priced = candidates.filter(({ price }) => price !== null);
  const support = (candidate: Candidate): number =>
    priced
      .filter(({ price }) => Number(price) === Number(candidate.price))
      .reduce((sum, each) => sum + trustIn(each) * (each.fromPrice ? RANGE_TRUST : 1), 0);
  return priced.toSorted((a, b) => support(b) - support(a))[0] ?? null;
}
