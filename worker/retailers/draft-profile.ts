import type { ProfileFile } from '#db/seed/real-retailers.ts';
import { dateOf } from '#domain/calendar.ts';
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { isBlocked } from '#worker/extract/page/kind.ts';
import { type EvidencePage, gatherEvidence } from '#worker/extract/reading/evidence.ts';
import type { Candidate } from '#worker/extract/values/candidate.ts';
import type { Robots } from '#worker/fetch/robots.ts';
import { isSameText } from '#worker/replay/same-value.ts';

/** The result of one visit to a retailer. */
export interface Visit {
  url: string;
  body: string;
  reading: PageReading;
  robots: Pick<Robots, 'stance' | 'crawlDelayMs'>;
  /** UTC. */
  at: Date;
}

const PACE_MS = 5_000;

/** True for a page that scripts must fill: little visible text, and scripts. */
function isScriptShell(body: string): boolean {
  // Data in a script element draws nothing.
  const scripts = body.match(/<script\b(?![^>]*\bjson\b)/gi)?.length ?? 0;
  const text = foldSpaces(
    body
      .replace(/<(script|style|noscript|template|svg)\b[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]*>/g, ' '),
  );
  return scripts > 0 && text.length < 800;
}

/** How the retailer's prices can be read, judged by one page. */
export function accessOf({ reading, body }: Pick<Visit, 'reading' | 'body'>) {
  if (isBlocked(body)) return 'refuses';
  const isRead = reading.product?.price != null || reading.items.length > 0;
  const isShell = reading.rejected === 'needs-script' || (!isRead && isScriptShell(body));
  return isShell ? 'needs-browser' : 'plain-http';
}

/** A draft profile; 'TODO' marks values that a person must add. */
export function draftProfile(visit: Visit): ProfileFile {
  const { url, body, robots, at } = visit;
  const { origin, hostname } = new URL(url);
  const day = dateOf(at.getTime());
  const isFound = visit.reading.rejected === null;
  return {
    slug: slugOf(hostname),
    name: siteName(body) ?? visit.reading.product?.seller ?? hostname.replace(/^www\./, ''),
    category: 'TODO',
    region: 'TODO: National, Online, or states',
    website: `${origin}/`,
    description: 'TODO: what it sells',
    trustScore10: 5,
    trustBasis: `TODO: what the score rests on. Editorial start value of ${day}. Not measured; the figures of our own runs are to replace it.`,
    access: accessOf(visit),
    accessNote: `One page was read on ${day}: ${isFound ? 'offers were found' : `refused as ${visit.reading.rejected}`}.`,
    evidence: 'tried',
    asOf: day,
    robots: robots.stance(),
    paceMs: Math.max(PACE_MS, robots.crawlDelayMs ?? 0),
    discovery: { searchUrlTemplate: searchTemplate(body, origin) },
  };
}

function slugOf(hostname: string): string {
  const name = hostname.replace(/^www\./, '').replace(/\.(?:com|net|org|co)?\.?(?:au|nz)?$/, '');
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function siteName(body: string): string | null {
  const tag = /<meta\b[^>]*property=["']og:site_name["'][^>]*>/i.exec(body)?.[0];
  return /content=["']([^"']{2,60})["']/i.exec(tag ?? '')?.[1]?.trim() ?? null;
}

/** The shop's search URL by its SearchAction (schema.org), if on this origin. */
function searchTemplate(body: string, origin: string): string | null {
  const stated = /"(?:urlTemplate|target)"\s*:\s*"([^"]{10,300}\{[^"{}]+\}[^"]*)"/.exec(body)?.[1];
  const template = stated?.replaceAll('\\/', '/').replace(/\{[^{}]+\}/, '{query}');
  return template?.startsWith(`${origin}/`) ? template : null;
}

/** Fields of an offer that `retailer try` shows. */
export const SHOWN_FIELDS = [
  'name',
  'price',
  'currency',
  'originalPrice',
  'availability',
  'brand',
  'gtin',
  'mpn',
  'sku',
  'rating',
  'imageUrl',
  'category',
  'seller',
  'variant',
  'memberPrice',
] as const;
type ShownField = (typeof SHOWN_FIELDS)[number];

/** A field's value as text; null if the page does not state it. */
export function shownValue(offer: OfferReading | Candidate, field: ShownField): string | null {
  if (field === 'rating')
    return offer.rating ? `${offer.rating.value} of ${offer.rating.count ?? '?'}` : null;
  if (field === 'availability' && offer.availability === 'unknown') return null;
  return offer[field];
}

/** The page sources that agree with the reading, for each of its fields; a page that is not HTML has one. */
export function fieldSources(page: EvidencePage, offer: OfferReading): Map<ShownField, string[]> {
  const candidates = page.body.trimStart().startsWith('<') ? candidatesOf(page) : [offer];
  return new Map(
    SHOWN_FIELDS.map((field) => {
      const value = shownValue(offer, field);
      const agreeing = candidates.filter((candidate) => {
        const other = shownValue(candidate, field);
        return value !== null && other !== null && isSameText(field, [value], other);
      });
      return [field, [...new Set(agreeing.map(({ source }) => source))]];
    }),
  );
}

function candidatesOf(page: EvidencePage): Candidate[] {
  const { selected, structured, openGraph, states, visible } = gatherEvidence(page);
  return [
    ...(selected ? [selected] : []),
    openGraph,
    ...[...structured.products, ...states()].map(({ candidate }) => candidate),
    ...(visible ? [visible.candidate] : []),
  ];
}
