/* Reads a page of an unknown shop politely, prints what it found, and drafts a profile. Stores no offer. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type ProfileFile, profileSelectors, type SelectorsOf } from '#db/seed/real-retailers.ts';
import { type FetchRefusal, FetchRefused } from '#domain/errors.ts';
import { heldAgainst, refusalWords, statedPrice } from '#domain/offers/offer-refusal.ts';
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import { type FetchedBody, readPage } from '../extract/read-page.ts';
import type { TextPage } from '../fetch/fetched-page.ts';
import type { Fetcher } from '../fetch/http.ts';
import { bodyText } from '../fetch/page-body.ts';
import { politeFetch } from '../fetch/polite-fetch.ts';
import { type Robots, robotsFor } from '../fetch/robots.ts';
import { guardReading } from '../offers/guard-reading.ts';
import { accessOf, draftProfile, fieldSources, SHOWN_FIELDS, shownValue } from './draft-profile.ts';

type Say = (line: string) => void;

const PACE = { paceMs: 5_000 };
const SHOWN_ITEMS = 10;

const NOT_OURS =
  'Leave a shop alone if it refuses us, and ask it for a product feed (feed:import).';
const LATER = 'This fault may be temporary. Try again in a few minutes.';

const HINTS: Partial<Record<FetchRefusal, string>> = {
  'address-forbidden':
    'Only public web addresses are fetched. To read a page on this machine, use --loopback; to crawl a shop there, LOCAL_SHOPS.',
  'robots-unreachable':
    'robots.txt could not be read, so no page may be fetched. Try again in a few minutes.',
  'redirected-away': 'Open the page in a browser and try the final address.',
  'not-found': 'The page does not exist. Try the address of another product.',
  'redirect-loop':
    'The redirects form a loop. Open the page in a browser and try the final address.',
  'too-large': 'The response is too large for a product page. Try another address.',
  'content-type': 'The response is not a page. Try the address of a product.',
  'server-error': LATER,
  timeout: LATER,
  network: LATER,
  'own-network': 'This machine cannot reach the network. Check its connection.',
  'breaker-open': LATER,
};

/** Fetches one page and reports its fields, with a draft profile if the page could be read. */
export async function tryPage(
  em: EntityManager,
  fetcher: Fetcher,
  url: string,
  selectorsOf: SelectorsOf = profileSelectors(),
) {
  const caller = { em, fetcher, pace: PACE };
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const report = (profile: ProfileFile | null, reading: PageReading | null, failed: boolean) => {
    return { data: { profile, reading }, lines, failed };
  };
  let page: TextPage;
  try {
    const robots = await robotsFor(caller, new URL(url).origin);
    say(`robots.txt: ${stanceText(robots, url)}`);
    if (robots.crawlDelayMs !== null)
      say(`  asks for ${robots.crawlDelayMs / 1000} s between requests`);
    for (const sitemap of robots.sitemaps) say(`  sitemap ${sitemap}`);
    const fetched = await politeFetch(caller, { url });
    page = { ...fetched, body: bodyText(fetched.body) };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    say(`Not fetched (${error.reason}): ${error.message}`);
    say(tryHint(error.reason));
    return report(null, null, true);
  }
  say(`Fetched ${page.url}: ${page.contentType}, ${page.bytes} bytes in ${page.elapsedMs} ms`);
  const selectors = selectorsOf(page.url);
  if (selectors) say("Using the selectors of the shop's profile.");
  const at = new Date();
  const read = { ...page, selectors, nowMs: at.getTime() };
  const reading = readPage(read);
  const hasOffers = sayReading(reading, read, say);
  const access = accessOf({ reading, body: page.body });
  say(
    `A browser ${access === 'needs-browser' ? 'seems necessary: scripts draw the page' : 'does not seem necessary'}.`,
  );
  const { products, lists, others } = reading.links;
  say(
    `Links: ${products.length} to products, ${lists.length} to further pages, ${others.length} others`,
  );
  const robots = await robotsFor(caller, new URL(page.url).origin);
  const profile = draftProfile({ url: page.url, body: page.body, reading, robots, at });
  return report(profile, reading, !hasOffers);
}

/** Advice for a page that could not be fetched; only a shop that refuses us must be left alone. */
export function tryHint(reason: FetchRefusal): string {
  return HINTS[reason] ?? NOT_OURS;
}

function stanceText(robots: Robots, url: string): string {
  if (robots.status === 'unreachable') return 'not read, so nothing is fetched';
  return `${robots.mayFetch(url) ? 'allows this page' : 'denies this page'} (${robots.status})`;
}

/** Prints a reading; returns true if an offer passed the guard. */
function sayReading(reading: PageReading, page: FetchedBody, say: Say): boolean {
  if (reading.rejected !== null) {
    say(`Refused: ${reading.rejected}`);
    if (reading.rejected === 'blocked') say(NOT_OURS);
    return false;
  }
  if (reading.product) sayProduct(reading.product, page, say);
  if (reading.variants.length > 0) say(`${reading.variants.length} variants`);
  if (reading.items.length > 0) say(`A list of ${reading.items.length} offers:`);
  const shown = reading.variants.length > 0 ? reading.variants : reading.items;
  for (const { name, price, variant, url } of shown.slice(0, SHOWN_ITEMS)) {
    say(`  ${price ?? 'no price'}  ${[name, variant].filter(Boolean).join(' · ')}  ${url}`);
  }
  const { offers, refused } = guardReading(reading, { name: '', currency: 'AUD' });
  for (const { reason, price, currency, ceilingCents } of refused.slice(0, SHOWN_ITEMS)) {
    const limit = heldAgainst(null, ceilingCents);
    const read = statedPrice(price, currency) + (limit === null ? '' : ` (${limit})`);
    say(`  Refused: ${reason}, ${refusalWords(reason)}: ${read}`);
  }
  if (refused.length > SHOWN_ITEMS) say(`  and ${refused.length - SHOWN_ITEMS} more`);
  return offers.length > 0;
}

function sayProduct(product: OfferReading, page: FetchedBody, say: Say): void {
  const sources = fieldSources(page, product);
  for (const field of SHOWN_FIELDS) {
    const value = shownValue(product, field);
    const names = sources.get(field)?.join(', ');
    say(`  ${field.padEnd(14)} ${(value ?? '–').slice(0, 80).padEnd(44)} ${names}`.trimEnd());
  }
}
