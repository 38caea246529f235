import { html } from 'hono/html';
import { z } from 'zod';
import {
  countRefused,
  listRefused,
  type RefusedFilter,
  type RefusedRow,
} from '#db/queries/operators/refused-view.ts';
import { heldAgainst, refusalWords, statedPrice } from '#domain/offers/offer-refusal.ts';
import type { Html } from '../api/core/page.ts';
import {
  adminTable,
  type Column,
  card,
  filterChips,
  hiddenFields,
  lines,
  moment,
  sectionPage,
  selectField,
  shopLink,
} from './layout.ts';
import type { AdminApp } from './operator-session.ts';
import { pagedList } from './paged-table.ts';

const SECTION = '/admin/refused';
const SHOWN = 50;

const word = z.string().min(1).nullable().catch(null);
const listQuery = z.object({ retailer: word, reason: word });

type Counts = Awaited<ReturnType<typeof countRefused>>;

/** /admin/refused: offers that a guard refused, as their page or feed states them, by retailer and reason. */
export function refusedPage(app: AdminApp): void {
  sectionPage(app, { section: SECTION, title: 'Refused' }, async (c) => {
    const { em } = c.env;
    const query = listQuery.parse(c.req.query());
    const filter = { slug: query.retailer, reason: query.reason };
    const counts = await countRefused(em());
    const list = await pagedList({
      read: (slice) => listRefused(em(), filter, slice),
      show: (rows) => adminTable('Refused offers', rows, COLUMNS),
      none: 'No refused offers match these filters.',
      query,
      size: SHOWN,
    });
    return html`<p class="muted">Offers that a guard refused, as their page or feed states them. Shoppers never see them. A row disappears
when its offer is accepted, or after 30 days; each retailer and reason keeps its newest 200.</p>
${counts.length === 0 ? card('No refused offers.') : html`${filters(counts, filter)}${list}`}`;
  });
}

/** A select of retailers, and a chip for each reason of the chosen one. */
function filters(counts: Counts, { slug, reason }: RefusedFilter): Html {
  const nameOf = new Map(counts.map((each) => [each.slug, each.retailer]));
  const retailers = totalsBy(counts, ({ slug: of }) => of);
  const ofRetailer = counts.filter((each) => slug === null || each.slug === slug);
  const total = ofRetailer.reduce((sum, { offers }) => sum + offers, 0);
  const reasons = totalsBy(ofRetailer, (each) => each.reason);
  return html`<form class="row admin-choice" method="get" action="${SECTION}">
${selectField('Retailer', 'retailer', slug, [
  ['', 'All retailers'],
  ...retailers.map(([of, offers]) => [of, `${nameOf.get(of)} (${offers})`] as const),
])}
${hiddenFields({ reason })}<button class="button">Show</button></form>
${filterChips(
  'Reasons',
  { name: 'reason', chosen: reason },
  [[null, 'all', total], ...reasons.map(([of, offers]) => [of, of, offers] as const)],
  { retailer: slug },
)}`;
}

/** The number of offers by key, keys in order of appearance. */
function totalsBy(counts: Counts, keyOf: (each: Counts[number]) => string): [string, number][] {
  return [...Map.groupBy(counts, keyOf)].map(([key, group]) => [
    key,
    group.reduce((sum, { offers }) => sum + offers, 0),
  ]);
}

const COLUMNS: Column<RefusedRow>[] = [
  ['Offer', offerOf, 'admin-words'],
  ['Retailer', (row) => lines(row.retailer, sourceOf(row)), 'admin-words'],
  ['Why', ({ reason }) => lines(refusalWords(reason), reason), 'admin-words'],
  ['Read', statedOffer, 'number admin-words'],
  ['Compared with', (row) => heldAgainst(row.lastPriceCents, row.ceilingCents) ?? '–', 'number'],
  ['Last refused', (row) => moment(row.lastRefusedAt)],
  [
    'Since',
    ({ firstRefusedAt, times }) =>
      lines(moment(firstRefusedAt), times === 1 ? 'once' : `${times} times`),
  ],
];

function offerOf({ url, name, variant, seller }: RefusedRow): Html {
  const details = [variant, seller && `sold by ${seller}`].filter(Boolean).join(', ');
  return lines(shopLink(url, name || html`<em>no name</em>`), details);
}

function sourceOf({ url, pageUrl, feedRow }: RefusedRow): Html | string {
  if (pageUrl === null) return `feed, row ${feedRow}`;
  return pageUrl === url ? 'its own page' : shopLink(pageUrl, 'another page');
}

function statedOffer({ price, currency, availability }: RefusedRow): Html {
  const stated = html`<strong>${statedPrice(price, currency)}</strong>`;
  return lines(stated, availability === 'unknown' ? '' : availability.replaceAll('_', ' '));
}
