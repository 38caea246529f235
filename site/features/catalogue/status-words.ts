import { countText } from '#domain/count-text.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';

/** Prices older than this are late, because every page is due again within a day. */
const LATE_AFTER_MINUTES = 24 * 60;

/** Status of a retailer row in a word, with its colour: held prices take precedence over age. */
export function statusWord({ heldSince, lastSuccessAt, medianAgeMinutes }: StatusRow) {
  if (heldSince !== null) return { word: 'Held', tone: 'yellow' };
  if (lastSuccessAt === null || medianAgeMinutes === null)
    return { word: 'Not read yet', tone: 'grey' };
  return medianAgeMinutes > LATE_AFTER_MINUTES
    ? { word: 'Late', tone: 'red' }
    : { word: 'Fresh', tone: 'green' };
}

/** Refusals of fetch and extraction (db/domain/errors.ts, db/domain/offers/page-reading.ts) in plain words. */
const REASONS: Readonly<Record<string, string>> = {
  'address-forbidden': 'address not visited',
  'redirected-away': 'led off the shop’s site',
  'robots-denied': 'robots.txt says no',
  'robots-unreachable': 'robots.txt could not be read',
  'rate-limited': 'asked to slow down',
  forbidden: 'not let in',
  blocked: 'not let in',
  'needs-script': 'drawn by script',
  'not-found': 'page gone',
  'server-error': 'shop’s server failed',
  'bad-status': 'odd answer',
  'redirect-loop': 'sent in circles',
  'too-large': 'page too large',
  timeout: 'too slow',
  network: 'connection failed',
  'own-network': 'our line was down',
  'content-type': 'not a page',
  'breaker-open': 'shop is resting',
  'browser-unavailable': 'needs a browser',
  'not-a-product': 'no product on it',
  'no-price': 'no price on it',
  'price-not-positive': 'price not above 0',
  'price-implausible': 'price not plausible',
  'price-doubted': 'price moved too far',
  'currency-not-aud': 'not in AUD',
  'name-missing': 'no name on it',
  'too-complex': 'page too complex',
};

/** '12 page gone, 3 too slow'; 'none' when nothing was refused. */
export function refusalText(refusals: StatusRow['day']['refusals']): string {
  if (refusals.length === 0) return 'none';
  return refusals
    .map(({ reason, n }) => `${countText(n)} ${REASONS[reason] ?? reason.replaceAll('-', ' ')}`)
    .join(', ');
}

/** Totals over all retailers: fresh retailers, offers, and pages read, refused and held today. */
export function statusTotals(rows: readonly StatusRow[]) {
  const sum = (of: (row: StatusRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    retailers: rows.length,
    fresh: rows.filter((row) => statusWord(row).word === 'Fresh').length,
    offers: sum((row) => row.offers),
    pagesDone: sum((row) => row.day.pagesDone),
    pricesChanged: sum((row) => row.day.pricesChanged),
    refused: sum((row) => row.day.refusals.reduce((total, { n }) => total + n, 0)),
    held: sum((row) => row.held),
  };
}
