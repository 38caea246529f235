import type { PageAddress } from '../page/address.ts';
import type { Candidate } from '../values/candidate.ts';
import { alikeness, containment } from '../values/names.ts';

/** How far each source is believed when they disagree on a price. */
const TRUST: Record<string, number> = {
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
/** Below this a candidate is taken for another product of the page. */
const SAME_PRODUCT = 0.45;

/** Named by the address and the heading. */
const SURE = 3;
/** Beside a sure one, an object of the state that fits less shares a word or a number with the page, and is about something else. */
const HARDLY = 1;

/** What the page is called, by the places that name it: heading, title, meta. */
export type PageNames = readonly string[];

/** How sure it is that the candidate is the page's own product; below 0 it is another one. */
export function fitOf(candidate: Candidate, page: PageAddress, names: PageNames): number {
  let fit = 0;
  if (page.isAbout(candidate)) fit += 2;
  if (page.isElsewhere(candidate)) fit -= 2;
  const name = candidate.name;
  if (name && names.length > 0) {
    const best = Math.max(
      ...names.map((each) => Math.max(alikeness(name, each), containment(name, each) * 0.9)),
    );
    fit += best >= SAME_PRODUCT ? best * 2 : -1.5;
  }
  return fit;
}

/** The best-fitting candidate of each source, best first; those that speak of other products are left out. */
export function fittingCandidates(
  candidates: readonly Candidate[],
  page: PageAddress,
  names: PageNames,
): Candidate[] {
  const alone = loneStructured(candidates, page);
  const fits = candidates.map((each) => fitOf(each, page, names));
  const surest = fits.reduce((best, fit) => Math.max(best, fit), 0);
  const bySource = new Map<string, { candidate: Candidate; score: number }>();
  for (const [index, candidate] of candidates.entries()) {
    const ownFit = fits[index] ?? 0;
    const fit = candidate === alone ? Math.max(0, ownFit) : ownFit;
    const isHardly = candidate.source === 'embedded-state' && fit < HARDLY && surest >= SURE;
    if (fit < 0 || isHardly) continue;
    const score =
      fit + (candidate.price ? 1 : 0) + (candidate.availability === 'unknown' ? 0 : 0.2);
    const best = bySource.get(candidate.source);
    if (!best || score > best.score) bySource.set(candidate.source, { candidate, score });
  }
  const trust = (candidate: Candidate): number => TRUST[candidate.source] ?? 1;
  return [...bySource.values()].map((entry) => entry.candidate).sort((a, b) => trust(b) - trust(a));
}

/** The page's only structured product with a price: it is the page's, whatever the page is titled. */
function loneStructured(candidates: readonly Candidate[], page: PageAddress): Candidate | null {
  const priced = candidates.filter(
    (each) => (each.source === 'json-ld' || each.source === 'microdata') && each.price !== null,
  );
  const [only] = priced;
  return priced.length === 1 && only && !page.isElsewhere(only) ? only : null;
}

/** True when a candidate leaves nothing to ask other sources but codes and rating: it then answers for itself. */
function isComplete(candidate: Candidate): boolean {
  const { source, name, price, currency, availability, brand, sku, imageUrl, fromPrice } =
    candidate;
  if (source !== 'json-ld' || fromPrice || availability === 'unknown') return false;
  return Boolean(name && price && currency && brand && sku && imageUrl);
}

/**
 * Merges what the sources say about one product. The price is the one with most trust behind it; every other field
 * comes from the most trusted source that states it. Null when no source names the product.
 */
export function vote(candidates: readonly Candidate[]): Candidate | null {
  const lead = candidates[0];
  if (!lead) return null;
  const isSettled = isComplete(lead);
  const winner = isSettled ? lead : priceWinner(candidates);
  const merged: Candidate = { ...lead };
  for (const candidate of candidates.slice(1)) {
    for (const field of isSettled ? CODE_FIELDS : TEXT_FIELDS) merged[field] ??= candidate[field];
    merged.rating ??= candidate.rating;
    if (merged.availability === 'unknown') merged.availability = candidate.availability;
    if (!isSettled && Object.keys(merged.specifications).length === 0)
      merged.specifications = candidate.specifications;
  }
  merged.name = printedName(candidates) ?? merged.name;
  if (!winner) return { ...merged, price: null, originalPrice: null, fromPrice: false };
  const agreeing = candidates.filter(
    (candidate) => candidate.price !== null && Number(candidate.price) === Number(winner.price),
  );
  return {
    ...merged,
    price: winner.price,
    currency: agreeing.find((each) => each.currency)?.currency ?? merged.currency,
    originalPrice: agreeing.find((each) => each.originalPrice)?.originalPrice ?? null,
    unitPrice: agreeing.find((each) => each.unitPrice)?.unitPrice ?? merged.unitPrice,
    fromPrice: winner.fromPrice,
    source: agreeing.map((candidate) => candidate.source).join('+'),
  };
}

/** Where only metas name the product, the heading does: titles carry the shop's name and "buy" around the product's. */
function printedName(candidates: readonly Candidate[]): string | null {
  if (candidates[0]?.source !== 'open-graph') return null;
  return candidates.find((each) => each.source === 'visible')?.name ?? null;
}

/** What even a complete source may lack. */
const CODE_FIELDS = ['gtin'] as const;
const TEXT_FIELDS = [
  'name',
  'url',
  'brand',
  'gtin',
  'mpn',
  'sku',
  'imageUrl',
  'category',
  'description',
  'seller',
  'variant',
  'memberPrice',
  'deliveryCost',
  'currency',
] as const;

function priceWinner(candidates: readonly Candidate[]): Candidate | null {
  const support = new Map<number, { trust: number; candidate: Candidate }>();
  for (const candidate of candidates) {
    if (candidate.price === null) continue;
    const amount = Number(candidate.price);
    const trust = (TRUST[candidate.source] ?? 1) * (candidate.fromPrice ? 0.4 : 1);
    const entry = support.get(amount);
    if (entry) entry.trust += trust;
    else support.set(amount, { trust, candidate });
  }
  const ranked = [...support.values()].sort((a, b) => b.trust - a.trust);
  return ranked[0]?.candidate ?? null;
}
